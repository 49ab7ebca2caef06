"""Upstreams that break off, are dead or slow, or answer nonsense; and own functions meanwhile."""

import contextlib
import json
import socket
import ssl
import subprocess
import threading

import pytest
from gateway.breaking import POINTS, Breaking
from gateway.peer import Peer, Reply, ask, request
from gateway.reader import values
from gateway.recorder import Phone
from gateway.upstream import Upstream, answer
from host import PATIENCE, Caller, free_port
from jobs import eventually
from postgrest.exceptions import APIError
from storage3.exceptions import StorageApiError
from supabase_auth.errors import AuthRetryableError

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "POST in chunks")
WEBSOCKET = "/realtime/v1/websocket?apikey=key&vsn=1.0.0"
# The members of each service's errors, by a path of it.
SERVICES = {
    "/rest/v1/riddles": {"code", "message", "details", "hint"},
    "/auth/v1/user": {"code", "error_code", "msg"},
    "/storage/v1/object/photos/a.png": {"statusCode", "error", "message"},
    "/realtime/v1/api/broadcast": {"code", "message"},
    WEBSOCKET: {"code", "message"},
    "/graphql/v1": {"code", "message"},
}
# The fields that a request needs: those of a WebSocket's handshake.
NEEDED = {WEBSOCKET: (
    ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="))}
ORIGIN = ("Origin", "https://app.example.com")


@pytest.fixture(scope="module")
def breaking():
    with Breaking() as started:
        yield started


@pytest.fixture(scope="module")
def host(breaking, own_host):
    return own_host(settings={"SUPABASE_URL": breaking.url})


def message(method: str, target: str) -> bytes:
    if method == "POST in chunks":
        return request("POST", target, ("Transfer-Encoding", "chunked")) + b"5\r\nhello\r\n0\r\n\r\n"
    return request(method, target, body=None if method in ("GET", "HEAD", "OPTIONS") else b"hello")


@pytest.mark.parametrize("resets", [False, True], ids=["end", "reset"])
@pytest.mark.parametrize("reused", [False, True], ids=["new", "reused"])
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("method", METHODS)
def test_an_upstream_that_breaks_off(host, breaking, method, point, reused, resets):
    """The client gets a 502, or the part of the answer that came; what is not safe to send again arrives once."""
    breaking.point, breaking.resets = None, resets
    breaking.drop()
    if reused:
        assert ask(host.port, "GET", "/rest/v1/first").status == 200
    breaking.point, breaking.arrived = point, []
    with Peer(host.port) as peer:
        verb = method.split()[0]
        peer.send(message(method, "/rest/v1/riddles"))
        try:
            reply = peer.reply(verb)
        except (EOFError, ConnectionResetError):
            reply = None
        if point == "in the answer's body" and verb != "HEAD":
            assert reply is None, f"an answer that was cut off came as if it were whole: {reply}"
        elif point != "in the answer's body":
            assert_refusal(reply, "/rest/v1/riddles", {502}, verb)
    assert len(breaking.arrived) <= (2 if verb in ("GET", "HEAD") else 1), breaking.arrived
    breaking.point = None
    assert ask(host.port, "GET", "/rest/v1/next").body == b"0123456789", "the next request is answered"


def assert_refusal(reply: Reply | None, target: str, statuses: set[int], method: str = "GET") -> dict:
    """Fails unless it is the host's own error in the shape of the service, with CORS and the time of the next try."""
    assert reply and reply.status in statuses, reply
    assert reply.value("access-control-allow-origin") == "*"
    assert int(reply.value("retry-after")) >= 1
    if method == "HEAD":
        return {}
    body = json.loads(reply.body)
    assert set(body) == SERVICES[target], body
    text = body.get("msg") or body["message"]
    assert not any(secret in text for secret in ("127.0.0.1", "libcurl", "errno")), text
    return body


@pytest.fixture(scope="module")
def dead(own_host):
    """A host whose project does not listen."""
    return own_host(settings={"SUPABASE_URL": f"http://127.0.0.1:{free_port()}"})


@pytest.mark.parametrize("target", SERVICES)
def test_a_dead_project(dead, target):
    assert_refusal(ask(dead.port, "GET", target, *NEEDED.get(target, ()), ORIGIN), target, {502})
    if target != WEBSOCKET:
        assert_refusal(ask(dead.port, "POST", target, body=b"{}"), target, {502})


def test_the_clients_raise_their_own_errors(dead):
    phone = Phone(dead.url, "swivo", "192.0.2.1")
    with pytest.raises(APIError):
        phone.client().from_("sessions").select("*").execute()
    with pytest.raises(AuthRetryableError):
        phone.client().auth.sign_in_anonymously()
    with pytest.raises(StorageApiError):
        phone.client().storage.from_("photos").download("a.png")


def test_a_project_without_an_address(own_host):
    host = own_host(settings={"SUPABASE_URL": "http://project.invalid"})
    assert_refusal(ask(host.port, "GET", "/rest/v1/riddles"), "/rest/v1/riddles", {502, 504})


@pytest.fixture(scope="module")
def bad_certificate(tmp_path_factory):
    """A project whose certificate is signed by nothing that is trusted."""
    folder = tmp_path_factory.mktemp("certificate")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem"],
        cwd=folder, capture_output=True, check=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    with Upstream(lambda _: answer(), tls=context) as started:
        yield started


@pytest.fixture(scope="module")
def in_front_of_bad_certificate(bad_certificate, own_host):
    return own_host(settings={"SUPABASE_URL": bad_certificate.url})


@pytest.mark.parametrize("target", SERVICES)
def test_a_bad_certificate(bad_certificate, in_front_of_bad_certificate, target):
    """Nothing is sent to it, the key of the project least of all."""
    reply = ask(in_front_of_bad_certificate.port, "GET", target, *NEEDED.get(target, ()), ("apikey", "secret"))
    assert_refusal(reply, target, {502})
    assert not bad_certificate.received


def test_a_host_without_a_place(own_host):
    """Requests beyond the host's limit are refused in the form of each service, and a page can read the refusal; own functions are
    answered meanwhile."""
    release = threading.Event()

    def answering(received):
        if received.target == "/rest/v1/held":
            assert release.wait(PATIENCE)
        return answer(body=b"fine")

    with Upstream(answering) as upstream, contextlib.ExitStack() as stack:
        stack.callback(release.set)
        # A quarter of the connections are places, and the requests of one network may have half of them.
        host = own_host(
            config='[swiftlet]\nmax_connections = 64\n[gateway]\nidle_timeout = "10m"\n',
            settings={"SUPABASE_URL": upstream.url})
        held = [stack.enter_context(Peer(host.port)).send(request("GET", "/rest/v1/held")) for _ in range(8)]
        eventually(lambda: len(upstream.received) == len(held))
        for target in SERVICES:
            assert_refusal(ask(host.port, "GET", target, *NEEDED.get(target, ()), ORIGIN), target, {503})
            if target != WEBSOCKET:
                assert_refusal(ask(host.port, "POST", target, ORIGIN, body=b"{}"), target, {503})
                preflight = ask(host.port, "OPTIONS", target, ORIGIN, ("Access-Control-Request-Method", "POST"))
                assert (preflight.status, preflight.value("access-control-allow-origin")) == (204, "*")
        assert Caller(host).call("categories")[0] == 200
        assert len(upstream.received) == len(held), "what is refused does not arrive"
        release.set()
        assert [peer.reply().body for peer in held] == [b"fine"] * len(held)
        assert ask(host.port, "GET", "/rest/v1/riddles").body == b"fine"


NONSENSE = {
    "not HTTP": b"220 mail.example.com ESMTP\r\n\r\n",
    "no status": b"HTTP/1.1\r\n\r\n",
    "a status of four digits": b"HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n",
    "two lengths": b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc",
    "a negative length": b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nabc",
    "a length with a letter": b"HTTP/1.1 200 OK\r\nContent-Length: 3x\r\n\r\nabc",
    "length and chunked": b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "a list of lengths": b"HTTP/1.1 200 OK\r\nContent-Length: 3, 2\r\n\r\nabc",
    "an unasked coding": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "a chunk without a size": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
    "a NUL in a field": b"HTTP/1.1 200 OK\r\nX: a\x00b\r\nContent-Length: 0\r\n\r\n",
    "a folded field": b"HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 0\r\n\r\n",
    "a bare carriage return": b"HTTP/1.1 200 OK\r\nX: a\rSet-Cookie: b\r\nContent-Length: 0\r\n\r\n",
    "a length with a blank before its colon": b"HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nabc",
    "a coding with a blank before its colon": b"HTTP/1.1 200 OK\r\nTransfer-Encoding : chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "a name that is no token": b"HTTP/1.1 200 OK\r\nSet-Cookie\x0b: a\r\nContent-Length: 3\r\n\r\nabc",
    "a blank before the first field": b"HTTP/1.1 200 OK\r\n Set-Cookie: a\r\nContent-Length: 3\r\n\r\nabc",
    "a line without a colon": b"HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 0\r\n\r\n",
    "a field without end": b"HTTP/1.1 200 OK\r\nX: " + b"x" * 400_000,
    "a second answer": b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
    "an upgrade that was not asked for": b"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nevil",
    "interim answers without end": b"HTTP/1.1 100 Continue\r\n\r\n" * 3,
}
# Responses with an ambiguous length (RFC 9112, section 6.3), or with a malformed line in the head (section 5).
AMBIGUOUS = {
    "two lengths", "a negative length", "a length with a letter", "length and chunked", "a list of lengths",
    "an unasked coding", "a length with a blank before its colon", "a coding with a blank before its colon",
    "a name that is no token", "a blank before the first field", "a line without a colon"}


@pytest.mark.parametrize("name", NONSENSE)
def test_answers_that_are_none(upstream, in_front, name):
    """The client gets a 502, an answer with one framing, or an end; and nothing of it comes behind the next request."""
    upstream.answering = lambda request: closing(NONSENSE[name]) if "nonsense" in request.target else answer(body=b"fine")
    with Peer(in_front.port) as peer:
        try:
            good = peer.send(request("GET", "/rest/v1/nonsense")).reply()
        except (EOFError, ConnectionResetError):
            good = None
        if name in AMBIGUOUS or (good and good.status >= 500):
            assert_refusal(good, "/rest/v1/riddles", {502})
        elif good:
            assert b"evil" not in good.body and not values(good.fields, b"set-cookie")
    for _ in range(3):
        assert ask(in_front.port, "GET", "/rest/v1/next").body == b"fine"


def closing(data: bytes):
    """The data, and then the end of the connection."""
    yield data
    raise EOFError


def test_an_answer_that_ends_with_its_connection(upstream, in_front):
    """HTTP/1.0's way to frame a body: it comes whole."""
    upstream.answering = lambda _: b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + b"x" * 100_000
    assert ask(in_front.port, "GET", "/rest/v1/riddles").body == b"x" * 100_000


def test_a_client_that_leaves_is_left(upstream, in_front):
    """The upstream sees the end of a request whose client has gone."""
    begun, ended = threading.Event(), threading.Event()

    def endless():
        yield b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n"
        begun.set()
        try:
            while True:
                yield b"10000\r\n" + b"x" * 65536 + b"\r\n"
        finally:
            ended.set()

    upstream.answering = lambda _: endless()
    with Peer(in_front.port) as peer:
        peer.send(request("GET", "/rest/v1/riddles"))
        assert begun.wait(PATIENCE)
        peer.head()
    assert ended.wait(PATIENCE)


def test_a_slow_project_is_given_up(own_host):
    """A project that takes the request and does not answer: 504, while own functions are answered at once."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    host = own_host(
        config='[gateway]\nidle_timeout = "10s"', settings={"SUPABASE_URL": f"http://127.0.0.1:{listener.getsockname()[1]}"})
    waiting = [Peer(host.port).send(request("GET", "/rest/v1/riddles")) for _ in range(32)]
    caller = Caller(host)
    assert all(caller.call("categories")[0] == 200 for _ in range(50))
    for peer in waiting:
        assert_refusal(peer.reply(), "/rest/v1/riddles", {504})
        peer.__exit__()
    listener.close()
