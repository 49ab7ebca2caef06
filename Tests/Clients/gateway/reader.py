"""A strict parser of HTTP/1.1 messages: CRLF alone ends a line, one field at most frames a body."""

import re
import socket

FIELD = re.compile(rb"([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ ]?((?:[\x21-\x7e\x80-\xff](?:[\t -\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?)")
SIZE = re.compile(rb"[0-9a-fA-F]{1,16}")

Fields = list[tuple[bytes, bytes]]


class Malformed(Exception):
    """What is wrong with the bytes that the host sent."""


def values(fields: Fields, name: bytes) -> list[bytes]:
    """The values of a field, whose name is given in lower case."""
    return [value for key, value in fields if key.lower() == name]


def is_framed(fields: Fields) -> bool:
    return bool(values(fields, b"content-length") or values(fields, b"transfer-encoding"))


class Reader:
    """Reads the messages of one connection. `EOFError` is the end of the connection, also within a message."""

    def __init__(self, connection: socket.socket):
        self.file = connection.makefile("rb")

    def line(self) -> bytes:
        line = self.file.readline(70_000)
        if not line:
            raise EOFError
        if not line.endswith(b"\r\n") or b"\r" in line[:-2]:
            raise Malformed(f"a line without CRLF: {line[:100]!r}")
        return line[:-2]

    def fields(self) -> Fields:
        fields = []
        while line := self.line():
            match = FIELD.fullmatch(line)
            if not match:
                raise Malformed(f"a malformed field: {line[:100]!r}")
            fields.append((match[1], match[2]))
        return fields

    def head(self) -> tuple[bytes, Fields]:
        """The first line and the fields."""
        return self.line(), self.fields()

    def exactly(self, count: int) -> bytes:
        data = self.file.read(count)
        if len(data) < count:
            raise EOFError
        return data

    def body(self, fields: Fields) -> tuple[bytes, Fields]:
        """The body that the fields frame, or else all until the end of the connection; and the trailers."""
        lengths, codings = values(fields, b"content-length"), values(fields, b"transfer-encoding")
        if len(lengths) + len(codings) > 1 or any(coding.lower() != b"chunked" for coding in codings):
            raise Malformed(f"framed by {lengths} and {codings}")
        if not lengths:
            return self.chunked() if codings else (self.file.read(), [])
        if not lengths[0].isdigit():
            raise Malformed(f"a length of {lengths[0]!r}")
        return self.exactly(int(lengths[0])), []

    def chunked(self) -> tuple[bytes, Fields]:
        parts = []
        while part := self.chunk():
            parts.append(part)
        return b"".join(parts), self.fields()

    def chunk(self) -> bytes:
        """The next chunk; empty for the last, behind which the trailers stand."""
        line = self.line()
        if not SIZE.fullmatch(line):
            raise Malformed(f"a chunk of the size {line[:100]!r}")
        size = int(line, 16)
        data = self.exactly(size)
        if size and self.line():
            raise Malformed("a chunk longer than its size")
        return data
