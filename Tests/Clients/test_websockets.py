"""WebSockets through the host to another server: each byte, each end of a direction, and each refusal."""

import contextlib
import hashlib
import os
import queue
import socket
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from flood import Memory
from host import PATIENCE, free_port
from upstream import RawPeer, RawUpstream, WebSocketUpstream, echo

PATH = "/realtime/v1/websocket?apikey=key&vsn=1.0.0"
HANDSHAKE = (
    f"GET {PATH} HTTP/1.1\r\nHost: app.example\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: https://app.example\r\n\r\n"
).encode()


@pytest.fixture
def forwarding(make_host):
    """Starts a host that forwards `/realtime/v1` to an address."""

    def start(url: str, **settings: str):
        return make_host(settings={"SWIFTLET_GATEWAY_REALTIME": url, **settings}).start()

    return start


@pytest.fixture
def raw(forwarding):
    """A host before a raw upstream, and a function that opens a connection to both."""
    with RawUpstream() as upstream:
        host = forwarding(upstream.url)
        with contextlib.ExitStack() as stack:

            def open_both(behind_request: bytes = b"", behind_answer: bytes = b"") -> tuple[RawPeer, RawPeer]:
                client = stack.enter_context(RawPeer(socket.create_connection(("127.0.0.1", host.port))))
                client.send(HANDSHAKE + behind_request)
                server = stack.enter_context(upstream.accept())
                server.switch(behind_answer)
                line, fields = client.head()
                assert line == "HTTP/1.1 101 Switching Protocols"
                assert fields["upgrade"] == "websocket" and fields["connection"] == "Upgrade"
                assert fields["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
                return client, server

            open_both.host = host
            yield open_both
        host.stop()


def websocket(host) -> str:
    return f"ws://127.0.0.1:{host.port}{PATH}"


def test_messages_of_all_sizes_come_back(forwarding):
    with WebSocketUpstream(echo, max_size=None) as upstream:
        host = forwarding(upstream.url)
        with connect(websocket(host), max_size=None) as client:
            for message in ["", "text", "ü" * 70_000, b"", b"\0\xff", os.urandom(1 << 20), os.urandom(5 << 20)]:
                client.send(message)
                assert client.recv(timeout=PATIENCE) == message
        host.stop()


def test_close_codes_are_the_ends_own(forwarding):
    ends = queue.Queue()

    def handler(connection):
        try:
            echo(connection)
            connection.recv()
        except ConnectionClosed:
            pass
        ends.put((connection.close_code, connection.close_reason))

    with WebSocketUpstream(handler) as upstream:
        host = forwarding(upstream.url)
        with connect(websocket(host)) as client:
            client.send("close 4001 of the server")
            with pytest.raises(ConnectionClosed):
                client.recv(timeout=PATIENCE)
            assert (client.close_code, client.close_reason) == (4001, "of the server")
        ends.get(timeout=PATIENCE)
        client = connect(websocket(host))
        client.close(4002, "of the client")
        assert ends.get(timeout=PATIENCE) == (4002, "of the client")
        host.stop()


def test_the_upstream_sees_the_handshake_with_fields_of_its_own(forwarding):
    with RawUpstream() as upstream, RawPeer(socket.socket()) as client:
        host = forwarding(upstream.url)
        client.socket.connect(("127.0.0.1", host.port))
        client.send(HANDSHAKE)
        with upstream.accept() as server:
            line, fields = server.head()
            assert line.startswith("GET ") and line.endswith("?apikey=key&vsn=1.0.0 HTTP/1.1")
            assert fields["host"] == upstream.url.removeprefix("http://")
            assert fields["connection"] == "Upgrade" and fields["upgrade"] == "websocket"
            assert fields["sec-websocket-key"] == "dGhlIHNhbXBsZSBub25jZQ=="
            assert fields["sec-websocket-version"] == "13" and fields["origin"] == "https://app.example"
            assert "content-length" not in fields and "transfer-encoding" not in fields
        host.kill()


def test_bytes_right_behind_the_handshake_are_not_lost(raw):
    early, welcome = os.urandom(3000), os.urandom(2000)
    client, server = raw(behind_request=early, behind_answer=welcome)
    assert server.read(len(early)) == early
    assert client.read(len(welcome)) == welcome
    client.send(b"later")
    assert server.read(5) == b"later"


def test_each_direction_ends_by_itself(raw):
    client, server = raw()
    client.end_output()
    assert server.at_end()
    server.send(b"still here")
    assert client.read(10) == b"still here"
    server.end_output()
    assert client.at_end()

    client, server = raw()
    server.end_output()
    assert client.at_end()
    data = os.urandom(3 << 20)
    sending = threading.Thread(target=lambda: (client.send(data), client.end_output()))
    sending.start()
    assert server.read(len(data)) == data
    assert server.at_end()
    sending.join()


@pytest.mark.parametrize("leave", [RawPeer.break_off, lambda peer: peer.socket.close()])
def test_an_end_that_leaves_is_seen_at_the_other(raw, leave):
    client, server = raw()
    leave(client)
    assert server.at_end()
    client, server = raw()
    leave(server)
    assert client.at_end()


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 7\r\nX-Reason: token\r\n\r\nexpired",
        b"HTTP/1.1 403 Forbidden\r\nTransfer-Encoding: chunked\r\nX-Reason: token\r\n\r\n3\r\nexp\r\n4\r\nired\r\n0\r\n\r\n",
        b"HTTP/1.1 404 Not Found\r\nX-Reason: token\r\nConnection: close\r\n\r\nexpired",
    ])
