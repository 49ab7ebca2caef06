"""Servers that stand behind a host's gateway in tests of WebSockets."""

import base64
import hashlib
import socket
import threading

from websockets.sync.server import ServerConnection, serve

from host import PATIENCE


class RawUpstream:
    """A listening socket. The test accepts each connection, and plays the server byte by byte."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(PATIENCE)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def __enter__(self) -> "RawUpstream":
        return self

    def __exit__(self, *_) -> None:
        self.listener.close()

    def accept(self) -> "RawPeer":
        connection, _ = self.listener.accept()
        return RawPeer(connection)


class RawPeer:
    """One end of a connection, with a deadline on every read."""

    def __init__(self, connection: socket.socket):
        self.socket = connection
        self.socket.settimeout(PATIENCE)
        self.received = b""

    def __enter__(self) -> "RawPeer":
        return self

    def __exit__(self, *_) -> None:
        self.socket.close()

    def head(self) -> tuple[str, dict[str, str]]:
        """The next request's or response's first line and fields."""
        while b"\r\n\r\n" not in self.received:
            part = self.socket.recv(65536)
            assert part, f"the connection ended within a head: {self.received!r}"
            self.received += part
        head, self.received = self.received.split(b"\r\n\r\n", 1)
        first, *lines = head.decode().split("\r\n")
        return first, {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}

    def read(self, count: int) -> bytes:
        while len(self.received) < count:
            part = self.socket.recv(65536)
            assert part, f"the connection ended after {len(self.received)} of {count} bytes"
            self.received += part
        data, self.received = self.received[:count], self.received[count:]
        return data

    def at_end(self) -> bool:
        """Whether the other side has ended its output: waits for it."""
        try:
            return not self.received and self.socket.recv(1) == b""
        except ConnectionResetError:
            return True

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def end_output(self) -> None:
        self.socket.shutdown(socket.SHUT_WR)

    def break_off(self) -> None:
        """Closes with a reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.socket.close()

    def switch(self, behind: bytes = b"") -> dict[str, str]:
        """Reads a handshake and answers it with 101, and bytes right behind it; returns the handshake's fields."""
        _, fields = self.head()
        key = fields["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
        self.send(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Accept: {accept}\r\n\r\n".encode() + behind)
        return fields


class WebSocketUpstream:
    """A server of the `websockets` library, which runs a function for each connection."""

    def __init__(self, handler, **options):
        self.server = serve(handler, "127.0.0.1", 0, **options)
        self.url = f"http://127.0.0.1:{self.server.socket.getsockname()[1]}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def __enter__(self) -> "WebSocketUpstream":
        self.thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.server.shutdown()
        self.thread.join()


def echo(connection: ServerConnection) -> None:
    """Sends each message back. `close <code> <reason>` closes."""
    for message in connection:
        if isinstance(message, str) and message.startswith("close "):
            _, code, reason = message.split(" ", 2)
            connection.close(int(code), reason)
            return
        connection.send(message)
