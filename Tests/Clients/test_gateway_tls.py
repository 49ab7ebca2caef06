"""A project behind https, with a certificate of an authority that the host trusts, as every real project is."""

import os
import socket
import threading

import pytest
from gateway.authority import Authority
from gateway.calls import subscribe
from gateway.http2 import HTTP2Upstream
from gateway.peer import Peer, ask, request
from gateway.phoenix import Phoenix
from gateway.project import Project
from gateway.reader import values
from gateway.recorder import ADDED_DOWNWARDS, ADDED_UPWARDS, Phone, end_to_end
from gateway.upstream import Upstream, answer
from host import PATIENCE
from test_gateway_faults import assert_refusal
from test_websockets import HANDSHAKE
from upstream import RawPeer

PATH = "/rest/v1/riddles?select=*"
# By what the project speaks.
PROTOCOLS = {"HTTP/1.1": ("http/1.1",), "HTTP/2": ("h2", "http/1.1")}


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module", params=PROTOCOLS)
def project(request, authority):
    """A project that speaks one version or both; a test sets `answering` and `upgrading`."""
    context = authority.context("IP:127.0.0.1", PROTOCOLS[request.param])
    with HTTP2Upstream(lambda _: answer(), tls=context) as started:
        started.version = request.param
        yield started


@pytest.fixture(scope="module")
def other_name(authority):
    """A server whose certificate is for another name than its address."""
    with Upstream(lambda _: answer(), tls=authority.context("DNS:project.example")) as started:
        yield started


@pytest.fixture(scope="module")
def host(project, other_name, authority, own_host):
    return own_host(
        config=f'[gateway]\nstorage = "{other_name.url}"', settings={"SUPABASE_URL": project.url}, prefix=authority.prefix)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_requests_without_a_body(host, project, method):
    """They arrive as they were sent, by HTTP/2 where the project speaks it, and so do their answers."""
    sent = [("apikey", "key"), ("Accept", "application/json"), ("Cookie", "a=1; b=2"), ("X-Empty", ""), ("Prefer", "count=exact")]
    made = [("Content-Type", "application/json"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"), ("Content-Range", "0-0/*")]
    project.answering = lambda _: answer(body=b"" if method == "HEAD" else b"[1]", fields=made)
    reply = ask(host.port, method, PATH, *sent)
    received = project.received[-1]
    assert (received.method, received.target, received.version) == (method, PATH, project.version)
    assert received.value("host") == f"127.0.0.1:{project.port}"
    assert end_to_end(received.fields, ADDED_UPWARDS) == lowered(sent)
    assert (reply.status, reply.body) == (200, b"" if method == "HEAD" else b"[1]")
    assert end_to_end(reply.fields, ADDED_DOWNWARDS) == lowered(made)


def lowered(fields: list[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in fields]


@pytest.mark.parametrize("size", [0, 7, 3_000_001])
def test_requests_with_a_body(host, project, size):
    body = bytes(index % 251 for index in range(size))
    project.answering = lambda _: answer("201 Created", body)
    reply = ask(host.port, "POST", PATH, ("Content-Type", "application/json"), body=body)
    received = project.received[-1]
    assert (received.method, received.target) == ("POST", PATH)
    assert received.value("content-type") == "application/json"
    assert received.value("content-length") == reply.value("content-length") == str(size)
    assert (reply.status, received.body == body, reply.body == body) == (201, True, True)


def test_a_body_in_chunks(host, project):
    project.answering = lambda _: answer()
    head = request("POST", PATH, ("Transfer-Encoding", "chunked"))
    with Peer(host.port) as peer:
        assert peer.send(head, b"3\r\nabc\r\n", b"1\r\nd\r\n0\r\n\r\n").reply().status == 200
    assert project.received[-1].body == b"abcd"


def test_a_download_in_chunks_comes_as_it_is_sent(host, project):
    """The second chunk is sent only after the client has the first."""
    seen = threading.Event()
    large = os.urandom(3_000_000)

    def chunks():
        yield b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n"
        assert seen.wait(PATIENCE)
        yield b"%x\r\n%s\r\n0\r\n\r\n" % (len(large), large)

    project.answering = lambda _: chunks()
    with Peer(host.port) as peer:
        status, fields = peer.send(request("GET", PATH)).head()
        assert (status, values(fields, b"transfer-encoding")) == (200, [b"chunked"])
        assert peer.reader.chunk() == b"first"
        seen.set()
        assert peer.reader.chunked()[0] == large
    assert project.received[-1].version == project.version


def test_connections_are_used_again(host, project):
    """A handshake of TLS takes longer than many requests."""
    project.answering, count = lambda _: answer(body=b"[]"), len(project.received)
    for _ in range(20):
        assert ask(host.port, "GET", PATH).body == b"[]"
    received = project.received[count:]
    assert len(received) == 20 and len({one.connection for one in received}) <= 4


def test_a_channel_of_realtime(host, project):
    """The client of PyPI joins and leaves: WebSockets are of HTTP/1.1, whatever else the project speaks."""
    project.answering, project.upgrading = Project(), (phoenix := Phoenix())
    subscribe(Phone(host.url, "swivo", "192.0.2.1"), "match-channel", "sessions", "id=eq.1")
    assert {"phx_join", "phx_leave"} <= {message["event"] for message in phoenix.messages} and not phoenix.faults
    assert project.received[-1].version == "HTTP/1.1"


def test_a_tunnel_passes_each_byte(host, project):
    """5 MiB there and back at the same time, and then the end."""
    ended = threading.Event()

    def echo(_, connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n")
        while data := connection.recv(65536):
            connection.sendall(data)
        ended.set()

    project.upgrading = echo
    data = os.urandom(5 << 20)
    with RawPeer(socket.create_connection(("127.0.0.1", host.port))) as client:
        client.send(HANDSHAKE)
        assert client.head()[0] == "HTTP/1.1 101 Switching Protocols"
        sending = threading.Thread(target=lambda: (client.send(data), client.end_output()))
        sending.start()
        assert client.read(len(data)) == data
        sending.join()
        assert ended.wait(PATIENCE) and client.at_end()


def test_a_certificate_for_another_name(host, other_name):
    """The authority is trusted, and the server is another one: nothing is sent to it."""
    reply = ask(host.port, "GET", "/storage/v1/object/photos/a.png", ("apikey", "secret"))
    assert_refusal(reply, "/storage/v1/object/photos/a.png", {502})
    assert not other_name.received