def test_a_refusal_reaches_the_client(forwarding, answer):
    with RawUpstream() as upstream, RawPeer(socket.socket()) as client:
        host = forwarding(upstream.url)
        client.socket.connect(("127.0.0.1", host.port))
        client.send(HANDSHAKE)
        with upstream.accept() as server:
            server.head()
            server.send(answer)
            server.end_output()
            line, fields = client.head()
            assert line.split()[1] == answer.split()[1].decode()
            assert fields["x-reason"] == "token" and fields["content-length"] == "7"
            assert client.read(7) == b"expired"
        # It is an ordinary response: the connection takes another request.
        client.send(b"GET /functions/v1/_internal/health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert client.head()[0] == "HTTP/1.1 200 OK"
        host.stop()


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 101 x\r\nUpgrade: h2c\r\n\r\n", b"SSH-2.0-x\r\n\r\n"])
def test_an_upstream_that_does_not_answer_in_http_is_502(forwarding, answer):
    with RawUpstream() as upstream, RawPeer(socket.socket()) as client:
        host = forwarding(upstream.url)
        client.socket.connect(("127.0.0.1", host.port))
        client.send(HANDSHAKE)
        with upstream.accept() as server:
            server.head()
            server.send(answer)
            server.end_output()
            assert client.head()[0].split()[1] == "502"
        host.stop()


def test_an_upstream_that_does_not_listen_is_502(forwarding):
    host = forwarding(f"http://127.0.0.1:{free_port()}")
    with RawPeer(socket.create_connection(("127.0.0.1", host.port))) as client:
        client.send(HANDSHAKE)
        assert client.head()[0].split()[1] == "502"
    host.stop()


@pytest.mark.parametrize("is_upload", [False, True])
def test_a_slow_reader_holds_the_writer_back(raw, is_upload):
    """What waits is bounded, and nothing of it is lost."""
    client, server = raw()
    writer, reader = (client, server) if is_upload else (server, client)
    block = os.urandom(1 << 20)
    count = 64
    sent = []

    def send():
        for _ in range(count):
            writer.send(block)
            sent.append(1)
        writer.end_output()

    memory = Memory(raw.host.process.pid)
    before = memory.now()
    sending = threading.Thread(target=send)
    sending.start()
    # Nothing moves any more: all buffers on the way are full.
    moved = -1
    while moved != len(sent):
        moved = len(sent)
        time.sleep(0.5)
    assert moved < count
    assert memory.peak - before <= 8
    digest, expected = hashlib.sha256(), hashlib.sha256()
    for _ in range(count):
        digest.update(reader.read(len(block)))
        expected.update(block)
    assert reader.at_end() and digest.digest() == expected.digest()
    sending.join()
    memory.enough.set()
    assert memory.peak - before <= 8


def test_a_quiet_tunnel_ends_after_the_idle_timeout(forwarding):
    with RawUpstream() as upstream, RawPeer(socket.socket()) as client:
        host = forwarding(upstream.url, SWIFTLET_WEBSOCKET_IDLE_TIMEOUT="6s")
        client.socket.connect(("127.0.0.1", host.port))
        client.send(HANDSHAKE)
        with upstream.accept() as server:
            server.switch()
            client.head()
            # Longer than the timeout in all. Each pause leaves nearly all of it for a busy machine.
            end = time.monotonic() + 7
            while time.monotonic() < end:
                time.sleep(0.1)
                server.send(b"x")
                assert client.read(1) == b"x"
            assert client.at_end() and server.at_end()
        host.stop()


def test_a_stopping_host_ends_open_tunnels(forwarding):
    with RawUpstream() as upstream:
        # Longer than a test waits for a host's end.
        host = forwarding(upstream.url, SWIFTLET_GRACE_PERIOD="10m")
        with RawPeer(socket.create_connection(("127.0.0.1", host.port))) as client:
            client.send(HANDSHAKE)
            with upstream.accept() as server:
                server.switch()
                client.head()
                host.terminate()
                assert client.at_end() and server.at_end()
                assert host.process.wait(timeout=PATIENCE) == 0, host.log_text()[-4000:]
