"""Streams of HTTP/1.1 requests for the fuzzer: whole ones, ones with an odd piece here and there, and damaged ones."""

import random

MIRROR = b"/functions/v1/mirror"

# Of each part of a request: what clients send, and what two parsers may read differently.
METHODS = [b"GET", b"POST", b"PUT", b"PATCH", b"DELETE", b"HEAD", b"OPTIONS"]
ODD_METHODS = [b"get", b"PoST", b"CONNECT", b"TRACE", b"PRI", b"M-SEARCH", b"MIRROR", b"G ET", b"G\tT", b"", b"GET\x00",
               b"(GET)", b"X" * 33, "GÉT".encode()]
TARGETS = [MIRROR, MIRROR + b"/a/b", MIRROR + b"?q=1&r=%20", MIRROR + b"/%41//x;y=1", MIRROR + b"/?" + b"q" * 300]
ODD_TARGETS = [b"http://a" + MIRROR, b"http://a:80" + MIRROR + b"/x?y", b"HTTP://b" + MIRROR, b"*", b"/", b"",
    b"mirror",
               b"a:443", MIRROR + b"#part", MIRROR + b"/ x", MIRROR + b"/\x00", MIRROR + b"/\x80\xff",
               MIRROR + b"/\x7f",
               MIRROR + b"/../mirror", MIRROR + b"/\\", MIRROR + b'/"<>^`{|}', MIRROR + b"\t", MIRROR + b"/%", b"?q",
               b"http://", b"http://a", b"//a" + MIRROR, b"://" + MIRROR, MIRROR + b"/" + b"x" * 3000]
VERSIONS = [b"HTTP/1.1"] * 9 + [b"HTTP/1.0"]
ODD_VERSIONS = [b"HTTP/1.2", b"HTTP/2.0", b"HTTP/0.9", b"HTTP/1.1 ", b"http/1.1", b"HTTP/11", b"HTTP/1.10",
    b"HTTP/ 1.1",
                b"HTTP/1.", b"HTP/1.1", b"ICE/1.0", b"RTSP/1.0", b"HTTP/1.1\x00", b"HTTP/+1.1", b""]
ODD_BLANKS = [b"  ", b"\t", b"\x0b", b"\x0c", b"\xa0", b"", b" \t"]
ODD_ENDS = [b"\n", b"\r", b"\r\r\n", b"\n\r", b"\r\n\r\n", b"\r\n ", b"\r\n\t", b" \r\n", b"\x00\r\n", b"\x0b\r\n",
    b"\x85"]
FIELDS = [b"Accept: */*", b"X-A: 1", b"X-Empty:", b"x-b:   v  ", b"X-C:\tv\t", b"Cookie: a=b; c=\"d\"", b"X_D: 1",
          b"X-Text: \xe2\x82\xac\xff", b"User-Agent: fuzzer", b"!#$%&'*+-.^_`|~9: 1", b"X-Long: " + b"v" * 900]
ODD_FIELDS = [b"X : 1", b" X: 1", b"\tX: 1", b": 1", b"X", b"X Y: 1", b"X\x00: 1", b"X: \x00", b"X: a\rb", b"X: a\nb",
              b"X: a\r\n b", b"X: \x7f", b"X: \x01", b"X:\x0b1", b"X(: 1", b"X\x80: 1", b"X: a\r\n\tHost: b",
              b"\x0bX: 1",
              b"Host : b", b"Content-Length\r\n : 5", b"=: 1", b"X;: 1", b"Trailer: X", b"X:: 1", b"\xefX: 1"]
HOSTS = [b"Host: a"] * 12 + [b"host: a:80", b"HOST:a"]
ODD_HOSTS = [b"", b"Host: a\r\nHost: a", b"Host: a\r\nHost: b", b"Host:", b"Host: a b", b"Host: a, b", b"Host: a/b",
    b"Host: @"]
CONNECTIONS = [b""] * 12 + [b"Connection: keep-alive", b"Connection: close", b"Connection: Close, x", b"Connection: x"]
ODD_CONNECTIONS = [b"Connection: keep-alive, close", b"Connection: close\r\nConnection: keep-alive",
    b"Connection: Upgrade",
                   b"Connection: close ;", b"Connection: clo se", b"Proxy-Connection: close", b"Connection: \"close\"",
                   b"Connection: Upgrade\r\nUpgrade: websocket", b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c",
                   b"Upgrade: websocket", b"Connection: Content-Length", b"Connection: Transfer-Encoding",
                   b"Connection:,,"]
EXPECTATIONS = [b""] * 20 + [b"Expect: 100-continue", b"Expect: 100-Continue"]
ODD_LENGTHS = [b"+%d", b"-%d", b"0%d", b"00000000000000000000%d", b"%d,%d", b"%d, %d", b"0x%d", b"%d.0", b"%de0",
    b"%d;",
               b"%d a", b"%d\x0b", b"\x0b%d", b"%d\x00", b" \t%d \t", b"'%d'", b"%d\r\nContent-Length: %d", b"",
               b"18446744073709551616", b"18446744073709551621", b"9223372036854775808", b"99999999999999999999999",
               b"-0",
               b"\xd9\xa5", b"%d\r\ncontent-length: 0", b"0\r\nContent-Length: %d", b"%d\r\n ", b"%d_0", b"\r\n %d"]
