"""Heads and bodies through the gateway: a strict upstream and a strict client compare them byte by byte."""

import gzip
import pathlib
import threading

import pytest
from gateway.peer import Peer, Reply, ask, request
from gateway.reader import values
from gateway.recorder import ADDED_DOWNWARDS, ADDED_UPWARDS, end_to_end
from gateway.upstream import Received, answer
from host import EXAMPLE, PATIENCE, token
from jobs import eventually

PATH = "/rest/v1/riddles"
ORIGIN = ("Origin", "https://app.example.com")


@pytest.fixture
def through(upstream, in_front):
    """Sends one request through the host; returns what the upstream received, and what came back."""
    def send(
        method: str, target: str, *fields: tuple[str, str], body: bytes | None = None, answered: bytes = answer(),
    ) -> tuple[Received, Reply]:
        upstream.answering, count = lambda _: answered, len(upstream.received)
        reply = ask(in_front.port, method, target, *fields, body=body)
        received = upstream.received[count:]
        assert len(received) == 1, f"{len(received)} requests arrived; the answer was {reply}"
        return received[0], reply
    return send


@pytest.fixture
def refused(upstream, in_front):
    """Sends bytes that the host has to refuse before anything leaves for the upstream."""
    def send(data: bytes) -> int:
        upstream.answering, count = lambda _: answer(), len(upstream.received)
        with Peer(in_front.port) as peer:
            reply = peer.send(data).reply()
        assert len(upstream.received) == count, f"arrived: {upstream.received[count:]}"
        assert reply and 400 <= reply.status < 600, reply
        return reply.status
    return send


def pairs(*fields: tuple[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode("latin-1")) for name, value in fields]


UP = (
    ("apikey", token("anon")), ("Authorization", "Bearer x.y.z"), ("X-Client-Info", "supabase-swift/2.55.0"),
    ("Accept", "application/vnd.pgrst.object+json"), ("Accept-Encoding", "gzip, br;q=0.5, zstd"), ("Accept-Profile", "public"),
    ("Prefer", "return=representation"), ("Prefer", "count=exact"), ("Range", "bytes=0-99"), ("Range-Unit", "items"),
    ("If-None-Match", 'W/"a", "b"'), ("Cookie", "a=1; b=2"), ("X-Empty", ""), ("x-lower", "one"), ("X-Upper", "TWO  spaces"),
    ("X-Bytes", "gr\xfc\xdfe"), ("User-Agent", "Swivo/1 CFNetwork/1568.1"), ("traceparent", f"00-{'a' * 32}-{'b' * 16}-01"),
)
DOWN = (
    ("Date", "Sat, 21 Nov 2026 09:00:00 GMT"), ("Server", "postgrest/12.2"), ("Set-Cookie", "a=1; Path=/"),
    ("Content-Range", "0-24/3573458"), ("ETag", 'W/"5d-abc"'), ("Set-Cookie", "b=2; Path=/; HttpOnly"), ("Vary", "Origin"),
    ("Vary", "Accept-Encoding"), ("Content-Location", "/riddles?select=*"), ("Content-Type", "application/json; charset=utf-8"),
    ("Preference-Applied", "return=representation"), ("Access-Control-Allow-Origin", "https://app.example.com"),
    ("X-Empty", ""), ("X-Bytes", "gr\xfc\xdfe"), ("Set-Cookie", "c=3"), ("Content-Encoding", "zstd"), ("x-served-by", "the project"),
)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"])
def test_every_field_passes_once_and_in_its_order(through, method):
    body = b'{"a":1}' if method not in ("GET", "HEAD") else None
    made = answer(body=b"" if method == "HEAD" else b"[1]", fields=DOWN)
    received, reply = through(method, PATH + "?select=*", *UP, body=body, answered=made)
    assert received.method == method
    assert end_to_end(received.fields, ADDED_UPWARDS) == pairs(*UP)
    assert received.body == (body or b"")
    assert end_to_end(reply.fields, ADDED_DOWNWARDS) == pairs(*DOWN)
    assert reply.body == (b"" if method == "HEAD" else b"[1]")


