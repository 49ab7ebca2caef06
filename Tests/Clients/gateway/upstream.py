"""A strict HTTP/1.1 server on loopback. It records each request byte by byte and answers with bytes that a test gives."""

import contextlib
import re
import socket
import ssl
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from gateway.reader import Fields, Malformed, Reader, is_framed, values
from host import PATIENCE

REQUEST_LINE = re.compile(rb"([A-Z]+) ([!-~]+) HTTP/1\.1")

@dataclass
class Received:
    """One request, as it came off the wire."""

    method: str
    target: str
    fields: Fields
    body: bytes = b""
    trailers: Fields = field(default_factory=list)
    connection: int = 0
    version: str = "HTTP/1.1"
    # The response's bytes, if they were made in one piece.
    answered: bytes | None = None

    def value(self, name: str) -> str | None:
        """The value of a field that may occur once."""
        found = values(self.fields, name.lower().encode())
        assert len(found) < 2, f"{name} occurs {len(found)} times"
        return found[0].decode("latin-1") if found else None


def answer(status: str = "200 OK", body: bytes = b"", fields: Iterable[tuple[str, str]] = (), length: bool = True) -> bytes:
    """The bytes of a response; without `length` the fields have to frame the body."""
    head = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in fields)]
    if length and not status.startswith(("204", "304")):
        head.append(f"Content-Length: {len(body)}")
    return "\r\n".join(head).encode("latin-1") + b"\r\n\r\n" + body


Answer = Callable[[Received], bytes | Iterable[bytes] | None]


class Upstream:
    """Serves on a port of its own until the block ends.

    `answering` makes a response's bytes; None closes the connection without any. A response with `Connection: close`
    ends it too. `upgrading` gets the socket of a WebSocket handshake. The block fails on malformed requests."""

    def __init__(
        self, answering: Answer, upgrading: Callable[[Received, socket.socket], None] | None = None,
        tls: ssl.SSLContext | None = None,
    ):
        self.answering, self.upgrading, self.tls = answering, upgrading, tls
        self.received: list[Received] = []
        self.faults: list[str] = []
        self.connections: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self.listener.getsockname()[1]

    @property
    def url(self) -> str:
        return f"{'https' if self.tls else 'http'}://127.0.0.1:{self.port}"

    def __enter__(self) -> "Upstream":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind, *_) -> None:
        self.close()
        assert kind is not None or not self.faults, self.faults

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for connection in self.connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                self.connections.append(connection)
                number = len(self.connections)
                threading.Thread(target=self._serve, args=(connection, number), daemon=True).start()

    def _serve(self, connection: socket.socket, number: int) -> None:
        connection.settimeout(PATIENCE)
        try:
            if self.tls:
                connection = self.tls.wrap_socket(connection, server_side=True)
            with connection:
                self._converse(connection, number)
        except Malformed as fault:
            self.faults.append(str(fault))
        except (EOFError, OSError):
            pass

    def _converse(self, connection: socket.socket, number: int) -> None:
        """Serves the requests of one connection."""
        reader = Reader(connection)
        while self._exchange(reader, connection, number):
            pass

    def _exchange(self, reader: Reader, connection: socket.socket, number: int) -> bool:
        """Answers one request; false at the end of the connection."""
        line, fields = reader.head()
        match = REQUEST_LINE.fullmatch(line)
        if not match:
            raise Malformed(f"a malformed request line: {line[:100]!r}")
        request = Received(match[1].decode(), match[2].decode(), fields, connection=number)
        if self.upgrading and values(request.fields, b"upgrade"):
            self.received.append(request)
            self.upgrading(request, connection)
            return False
        if is_framed(fields):
            request.body, request.trailers = reader.body(fields)
        self.received.append(request)
        made = self.answering(request)
        if made is None:
            return False
        if isinstance(made, bytes):
            request.answered = made
        head = b""
        for part in [made] if isinstance(made, bytes) else made:
            head = head or part
            connection.sendall(part)
        return b"\r\nconnection: close\r\n" not in head.lower()