LENGTH_NAMES = [b"Content-Length"] * 12 + [b"content-length", b"CONTENT-LENGTH", b"Content-Length ", b" Content-Length",
                                          b"Content_Length", b"Content-Length\x00", b"Content\xadLength",
                                          b"Content-Length:"]
ODD_CODINGS = [b"Chunked", b"CHUNKED", b" chunked ", b"\tchunked\t", b"xchunked", b"chunkedx", b"chunked, chunked",
               b"gzip, chunked", b"chunked, gzip", b"identity", b"chunked, identity", b"identity, chunked", b"",
               b",chunked",
               b"chunked,", b"chunked;q=1", b'"chunked"', b"\x0bchunked", b"chunked\x0b", b"chun\x00ked", b"chunk ed",
               b"chunkeD",
               b"chun\xc5\xbfed", b"chun\xe2\x84\xaaed", b"chunked\r\nTransfer-Encoding: chunked", b"gzip",
               b"gzip\r\nTransfer-Encoding: chunked", b"chunked\r\nTransfer-Encoding: identity", b"\r\n chunked",
               b"chunked\x00"]
CODING_NAMES = [b"Transfer-Encoding"] * 12 + [b"transfer-encoding", b"TRANSFER-ENCODING", b"Transfer-Encoding ",
                                             b" Transfer-Encoding", b"Transfer_Encoding", b"Transfer\x00-Encoding",
                                             b"X: y\r\n\tTransfer-Encoding", b"TE", b"Transfer-Encoding:"]
ODD_SIZES = [b"0x%x", b"+%x", b"-%x", b"%x ", b" %x", b"\t%x", b"%x\t", b"0%x", b"00000000000000000000%x",
    b"1000000000000000%x",
             b"%x;", b"%x;a", b"%x;a=b", b'%x;a="b"', b'%x;a="\\""', b'%x;a="b', b"%x ;a", b"%x; a", b"%x;a=",
             b"%x;=b", b"%x;;",
             b"%x;\x80", b"%x;a b", b"%x;a\x00", b"%x;a\r", b"%x;a\nb", b"%x,%x", b"%xg", b"", b"%x.0",
             b"FFFFFFFFFFFFFFFF",
             b"fffffffffffffffff", b"%x\x00", b"%x\x0b", b"\xd9\xa5", b"%x;" + b"e" * 300, b"%x;a={}", b"%x;(a)",
             b"%x;\t"]
ODD_CHUNK_ENDS = [b"", b"\n", b"\r", b"\r\r\n", b"x\r\n", b" \r\n", b"\r\n\r\n", b"\n\r\n", b"\x00\r\n", b"\r\n "]
ODD_LAST = [b"", b"00", b"0000000000000000000000", b"0;a", b"0 ", b"-0", b"0x0", b"0;a=\"b\"", b"+0", b"0\t", b"0,"]
TRAILERS = [b""] * 8 + [b"X-T: 1\r\n", b"X-T: 1\r\nX-U:\r\n"]
ODD_TRAILERS = [b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n", b"X\r\n", b" X: 1\r\n", b"X : 1\r\n",
    b"X: 1\n",
                b"X: \x00\r\n", b": 1\r\n", b"X: 1\r\n y\r\n", b"Host: b\r\n", b"GET / HTTP/1.1\r\n", b"X: \x7f\r\n",
                b"X\x00: 1\r\n"]
TOKENS = [b"\r\n", b"\n", b"\r", b"\x00", b" ", b"\t", b":", b";", b",", b"0", b"5", b"\r\n\r\n", b"0\r\n\r\n",
    b"\x7f", b"\x80", b"\xff",
          b"chunked", b"Content-Length: 3\r\n", b"Transfer-Encoding: chunked\r\n", b"GET / HTTP/1.1\r\n",
          b"Host: b\r\n", b"?", b"#"]