def test_the_fields_of_a_connection_stop_here(through):
    """Those of RFC 9110, 7.6.1, and those that `Connection` names, on both ways."""
    sent = (("Connection", "x-mine, keep-alive"), ("X-Mine", "1"), ("Keep-Alive", "timeout=5"), ("TE", "trailers"),
            ("Proxy-Connection", "keep-alive"), ("Connection", "x-other"), ("X-Other", "2"), ("X-Kept", "3"))
    made = answer(fields=(
        ("Connection", "x-gone"), ("X-Gone", "1"), ("Keep-Alive", "timeout=5"), ("Proxy-Connection", "keep-alive"), ("X-Kept", "3")))
    received, reply = through("GET", PATH, *sent, answered=made)
    assert end_to_end(received.fields, ADDED_UPWARDS) == pairs(("X-Kept", "3"))
    for fields in (received.fields, reply.fields):
        for name in (b"x-mine", b"x-other", b"x-gone", b"proxy-connection", b"te"):
            assert not values(fields, name), name
    assert values(reply.fields, b"x-kept") == [b"3"]


def test_the_upstream_learns_of_the_client_and_is_told_no_lies(through, upstream):
    lies = (("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-For", "203.0.113.10"), ("X-Forwarded-Proto", "https"),
            ("X-Forwarded-Host", "evil.example"))
    received, _ = through("GET", PATH, *lies)
    assert received.value("host") == f"127.0.0.1:{upstream.port}"
    assert received.value("x-forwarded-for") == "127.0.0.1"
    assert received.value("x-forwarded-proto") == "http"
    assert received.value("x-forwarded-host") == "localhost"


@pytest.mark.parametrize("address", ["127.0.0.1", "::"])
def test_a_trusted_proxy_is_believed(upstream, own_host, address):
    """A host on `::` reads the proxy's address as `::ffff:127.0.0.1`."""
    if address == "::" and not pathlib.Path("/proc/net/if_inet6").exists():
        pytest.skip("this machine has no IPv6")
    config = f'[swiftlet]\nhost = "{address}"\ntrusted_proxies = ["127.0.0.1"]'
    host = own_host(config=config, settings={"SUPABASE_URL": upstream.url})
    upstream.answering = lambda _: answer()
    ask(host.port, "GET", PATH, ("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-Proto", "https"))
    received = upstream.received[-1]
    hops = [part.strip() for part in received.value("x-forwarded-for").split(",")]
    assert hops == ["203.0.113.9", "127.0.0.1" if address == "127.0.0.1" else "::ffff:127.0.0.1"]
    assert received.value("x-forwarded-proto") == "https"


def test_a_pages_preflight_is_the_projects(through):
    granted = (("Access-Control-Allow-Origin", "https://app.example.com"), ("Access-Control-Allow-Methods", "PATCH"),
               ("Access-Control-Allow-Headers", "prefer"), ("Access-Control-Max-Age", "3600"))
    received, reply = through(
        "OPTIONS", PATH, ORIGIN, ("Access-Control-Request-Method", "PATCH"), ("Access-Control-Request-Headers", "prefer"),
        answered=answer("204 No Content", fields=granted))
    assert received.value("origin") == ORIGIN[1]
    assert end_to_end(reply.fields, ADDED_DOWNWARDS) == pairs(*granted)


@pytest.mark.parametrize("size", [1_000, 8_000, 9_000, 31_000])
def test_long_fields_pass(through, size):
    """Supabase's own gateway once refused 8 KiB: a token with many claims is longer."""
    received, reply = through(
        "GET", PATH, ("Authorization", "Bearer " + "x" * size), answered=answer(fields=[("X-Long", "y" * size)]))
    assert received.value("authorization") == "Bearer " + "x" * size
    assert reply.value("x-long") == "y" * size


