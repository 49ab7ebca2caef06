"""A lenient HTTP server, as some upstreams are: bare line feeds, folded fields, spaces before colons and any spelling of
`chunked` are taken, a number is what Python takes for one, a chunk's size is wrapped to 32 bits, and what cannot be read
is passed over. The lengths of bodies are not wrapped: a host passes on bodies of more than 4 GiB."""

import contextlib
import re
import socket
import threading

from gateway.upstream import answer
from host import PATIENCE


class Lenient:
    """Serves on a port of its own until the block ends; `targets` are those that it took requests for."""

    def __init__(self):
        self.targets: list[str] = []
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def __enter__(self) -> "Lenient":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_) -> None:
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        connection.settimeout(PATIENCE)
        with contextlib.suppress(OSError, EOFError), connection, connection.makefile("rb") as file:
            while True:
                self._exchange(file)
                connection.sendall(answer())

    def _line(self, file) -> bytes:
        line = file.readline(100_000)
        if not line:
            raise EOFError
        return line.rstrip(b"\r\n")

    def _exchange(self, file) -> None:
        words = self._line(file).split()
        if len(words) < 2:
            return
        self.targets.append(words[1].decode("latin-1"))
        length, is_chunked, last = 0, False, b""
        while line := self._line(file):
            name, _, value = (last + line if line[:1].isspace() else line).partition(b":")
            last, name = line, name.strip().strip(b"\0").lower().replace(b"_", b"-")
            if name == b"transfer-encoding" and b"chunked" in value.lower():
                is_chunked = True
            elif name == b"content-length":
                length = self._number(value.split(b",")[-1], 10)
        if not is_chunked:
            while length > 0 and (part := file.read(min(length, 65_536))):
                length -= len(part)
            return
        while size := self._number(self._line(file), 16) & 0xFFFFFFFF:
            file.read(size)
            self._line(file)
        while self._line(file):
            pass

    def _number(self, text: bytes, base: int) -> int:
        """The number that a text begins with; 0 without one."""
        found = re.match(rb"\s*\"?\+?(?:0x)?([0-9a-fA-F]+)" if base == 16 else rb"\s*\"?\+?([0-9]+)", text)
        return int(found[1], base) if found else 0
