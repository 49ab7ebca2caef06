"""An upstream for bodies of gigabytes: it makes and checks them without keeping them."""

import contextlib
import re
import socket
import threading
import zlib

from gateway.reader import Reader, values

PIECE = bytes(index * 7 % 251 for index in range(1 << 20))


class Pattern:
    """A body of a length, of which only the checksum is kept."""

    def __init__(self):
        self.length, self.checksum = 0, 0

    def add(self, data: bytes | memoryview) -> None:
        self.length += len(data)
        self.checksum = zlib.adler32(data, self.checksum or 1)

    def take(self, reader: Reader, length: int) -> "Pattern":
        """Reads so many bytes of a connection."""
        buffer = memoryview(bytearray(1 << 20))
        while self.length < length:
            count = reader.file.readinto(buffer[:min(len(buffer), length - self.length)])
            if not count:
                raise EOFError(f"the end came after {self.length} bytes")
            self.add(buffer[:count])
        return self


def expected(length: int) -> Pattern:
    made = Pattern()
    for piece in pieces(length):
        made.add(piece)
    return made


def pieces(length: int):
    for start in range(0, length, len(PIECE)):
        yield memoryview(PIECE)[:length - start]


class Bulk:
    """`GET /…/<n>` is answered with n bytes; a POST is read and answered when all has come. Serves until the block ends."""

    def __init__(self):
        self.received: list[Pattern] = []
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=16)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def __enter__(self) -> "Bulk":
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
        reader = Reader(connection)
        with contextlib.suppress(OSError, EOFError), connection:
            while True:
                line, fields = reader.head()
                length = 0
                if line.startswith(b"GET"):
                    length = int(re.search(rb"/([0-9]+) ", line)[1])
                else:
                    self.received.append(Pattern().take(reader, int(values(fields, b"content-length")[0])))
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % length)
                for piece in pieces(length):
                    connection.sendall(piece)