def test_a_head_that_is_too_long_is_refused(refused):
    assert refused(request("GET", PATH, ("X-Long", "x" * 33_000))) == 431


def test_compressed_bodies_stay_as_they_are(through):
    packed = gzip.compress(b'{"a":1}' * 1000)
    made = answer(body=packed, fields=[("Content-Encoding", "gzip"), ("Content-Type", "application/json")])
    received, reply = through("POST", PATH, ("Content-Encoding", "gzip"), body=packed, answered=made)
    assert received.body == reply.body == packed
    assert not values(received.fields, b"accept-encoding"), "none is asked for that the client did not ask for"


@pytest.mark.parametrize("size", [0, 1, 65_536, 3_000_001])
def test_bodies_of_a_known_length_keep_it(through, size):
    body = bytes(index % 251 for index in range(size))
    received, reply = through("POST", PATH, body=body, answered=answer(body=body))
    assert received.body == reply.body == body
    assert received.value("content-length") == reply.value("content-length") == str(size)


def test_chunked_bodies_and_their_trailers(upstream, in_front):
    """Trailers may be dropped; they never become fields."""
    upstream.answering = lambda _: (
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Late\r\n\r\n"
        b"5\r\nhello\r\n6;part=2\r\n world\r\n0\r\nX-Late: down\r\nAuthorization: forged\r\n\r\n")
    with Peer(in_front.port) as peer:
        head = request("POST", PATH, ("Transfer-Encoding", "chunked"), ("Trailer", "X-Late"))
        reply = peer.send(head, b"3\r\nabc\r\n", b"1;x=y\r\nd\r\n0\r\nX-Late: up\r\nAuthorization: forged\r\n\r\n").reply()
        again = peer.send(request("GET", PATH)).reply()
    received = upstream.received[-2]
    assert (received.body, reply.body, again.status) == (b"abcd", b"hello world", 200)
    for fields in (received.fields, reply.fields):
        assert not values(fields, b"x-late") and not values(fields, b"authorization")


@pytest.mark.parametrize("method,status,length", [
    ("HEAD", "200 OK", "1234"), ("HEAD", "404 Not Found", "95"), ("GET", "304 Not Modified", "1234"),
    ("GET", "204 No Content", None)])
def test_answers_without_a_body(upstream, in_front, method, status, length):
    """The length of a HEAD and of a 304 is that of the body that is not sent; the connection goes on behind it."""
    fields = [("ETag", '"a"'), *([("Content-Length", length)] if length else [])]
    upstream.answering = lambda request: answer(status, fields=fields, length=False) if request.method == method else answer(body=b"next")
    with Peer(in_front.port) as peer:
        reply = peer.send(request(method, PATH)).reply(method)
        following = peer.send(request("POST", PATH, body=b"")).reply()
    assert (reply.status, reply.value("etag")) == (int(status[:3]), '"a"')
    if method == "HEAD":
        assert reply.value("content-length") == length
    assert not values(reply.fields, b"transfer-encoding")
    assert (following.status, following.body) == (200, b"next")


def test_expect_100_continue(upstream, in_front):
    """The client is told to go on before its body is sent, and the body arrives once."""
    upstream.answering, count = lambda _: answer(), len(upstream.received)
    with Peer(in_front.port) as peer:
        peer.send(request("POST", "/storage/v1/object/photos/a.bin", ("Expect", "100-continue"), ("Content-Length", "5")))
        assert peer.head()[0] == 100
        assert peer.send(b"hello").reply().status == 200
    assert [(received.method, received.body) for received in upstream.received[count:]] == [("POST", b"hello")]


def test_interim_answers_are_not_the_answer(through):
    hints = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
    _, reply = through("GET", PATH, answered=hints + answer("201 Created", b"made"))
    assert (reply.status, reply.body) == (201, b"made")


