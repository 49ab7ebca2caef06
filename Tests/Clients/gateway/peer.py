"""A client of the host on a plain socket, which fails on any malformed answer."""

import contextlib
import re
import socket
from dataclasses import dataclass

from gateway.reader import Fields, Malformed, Reader, is_framed, values
from host import PATIENCE

STATUS_LINE = re.compile(rb"HTTP/1\.1 ([1-9][0-9]{2})(?: [\t -\x7e\x80-\xff]*)?")


@dataclass
class Reply:
    status: int
    fields: Fields
    body: bytes
    trailers: Fields

    def value(self, name: str) -> str | None:
        """The value of a field that may occur once."""
        found = values(self.fields, name.lower().encode())
        assert len(found) < 2, f"{name} occurs {len(found)} times"
        return found[0].decode("latin-1") if found else None


class Peer:
    def __init__(self, port: int, timeout: float = PATIENCE):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.reader = Reader(self.socket)

    def __enter__(self) -> "Peer":
        return self

    def __exit__(self, *_) -> None:
        self.reader.file.close()
        self.socket.close()

    def send(self, *parts: bytes) -> "Peer":
        """Sends all, or as much as the host takes before it closes."""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            for part in parts:
                self.socket.sendall(part)
        return self

    def head(self) -> tuple[int, Fields]:
        """The next status and its fields, interim ones too."""
        line, fields = self.reader.head()
        match = STATUS_LINE.fullmatch(line)
        if not match:
            raise Malformed(f"a malformed status line: {line[:100]!r}")
        return int(match[1]), fields

    def reply(self, method: str = "GET") -> Reply | None:
        """The next final answer; None at the end of the connection, whether by FIN or by reset."""
        try:
            status, fields = self.head()
            while status < 200:
                status, fields = self.head()
        except (EOFError, ConnectionResetError):
            return None
        if method == "HEAD" or status in (204, 304):
            return Reply(status, fields, b"", [])
        if not is_framed(fields):
            assert b"close" in values(fields, b"connection"), f"an answer without framing on a lasting connection: {fields}"
        return Reply(status, fields, *self.reader.body(fields))


def request(method: str, target: str, *fields: tuple[str, str], body: bytes | None = None) -> bytes:
    """The bytes of a request, its fields as they are given, behind `Host`."""
    lines = [f"{method} {target} HTTP/1.1", "Host: localhost", *(f"{name}: {value}" for name, value in fields)]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + (body or b"")


def ask(port: int, method: str, target: str, *fields: tuple[str, str], body: bytes | None = None) -> Reply:
    """The answer to one request on a connection of its own."""
    with Peer(port) as peer:
        reply = peer.send(request(method, target, *fields, body=body)).reply(method)
    assert reply, f"{method} {target} was not answered"
    return reply
