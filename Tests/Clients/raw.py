"""HTTP/1.1 on plain sockets, for requests that no client library would send."""

import json
import select
import socket
from dataclasses import dataclass

from host import PATIENCE, Host, token

LIKE = "/functions/v1/like_option"

@dataclass
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes

    def error_code(self) -> str:
        """The code of an error the host itself answers: always a JSON object with code and message."""
        answer = json.loads(self.body)
        assert isinstance(answer["code"], str) and isinstance(answer["message"], str), answer
        return answer["code"]


class Wire:
    """A socket with a deadline on every read, and a parser for the answers that come back on it."""

    def __init__(self, port: int, timeout: float = PATIENCE, source: str | None = None):
        address = (source, 0) if source else None
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout, source_address=address)
        self.reader = self.socket.makefile("rb")

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        self.reader.close()
        self.socket.close()

    def send(self, *parts: bytes | str) -> "Wire":
        """Sends all parts, or as much as the host takes: it may answer and close before the end."""
        try:
            for part in parts:
                if select.select([self.socket], [], [], 0)[0]:
                    break
                self.socket.sendall(part.encode("latin-1") if isinstance(part, str) else part)
        except (BrokenPipeError, ConnectionResetError):
            pass
        return self

    def reply(self, bodiless: bool = False) -> Reply | None:
        """The next answer, or None at the end of the connection."""
        line = self._line()
        if not line:
            return None
        version, status, *_ = line.split(" ", 2)
        assert version in ("HTTP/1.1", "HTTP/1.0"), line
        headers = {}
        while line := self._line():
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        has_body = not bodiless and status not in ("204", "304") and not status.startswith("1")
        return Reply(int(status), headers, self._body(headers) if has_body else b"")

    def final_reply(self) -> Reply | None:
        """The next answer that is not an interim one, or None at the end of the connection."""
        while (reply := self.reply()) and reply.status < 200:
            pass
        return reply

    def at_end(self) -> bool:
        """Whether the host has closed: waits for it as long as the timeout."""
        try:
            return self.reader.read(1) == b""
        except ConnectionResetError:
            return True

    def _line(self) -> str:
        try:
            return self.reader.readline().decode("latin-1").rstrip("\r\n")
        except ConnectionResetError:
            return ""

    def _body(self, headers: dict[str, str]) -> bytes:
        if headers.get("transfer-encoding", "").lower() == "chunked":
            body = b""
            while size := int(self._line(), 16):
                body += self.reader.read(size)
                self._line()
            self._line()
            return body
        if "content-length" in headers:
            return self.reader.read(int(headers["content-length"]))
        return self.reader.read()


def request(method: str, path: str, token: str | None = None, body: bytes = b"", version: str = "HTTP/1.1", **more):
    """The bytes of a request; `more` are headers, their underscores turned into dashes."""
    lines = [f"{method} {path} {version}", "Host: localhost"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body or method in ("POST", "PUT", "PATCH"):
        lines.append(f"Content-Length: {len(body)}")
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in more.items()]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def like(body: bytes, access: str | None = None) -> bytes:
    """A like with the given body."""
    return request("POST", LIKE, access or token(), body, content_type="application/json")


def ask(host: Host, data: bytes, timeout: float = PATIENCE) -> Reply | None:
    """The answer to `data` on a connection of its own."""
    with Wire(host.port, timeout) as wire:
        return wire.send(data).reply()
