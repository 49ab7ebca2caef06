"""An upstream that breaks off at a given point, and counts what has arrived by then."""

import contextlib
import socket
import struct
import threading

from gateway.reader import Reader, is_framed
from gateway.upstream import answer
from host import PATIENCE

# Where it breaks off, in the order of a request's life.
POINTS = ("accepted", "in the head", "before the body", "before the answer", "in the answer's head", "in the answer's body")
WHOLE = answer(body=b"0123456789")
HEAD = WHOLE[:-10]


class Breaking:
    """Serves until the block ends. `point` says where it breaks off (None: nowhere), `resets` whether by a reset instead
    of an end. The connections that are kept open behind an answer break off at their next request."""

    def __init__(self):
        self.point: str | None = None
        self.resets = False
        self.arrived: list[str] = []
        self.connections: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def __enter__(self) -> "Breaking":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_) -> None:
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def drop(self) -> None:
        """Ends the connections that are kept open, so that the next request comes on a new one."""
        for connection in self.connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self.connections = []

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                self.connections.append(connection)
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        connection.settimeout(PATIENCE)
        reader = Reader(connection)
        with contextlib.suppress(OSError, EOFError):
            while self.point != "accepted" and self._exchange(connection, reader):
                pass
        if self.resets:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        reader.file.close()
        connection.close()

    def _exchange(self, connection: socket.socket, reader: Reader) -> bool:
        """Serves one request; false where it breaks off."""
        # On a kept connection the point is that of the request which comes next.
        reader.file.peek(1)
        if self.point == "accepted":
            return False
        if self.point == "in the head":
            reader.exactly(10)
            return False
        line, fields = reader.head()
        self.arrived.append(line.decode())
        if self.point == "before the body":
            return False
        if is_framed(fields):
            reader.body(fields)
        if self.point == "before the answer":
            return False
        if self.point == "in the answer's head":
            connection.sendall(HEAD[:-20])
            return False
        whole = HEAD if line.startswith(b"HEAD") else WHOLE
        if self.point == "in the answer's body":
            connection.sendall(WHOLE[:-5])
            return False
        connection.sendall(whole)
        return True