@pytest.mark.parametrize("status", [
    "301 Moved Permanently", "307 Temporary Redirect", "401 Unauthorized", "418 I'm a teapot", "429 Too Many Requests",
    "500 Internal Server Error", "503 Service Unavailable"])
def test_other_statuses_are_the_clients(through, upstream, status):
    """No redirect is followed, no challenge answered, nothing tried again, no body replaced."""
    made = answer(status, b"<html>", [("Location", f"{upstream.url}/elsewhere"), ("Retry-After", "7"), ("WWW-Authenticate", "Basic")])
    _, reply = through("GET", PATH, answered=made)
    assert (reply.status, reply.body, reply.value("location")) == (int(status[:3]), b"<html>", f"{upstream.url}/elsewhere")
    assert reply.value("retry-after") == "7"


TARGETS = [
    "/rest/v1/riddles?select=*,users!inner(id)&or=(a.eq.1,b.is.null)&x=%22a%22&y=a+b&z=%2F%2e%2E%0d%0a",
    "/rest/v1/riddles?", "/rest/v1/?", "/rest/v1/", "/rest/v1/r?a=b?c=d&&=&%5B%5D", "/auth/v1/verify?token=a&redirect_to=x://y",
    "/storage/v1/object/authenticated/b/%C3%BCber%20x.png", "/storage/v1/object/b/a~b!$&'()*+,;=:@.png", "/graphql/v1",
]


@pytest.mark.parametrize("target", TARGETS)
def test_targets_arrive_as_they_came(through, target):
    assert through("GET", target)[0].target == target


REFUSED_PATHS = [
    "/rest/v1/a%2Fb", "/rest/v1/a%2fb", "/rest/v1/a%5Cb", "/rest/v1/a%5cb", "/rest/v1/%2e%2e/admin", "/rest/v1/%2E/a",
    "/rest/v1/.%2e/a", "/rest/v1/../a", "/rest/v1/./a", "/rest/v1/..", "/storage/v1/../rest/v1/a", "/rest/v1/a%00b",
    "/rest/v1/a%0ab", "/rest/v1/a%0d%0ab", "/rest/v1/a%7fb", "/rest/v1/a%zz", "/rest/v1/a%2", "/rest/v1/a%", "/rest/v1/a\\b",
]


@pytest.mark.parametrize("target", REFUSED_PATHS)
def test_paths_that_two_servers_read_differently_are_refused(refused, target):
    assert refused(request("GET", target)) in (400, 404)


@pytest.mark.parametrize("data", [
    b"CONNECT db.internal:5432 HTTP/1.1\r\nHost: db.internal:5432\r\n\r\n",
    b"GET http://metadata.internal/rest/v1/riddles HTTP/1.1\r\nHost: metadata.internal\r\n\r\n",
    b"GET http://user@localhost/rest/v1/riddles HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    request("POST", "/realtime/v1/websocket", ("Connection", "Upgrade"), ("Upgrade", "websocket"), body=b""),
    request("GET", "/realtime/v1/websocket", ("Connection", "Upgrade"), ("Upgrade", "websocket")),
], ids=["connect", "another host", "user", "h2 preface", "websocket by post", "websocket without key"])
def test_other_ways_through_are_refused(refused, data):
    assert refused(data) < 502


@pytest.mark.parametrize("fields", [
    [("Connection", "Upgrade, HTTP2-Settings"), ("Upgrade", "h2c"), ("HTTP2-Settings", "AAMAAABkAAQ")],
    [("Connection", "Upgrade"), ("Upgrade", "TLS/1.0")],
], ids=["h2c", "tls"])
def test_other_upgrades_are_ignored(through, fields):
    received, reply = through("GET", PATH, *fields)
    assert reply.status == 200
    assert not values(received.fields, b"upgrade") and not values(received.fields, b"http2-settings")


