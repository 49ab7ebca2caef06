"""How a stream of bytes is cut into requests: by the host, and by two HTTP/1.1 parsers from PyPI."""

import base64
import dataclasses
import enum
import json
from dataclasses import dataclass, field

import h11
import httptools


@dataclass(frozen=True)
class Message:
    """One request as a parser understood it."""
    method: bytes
    target: bytes
    body: bytes


class End(enum.Enum):
    """The end of the stream after the last complete request."""
    REFUSED = "refused"
    WAITING = "waiting for more"
    CLOSED = "closed"


@dataclass
class Cut:
    """The requests in a stream, in their order. A request of the host is None if another route than the mirror answered
    it: the host cut it, but does not say how."""
    messages: list[Message | None] = field(default_factory=list)
    end: End = End.WAITING
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.messages} {self.end.value} {self.reason}"


def by_h11(stream: bytes) -> Cut:
    """As a server on h11 reads the stream, but for two liberties of RFC 9112 that h11 does not take.

    Empty lines before a request are passed over (section 2.2); HTTP/1.0 may keep its connection (section 9.3)."""
    cut = Cut()
    while True:
        connection = h11.Connection(h11.SERVER, max_incomplete_event_size=1 << 20)
        while stream.startswith(b"\r\n"):
            stream = stream[2:]
        connection.receive_data(stream)
        try:
            head, body = _next_of_h11(connection)
            if head is None:
                return cut
            cut.messages.append(Message(head.method, _in_origin_form(head.target), body))
            # A refusal, so that a CONNECT or an Upgrade stays with HTTP/1.1.
            connection.send(h11.Response(status_code=405, headers=[("Content-Length", "0")]))
            connection.send(h11.EndOfMessage())
        except h11.ProtocolError as error:
            cut.end, cut.reason = End.REFUSED, str(error)
            return cut
        if connection.our_state is h11.MUST_CLOSE and not _is_kept_by_http_1_0(head):
            cut.end = End.CLOSED
            return cut
        stream = connection.trailing_data[0]


def _next_of_h11(connection: h11.Connection) -> tuple[h11.Request | None, bytes]:
    """The next request and its body; None when the rest has not come."""
    head, body = None, b""
    while True:
        match event := connection.next_event():
            case h11.Request():
                head = event
            case h11.Data():
                body += bytes(event.data)
            case h11.EndOfMessage():
                return head, body
            case _:
                return None, body


def _is_kept_by_http_1_0(head: h11.Request) -> bool:
    options = [option.strip().lower() for name, value in head.headers if name == b"connection"
               for option in value.split(b",")]
    return head.http_version == b"1.0" and b"keep-alive" in options and b"close" not in options


def _in_origin_form(target: bytes) -> bytes:
    """What a server makes of the absolute form (RFC 9112, section 3.2.2): the mirror tells path and query alone."""
    if target.startswith(b"/") or b"://" not in target:
        return target
    return b"/" + target.partition(b"://")[2].partition(b"/")[2]


class _Collector:
    """Takes llhttp's events."""

    def __init__(self):
        self.cut = Cut()
        self.parser = httptools.HttpRequestParser(self)
        self.target = self.body = b""

    def on_message_begin(self):
        self.target = self.body = b""

    def on_url(self, piece: bytes):
        self.target += piece

    def on_body(self, piece: bytes):
        self.body += piece

    def on_message_complete(self):
        # llhttp may go on behind a request that closes the connection; a server does not.
        if self.cut.end is not End.CLOSED:
            self.cut.messages.append(Message(self.parser.get_method(), _in_origin_form(self.target), self.body))
            if not self.parser.should_keep_alive():
                self.cut.end = End.CLOSED


def by_llhttp(stream: bytes) -> Cut:
    """As a server on llhttp reads the stream, as strictly as Node does."""
    collector = _Collector()
    cut = collector.cut
    try:
        collector.parser.feed_data(stream)
    except httptools.HttpParserUpgrade:
        if cut.messages[-1].method != b"CONNECT" and (b"Upgrade" in stream or b"upgrade" in stream):
            return _without_upgrades(stream)
        cut.end = End.CLOSED
    except httptools.HttpParserError as error:
        if cut.end is not End.CLOSED:
            cut.end, cut.reason = End.REFUSED, str(error)
    return cut


def _without_upgrades(stream: bytes) -> Cut:
    """As Node reads the stream when nothing listens for an Upgrade: llhttp does not see the field."""
    cut = by_llhttp(stream.replace(b"Upgrade", b"Vpgrade").replace(b"upgrade", b"vpgrade"))
    for index, message in enumerate(cut.messages):
        body = message.body.replace(b"Vpgrade", b"Upgrade").replace(b"vpgrade", b"upgrade")
        cut.messages[index] = dataclasses.replace(message, body=body)
    return cut


def by_host(received: bytes) -> Cut:
    """As the host read the stream, told from its answers.

    The mirror says what it was given. Any other answer that leaves the connection open stands for a request that was cut.
    400, 431 and 408 are the parser's."""
    cut, rest = Cut(end=End.CLOSED), received
    while rest:
        head, separator, rest = rest.partition(b"\r\n\r\n")
        assert separator, f"the host's answer has no whole head: {received!r}"
        status = int(head.split(b" ", 2)[1])
        if status < 200:
            continue
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        length = int(fields.get(b"content-length", 0))
        # The answer to a HEAD has the length of a body, and no body.
        has_body = not rest.startswith(b"HTTP/1.1 ")
        body, rest = (rest[:length], rest[length:]) if has_body else (b"", rest)
        assert status < 500, f"the host failed: {received!r}"
        if b"x-mirror" in fields:
            seen = json.loads(base64.b64decode(dict(_lines(head))[b"x-mirror"]))
            target = "/functions/v1/mirror" + seen["path"] + ("?" + seen["query"] if "query" in seen else "")
            cut.messages.append(Message(seen["method"].encode(), target.encode(), base64.b64decode(seen["body"])))
        elif status == 408:
            cut.end, cut.reason = End.WAITING, "408"
        elif status in (400, 431) and b"close" in fields.get(b"connection", b""):
            cut.end, cut.reason = End.REFUSED, json.loads(body)["message"] if body else str(status)
        else:
            cut.messages.append(None)
    return cut


def _lines(head: bytes):
    for line in head.split(b"\r\n")[1:]:
        name, value = line.split(b": ", 1)
        yield name.lower(), value