class Streams:
    """Makes one stream from one seed: the same stream for the same seed, on every machine."""

    def __init__(self, seed: int):
        self.chance = random.Random(seed)
        # How often a piece is an odd one: in many streams none is, in few several are.
        self.oddness = self.chance.choice([0, 0.02, 0.05, 0.05, 0.15])

    def stream(self) -> bytes:
        requests = [self._request() for _ in range(self.chance.choice([1, 1, 1, 2, 3]))]
        stream = self.chance.choice([b""] * 9 + [b"\r\n", b"\r\n\r\n"]).join([b"", *requests])
        if self.chance.random() < 0.4:
            for _ in range(self.chance.choice([1, 1, 2, 5])):
                stream = self._damaged(stream)
        return stream

    def cuts(self, stream: bytes) -> list[bytes]:
        """The stream in the pieces it is sent in."""
        places = sorted(self.chance.randrange(len(stream) + 1) for _ in range(self.chance.choice([0, 0, 1, 3, 8])))
        return [stream[start:end] for start, end in zip([0, *places], [*places, len(stream)]) if start < end]

    def _either(self, usual: list[bytes], odd: list[bytes]) -> bytes:
        return self.chance.choice(odd if self.chance.random() < self.oddness else usual)

    def _end(self) -> bytes:
        return self._either([b"\r\n"], ODD_ENDS)

    def _request(self) -> bytes:
        method = self._either(METHODS, ODD_METHODS)
        line = self._either([b" "], ODD_BLANKS).join(
            [method, self._either(TARGETS, ODD_TARGETS), self._either(VERSIONS, ODD_VERSIONS)])
        framing, body = self._body(method)
        fields = [self._either(FIELDS, ODD_FIELDS) for _ in range(self.chance.choice([0, 1, 2, 4]))]
        fields += [self._either(HOSTS, ODD_HOSTS), self._either(CONNECTIONS, ODD_CONNECTIONS)]
        fields += [self.chance.choice(EXPECTATIONS), *framing]
        self.chance.shuffle(fields)
        return b"".join(part + self._end() for part in [line, *filter(None, fields), b""]) + body

    def _body(self, method: bytes) -> tuple[list[bytes], bytes]:
        """The fields that frame a body, and the body."""
        size = self.chance.choice([0, 1, 5, 5, 17, 40, 40, 300])
        if self.chance.random() < 0.002:
            size = 70_000
        body = self.chance.choice([b"x", b"0\r\n\r\n", b"GET / HTTP/1.1\r\nHost: b\r\n\r\n", b"\r\n"]) * size
        body = body[:size]
        match self.chance.choice(["length", "length", "chunked", "chunked", "none", "odd"]):
            case "none":
                return [], b""
            case "length":
                return [self._length(size)], body
            case "chunked":
                return [self._coding()], self._chunked(body)
        if self.chance.random() < self.oddness * 4:
            framing = [self._length(size), self._coding()]
            return framing, self.chance.choice([body, self._chunked(body)])
        return ([], body) if method == b"GET" and self.chance.random() < self.oddness else ([], b"")

    def _length(self, size: int) -> bytes:
        if self.chance.random() < self.oddness:
            size = max(0, size + self.chance.choice([-5, -1, 1, 2, 400]))
        value = self._either([b"%d"], ODD_LENGTHS)
        name = self.chance.choice(LENGTH_NAMES) if self.chance.random() < self.oddness else LENGTH_NAMES[0]
        return name + self._either([b": "] * 3 + [b":"], [b" : ", b":\x0b", b"\t:", b":\r\n ", b"="]) + _filled(value,
            size)

    def _coding(self) -> bytes:
        name = self.chance.choice(CODING_NAMES) if self.chance.random() < self.oddness else CODING_NAMES[0]
        return name + self._either([b": "] * 3 + [b":"], [b" : ", b":\x0b", b"\t:", b":\r\n ", b"="]) + self._either(
            [b"chunked"], ODD_CODINGS)

    def _chunked(self, body: bytes) -> bytes:
        chunks, place = [], 0
        while place < len(body):
            size = min(self.chance.choice([1, 2, 5, 16, 100, 65_600]), len(body) - place)
            stated = size + self.chance.choice([-1, 1, 10]) if self.chance.random() < self.oddness / 2 else size
            line = _filled(self._either([b"%x"] * 6 + [b"%X", b"0%x"], ODD_SIZES), max(stated, 0))
            chunks += [line, self._end(), body[place:place + size], self._either([b"\r\n"], ODD_CHUNK_ENDS)]
            place += size
        last = self._either([b"0"], ODD_LAST) + self._end() + self._either(TRAILERS, ODD_TRAILERS) + self._end()
        return b"".join(chunks) + last

    def _damaged(self, stream: bytes) -> bytes:
        """The stream with one thing changed somewhere."""
        place = self.chance.randrange(len(stream) + 1)
        length = self.chance.choice([1, 1, 2, 4, 20])
        match self.chance.randrange(8):
            case 0:
                return stream[:place] + self.chance.choice(TOKENS) + stream[place:]
            case 1:
                return stream[:place] + stream[place + length:]
            case 2:
                return stream[:place] + bytes([self.chance.randrange(256)]) + stream[place + 1:]
            case 3:
                return stream[:place] + stream[place:place + length] + stream[place:]
            case 4:
                return stream[:place] + self.chance.choice(TOKENS) + stream[place + length:]
            case 5:
                return stream[:place]
            case 6:
                # At the end of a line, where most of what frames a message is.
                place = max(0, stream.find(b"\r\n", place))
                return stream[:place] + self.chance.choice(TOKENS) + stream[place + self.chance.randrange(3):]
            case _:
                lines = stream.split(b"\r\n")
                one, other = self.chance.randrange(len(lines)), self.chance.randrange(len(lines))
                lines[one], lines[other] = lines[other], lines[one]
                return b"\r\n".join(lines)


def _filled(form: bytes, number: int) -> bytes:
    """The form with the number in its places."""
    marks = form.count(b"%d") + form.count(b"%x") + form.count(b"%X")
    return form % ((number,) * marks) if marks else form
