"""Requests that no client should send: refused with a clear status, without a crash or a hang."""

import json
import random
import socket
import time
import uuid

import pytest

from conftest import serving
from host import EXAMPLE, HEALTH, token
from raw import LIKE, Wire, ask, like, request

MEGABYTE = 1024 * 1024


@pytest.fixture(autouse=True)
def stays_healthy(host):
    """Whatever a test sent, the same process answers afterwards."""
    yield
    assert host.process.poll() is None, host.log_text()[-4000:]
    assert host.answers(HEALTH)


# Framing.

@pytest.mark.parametrize("framing", [
    "Content-Length: 2\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: chunked\r\nContent-Length: 2",
    "Content-Length: 2\r\nContent-Length: 3",
    "Content-Length: -1",
    "Content-Length: two",
    "Transfer-Encoding: chunked, gzip",
])
def test_ambiguous_framing_is_refused(host, framing):
    head = f"POST {LIKE} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token()}\r\n{framing}\r\n\r\n"
    with Wire(host.port) as wire:
        reply = wire.send(head + "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n").reply()
        assert reply.status == 400 and reply.error_code()
        assert wire.at_end(), "what follows must not be read as a request"


@pytest.mark.parametrize("data", [
    b"\x00\x01\x02\x03\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64) + b"\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nBad Header: 1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nX: a\x00b\r\n\r\n",
])
def test_garbage_is_refused(host, data):
    reply = ask(host, data)
    assert reply is None or reply.status in (400, 404, 505)


def test_http_1_0_is_answered_and_closed(host):
    with Wire(host.port) as wire:
        assert wire.send(f"GET {HEALTH} HTTP/1.0\r\n\r\n").reply().status == 200
        assert wire.at_end()


def test_pipelined_requests_are_answered_in_order(example):
    slow = request("GET", "/functions/v1/sleepy?ms=300", token())
    echoes = [request("POST", f"/functions/v1/echo/{number}", token(), b"x") for number in range(5)]
    with Wire(example.port) as wire:
        wire.send(slow + b"".join(echoes))
        assert wire.reply().status == 200
        assert [json.loads(wire.reply().body)["path"] for _ in echoes] == [f"/{number}" for number in range(5)]


# Headers.

def test_headers_within_the_limits_are_read(host):
    many = {f"x_{number}": "v" for number in range(90)}
    assert ask(host, request("GET", HEALTH, **many)).status == 200
    assert ask(host, request("GET", HEALTH, x_long="v" * 30_000)).status == 200


@pytest.mark.parametrize("headers", [
    {"x_long": "v" * 33 * 1024},
    {"x_endless": "v" * 4 * MEGABYTE},
    {f"x_{number}": "v" for number in range(101)},
    {f"x_{number}": "v" * 1000 for number in range(60)},
], ids=["long", "endless", "many", "many and long"])
def test_headers_over_the_limits(host, headers):
    reply = ask(host, request("GET", HEALTH, **headers))
    assert reply.status == 431 and reply.error_code()


def test_a_header_without_an_end(host):
    with Wire(host.port) as wire:
        wire.send(f"GET {HEALTH} HTTP/1.1\r\nX-Long: ", *[b"v" * 1024] * 4096)
        assert wire.reply().status == 431
        assert wire.at_end()


# Slowness.

@pytest.fixture(scope="module")
def impatient(tmp_path_factory):
    config = "[swiftlet]\nheader_timeout = 1.0\nbody_timeout = 1.0\n"
    with serving(tmp_path_factory.mktemp("impatient"), EXAMPLE, config=config) as started:
        yield started


def closed_after(port: int, beginning: bytes) -> tuple[int | None, float]:
    """The status that came before the host closed, if any, and the seconds that the connection lasted."""
    start = time.monotonic()
    with Wire(port) as wire:
        reply = wire.send(beginning).reply()
        assert wire.at_end()
    return reply and reply.status, time.monotonic() - start


def test_missing_headers_time_out(impatient):
    for beginning in (b"", b"GET ", request("GET", HEALTH)[:-2]):
        status, seconds = closed_after(impatient.port, beginning)
        assert status in (None, 408) and seconds > 0.5


def test_slow_headers_time_out(impatient):
    with Wire(impatient.port) as wire:
        for byte in request("GET", HEALTH, x_slow="v" * 200):
            wire.socket.settimeout(0.1)
            try:
                wire.socket.sendall(bytes([byte]))
                if wire.socket.recv(4096) is not None:
                    break
            except TimeoutError:
                continue
            except (BrokenPipeError, ConnectionResetError):
                break
        else:
            raise AssertionError("every byte started the clock again")


def test_a_missing_body_times_out(impatient):
    head = request("POST", "/functions/v1/echo", token(), bytes(100))[:-60]
    status, seconds = closed_after(impatient.port, head)
    assert status in (None, 408) and seconds > 0.5


def test_clients_that_leave(host):
    whole = like(json.dumps({"session_id": str(uuid.uuid4()), "option_id": str(uuid.uuid4())}).encode())
    for cut in range(1, len(whole), 17):
        with Wire(host.port) as wire:
            wire.send(whole[:cut])
    for _ in range(20):
        with Wire(host.port) as wire:
            wire.send(whole)