def test_answers_stream_as_they_come(upstream, in_front):
    """The second chunk is sent only after the client has the first."""
    seen = threading.Event()

    def chunks():
        yield b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ndata: 1\n\n\r\n"
        assert seen.wait(PATIENCE)
        yield b"9\r\ndata: 2\n\n\r\n0\r\n\r\n"

    upstream.answering = lambda _: chunks()
    with Peer(in_front.port) as peer:
        status, fields = peer.send(request("GET", PATH)).head()
        first = peer.reader.chunk() if values(fields, b"transfer-encoding") else peer.reader.exactly(9)
        seen.set()
        assert (status, first) == (200, b"data: 1\n\n")
        assert peer.reader.chunked()[0] == b"data: 2\n\n"


def test_the_wall_clock_limit_is_for_functions_alone(upstream, make_host):
    """A function is ended, and forwarded requests that began before it go on: within the body, before the answer, and within it."""
    host = make_host(EXAMPLE, config='[swiftlet]\nwall_clock_limit = "2s"\n', settings={"SUPABASE_URL": upstream.url}).start()
    over = threading.Event()

    def pieces():
        yield b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        while not over.wait(0.05):
            yield b"1\r\nx\r\n"
        yield b"3\r\nend\r\n0\r\n\r\n"

    def late():
        assert over.wait(PATIENCE)
        yield answer(body=b"late")

    def halves():
        yield b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst"
        assert over.wait(PATIENCE)
        yield b"-half"

    answers = {"/rest/v1/halves": halves, "/rest/v1/stream": pieces, "/rest/v1/late": late, "/storage/v1/object/photos/a.png": lambda: answer(body=b"stored")}
    upstream.answering = lambda request: answers[request.target]()
    with Peer(host.port) as stream, Peer(host.port) as waiting, Peer(host.port) as upload, Peer(host.port) as paused:
        paused.send(request("GET", "/rest/v1/halves"))
        assert paused.head()[0] == 200 and paused.reader.exactly(5) == b"first"
        stream.send(request("GET", "/rest/v1/stream"))
        waiting.send(request("GET", "/rest/v1/late"))
        upload.send(request("POST", "/storage/v1/object/photos/a.png", ("Content-Length", "10")) + b"01234")
        assert stream.head()[0] == 200 and stream.reader.chunk()
        eventually(lambda: "/rest/v1/late" in {received.target for received in upstream.received})
        assert ask(host.port, "GET", "/functions/v1/sleepy?ms=60000").status == 546
        over.set()
        assert stream.reader.chunked()[0].endswith(b"end")
        assert waiting.reply().body == b"late"
        assert upload.send(b"56789").reply().body == b"stored"
        assert paused.reader.exactly(5) == b"-half"
    assert upstream.received[-1].body == b"0123456789"


def test_functions_stay_ours(upstream, in_front):
    count = len(upstream.received)
    reply = ask(in_front.port, "POST", "/functions/v1/categories", ("Authorization", f"Bearer {token()}"), body=b"{}")
    assert reply.status == 200
    assert ask(in_front.port, "POST", "/functions/v1/nobody_wrote_this", body=b"").status == 404
    assert ask(in_front.port, "POST", "/rest/v1/rpc/open_sessions", body=b"{}").status == 401
    assert len(upstream.received) == count


def test_no_secret_is_logged(upstream, in_front):
    """Neither a key in a query, nor a field, nor a body, whatever becomes of the request."""
    fields = [(name, f"secret-{name}") for name in ("apikey", "Authorization", "Cookie", "X-Api-Key")]
    for made in (answer(fields=[("Set-Cookie", "secret-cookie"), ("Location", "/?secret-location")]), None, b"secret-garbage\r\n\r\n"):
        upstream.answering = lambda _, made=made: made
        for target in ("/rest/v1/a?apikey=secret-query", "/auth/v1/verify?token=secret-token", "/a%zz?apikey=secret-bad"):
            ask(in_front.port, "POST", target, *fields, body=b"secret-body")
    assert "secret-" not in in_front.log_text()
