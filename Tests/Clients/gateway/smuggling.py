"""Requests that two servers may read differently. Each hides a second request, for a path of the host's own: as a
request of its own it is never passed on, so that an upstream that gets it got it by smuggling."""

HIDDEN_PATH = "/functions/v1/_internal/health"
HIDDEN = f"GET {HIDDEN_PATH} HTTP/1.1\r\nHost: localhost\r\nX: y\r\n\r\n".encode()
BEHIND_LAST_CHUNK = b"0\r\n\r\n" + HIDDEN


def case(*fields: bytes, body: bytes = BEHIND_LAST_CHUNK, method: bytes = b"POST", version: bytes = b"HTTP/1.1", target: bytes = b"PATH") -> bytes:
    """A request; `N` in a field is the body's length, and `PATH` the path of one of the two upstreams."""
    lines = [method + b" " + target + b" " + version, b"Host: localhost", *fields]
    return (b"\r\n".join(lines) + b"\r\n\r\n").replace(b"@N", b"%d" % len(body)) + body


N = b"Content-Length: @N"
TE = b"Transfer-Encoding: chunked"


def chunked(data: bytes, *fields: bytes) -> bytes:
    return case(TE, *fields, body=data)


# Two framings, or one that is spelled so that one server passes over it.
FRAMINGS = {
    "length, then chunked": case(N, TE),
    "chunked, then length": case(TE, N),
    "chunked, and length 4": case(TE, b"Content-Length: 4", body=b"%x\r\n%s\r\n0\r\n\r\n" % (len(HIDDEN), HIDDEN)),
    "a space before the colon": case(N, b"Transfer-Encoding : chunked"),
    "a tab before the colon": case(N, b"Transfer-Encoding\t: chunked"),
    "a tab behind the colon": case(N, b"Transfer-Encoding:\tchunked"),
    "a leading space": case(N, b" Transfer-Encoding: chunked"),
    "a leading tab": case(b"X: y", b"\tTransfer-Encoding: chunked", N),
    "a folded value": case(N, b"Transfer-Encoding:\r\n chunked"),
    "a folded word": case(N, b"Transfer-Encoding: chun\r\n ked"),
    "a bare line feed": case(N, b"X: y\nTransfer-Encoding: chunked"),
    "a bare carriage return": case(N, b"X: y\rTransfer-Encoding: chunked"),
    "a vertical tab": case(N, b"Transfer-Encoding: \x0bchunked"),
    "a form feed": case(N, b"Transfer-Encoding: chunked\x0c"),
    "a NUL in the value": case(N, b"Transfer-Encoding: chunked\x00"),
    "a NUL in the name": case(N, b"Transfer-Encoding\x00: chunked"),
    "a byte above ASCII": case(N, b"Transfer-Encoding: \xa0chunked"),
    "quotes": case(N, b'Transfer-Encoding: "chunked"'),
    "upper case": case(N, b"TRANSFER-ENCODING: CHUNKED"),
    "another word": case(N, b"Transfer-Encoding: xchunked"),
    "identity": case(N, b"Transfer-Encoding: identity"),
    "chunked twice": case(N, b"Transfer-Encoding: chunked, chunked"),
    "chunked first": case(N, b"Transfer-Encoding: chunked, identity"),
    "identity first": case(N, b"Transfer-Encoding: identity, chunked"),
    "an empty element": case(N, b"Transfer-Encoding: ,chunked"),
    "a parameter": case(N, b"Transfer-Encoding: chunked;q=1"),
    "two fields": case(N, TE, b"Transfer-Encoding: identity"),
    "an underscore": case(N, b"Transfer_Encoding: chunked"),
    "gzip without length": case(b"Transfer-Encoding: gzip"),
    "chunked by HTTP/1.0": case(TE, version=b"HTTP/1.0"),
}
LENGTHS = {
    f"the length {value.decode('latin-1')!r}": case(b"Content-Length: " + value, body=HIDDEN)
    for value in (
        b"0, @N", b"@N, 0", b"@N, @N", b"+@N", b"-1", b"0x@N", b"@N ; 1", b"@N 0", b'"@N"', b"@N.0", b"1e2", b"@N\x0b",
        b"18446744073709551616", b"4294967296", b"99999999999999999999", b"")
} | {
    "two lengths": case(b"Content-Length: 0", N, body=HIDDEN),
    "two lengths, the other way": case(N, b"Content-Length: 0", body=HIDDEN),
    "a length with a space before the colon": case(b"Content-Length : @N", body=HIDDEN),
    "a length with an underscore": case(b"Content_Length: @N", body=HIDDEN),
    "a folded length": case(b"Content-Length: 0\r\n @N", body=HIDDEN),
}
CHUNKS = {
    f"the chunk size {size.decode('latin-1')!r}": chunked(size + b"\r\n" + HIDDEN + b"\r\n0\r\n\r\n")
    for size in (b"0x0", b"+0", b"-0", b"-1", b" 0", b"0 ", b"", b"g", b"100000000", b"10000000000000000", b"0\x00", b"0;\x00")
} | {
    "a bare line feed behind a size": chunked(b"0\n\r\n" + HIDDEN),
    "a bare line feed in an extension": chunked(b"0;x=\n\r\n" + HIDDEN),
    "a size behind an extension": chunked(b"2;\nxx\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(HIDDEN), HIDDEN)),
    "a chunk without an end": chunked(b"1\r\nxx0\r\n\r\n" + HIDDEN),
    "a chunk ended by a line feed": chunked(b"1\r\nx\n0\r\n\r\n" + HIDDEN),
    "a framing among the trailers": chunked(b"0\r\nContent-Length: 100\r\nTransfer-Encoding: chunked\r\n\r\n" + HIDDEN),
    "a request among the trailers": chunked(b"0\r\n" + HIDDEN),
}
HEADS = {
    "a body of GET": case(N, body=HIDDEN, method=b"GET"),
    "a body of HEAD": case(N, body=HIDDEN, method=b"HEAD"),
    "a body of DELETE": case(N, body=HIDDEN, method=b"DELETE"),
    "a body of OPTIONS": case(N, body=HIDDEN, method=b"OPTIONS"),
    "a line in the target": case(target=b"PATH\nHost:x\n\n" + HIDDEN, body=b"", method=b"GET"),
    "an escaped line in the target": case(target=b"PATH%20HTTP/1.1%0d%0aHost:x%0d%0a%0d%0aGET%20/metrics", body=b"", method=b"GET"),
    "an escaped line in the query": case(target=b"PATH?a=%20HTTP/1.1%0d%0a%0d%0aGET%20/metrics", body=b"", method=b"GET"),
    "a field of Host and a line": case(b"X-Forwarded-Host: x\x00\r\n" + HIDDEN, body=b""),
    "no colon": case(b"GET " + HIDDEN_PATH.encode() + b" HTTP/1.1", N, body=HIDDEN),
    "a version that is none": case(N, body=HIDDEN, version=b"HTTP/1.2"),
    "no version": b"GET PATH\r\n" + HIDDEN,
    "Expect without a body": case(b"Expect: 100-continue", N, body=HIDDEN),
    "an upgrade that fails": case(
        b"Connection: Upgrade", b"Upgrade: websocket", b"Sec-WebSocket-Version: 777",
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", body=HIDDEN, method=b"GET"),
    "an upgrade with a body": case(
        b"Connection: Upgrade", b"Upgrade: websocket", b"Sec-WebSocket-Version: 13", N,
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", body=HIDDEN, method=b"GET"),
    "Connection names the framing": case(b"Connection: content-length", N, body=HIDDEN),
    "Connection names the other framing": case(b"Connection: transfer-encoding", TE, body=BEHIND_LAST_CHUNK),
}
CASES = FRAMINGS | LENGTHS | CHUNKS | HEADS