@pytest.mark.parametrize("more", [{}, {"connection": "close"}], ids=["kept", "closing"])
def test_clients_that_end_their_output_are_answered(example, more):
    """Proves: after whole requests the end of a client's output is no reason not to answer them."""
    whole = request("GET", "/functions/v1/sleepy?ms=100", token()) + request("POST", "/functions/v1/echo/1", token(), b"x", **more)
    with Wire(example.port) as wire:
        wire.send(whole)
        wire.socket.shutdown(socket.SHUT_WR)
        assert wire.final_reply().status == 200
        assert json.loads(wire.final_reply().body)["path"] == "/1"
        assert wire.at_end()


def test_a_client_that_ends_its_output_in_mid_request_is_not_waited_for(example):
    with Wire(example.port) as wire:
        wire.send(request("POST", "/functions/v1/echo", token(), b"hello")[:-1])
        wire.socket.shutdown(socket.SHUT_WR)
        assert wire.at_end()


# Interim answers, and answers without a body.

@pytest.mark.parametrize("length", [None, 0])
def test_no_interim_response_without_a_body(example, length):
    more = {} if length is None else {"content_length": length}
    with Wire(example.port) as wire:
        assert wire.send(request("GET", "/functions/v1/echo", token(), expect="100-continue", **more)).reply().status == 200


@pytest.mark.parametrize(
    "fields", ["Host: a\r\nHost: b\r\n", "Bad Header: 1\r\n", f"X: {'v' * 40_000}\r\n"], ids=["hosts", "name", "long"])
def test_a_refused_head_has_no_body(host, fields):
    with Wire(host.port) as wire:
        reply = wire.send(f"HEAD {HEALTH} HTTP/1.1\r\n{fields}\r\n").reply(bodiless=True)
        assert reply.status in (400, 431)
        assert wire.at_end(), "bytes of a body follow"


# Paths.

@pytest.mark.parametrize("path", [
    "/..", "/../../etc/passwd", "/functions/v1/..", "/functions/v1/../../etc/passwd",
    "/functions/v1/..%2f..%2fetc%2fpasswd",
    "/functions/v1/%2e%2e/%2e%2e/etc/passwd", "/functions/v1/%00", "/functions/v1/riddle_today%00",
    "/functions/v1/a%2fb",
    "/functions/v1/", "/functions/v1", "/functions/v1//riddle_today", "/functions/v1/%", "/functions/v1/%zz",
    "/functions/v1/%ff%fe", "/functions/v1/" + "a" * 5000, "/rest/v1/rpc/..%2f..", "/rest/v1/rpc/",
    "/storage/v1/object/sign/riddle-images/../../../../etc/passwd?token=x",
    "/storage/v1/object/sign/riddle-images/..%2f..%2f..%2fetc%2fpasswd?token=x",
    "/storage/v1/object/sign/riddle-images/1.png%00?token=x", "/storage/v1/object/sign/?token=x",
])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_path_tricks(host, method, path):
    reply = ask(host, request(method, path, token()))
    assert reply.status in (400, 404, 405)
    assert b"root:" not in reply.body


def test_an_unknown_method(host):
    assert ask(host, request("TRACE", "/functions/v1/riddle_today", token())).status == 405


# Bodies.

def test_a_declared_body_over_the_limit(host):
    head = request("POST", LIKE, token()).replace(b"Content-Length: 0", b"Content-Length: %d" % (10 * MEGABYTE + 1))
    reply = ask(host, head)
    assert (reply.status, reply.error_code()) == (413, "PAYLOAD_TOO_LARGE")


def test_a_chunked_body_over_the_limit(host):
    head = request("POST", LIKE, token()).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    chunk = b"100000\r\n" + b" " * MEGABYTE + b"\r\n"
    with Wire(host.port) as wire:
        reply = wire.send(head, *[chunk] * 12, b"0\r\n\r\n").reply()
    assert (reply.status, reply.error_code()) == (413, "PAYLOAD_TOO_LARGE")


def test_a_raw_body_over_the_limit(example):
    head = request("POST", "/functions/v1/echo", token())
    reply = ask(example, head.replace(b"Content-Length: 0", b"Content-Length: %d" % (100 * MEGABYTE + 1)))
    assert (reply.status, reply.error_code()) == (413, "PAYLOAD_TOO_LARGE")


# Noise.

def test_three_hundred_rounds_of_noise(host):
    chance = random.Random(300)
    chunked = request("POST", LIKE, token()).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    whole = [
        request("GET", HEALTH), like(b'{"session_id":"x"}'), request("OPTIONS", LIKE, origin="http://a"),
        chunked + b"2\r\n{}\r\n0\r\n\r\n",
    ]
    for number in range(300):
        data = bytearray(chance.choice(whole) if number % 3 else chance.randbytes(chance.randrange(1, 2000)))
        for _ in range(chance.randrange(1, 12)):
            place = chance.randrange(len(data))
            match chance.randrange(3):
                case 0: data[place] = chance.randrange(256)
                case 1: data[place:place] = chance.randbytes(chance.randrange(1, 8))
                case 2: del data[place:place + chance.randrange(1, 8)]
            data = data or bytearray(b"\n")
        with Wire(host.port, timeout=0.05) as wire:
            wire.send(bytes(data))
            try:
                reply = wire.reply()
                assert reply is None or reply.status < 500, bytes(data)
            except (TimeoutError, ValueError):
                # It may wait for the rest of a body that the noise announced.
                continue
