"""JSON that no client should send, in bodies and in tokens: 400 or 401, never a crash."""

import base64
import hashlib
import hmac
import json
import time
import uuid

import pytest

from host import HEALTH, SECRET, token
from raw import ask, like, request


@pytest.fixture(autouse=True)
def stays_healthy(host):
    """Whatever a test sent, the same process answers afterwards."""
    yield
    assert host.process.poll() is None, host.log_text()[-4000:]
    assert host.answers(HEALTH)


@pytest.mark.parametrize("body", [
    b"{", b"[]", b"null", b'"text"', b"\xff\xfe", b'{"session_id": "\xff"}', b'{"session_id": "a", "session_id": "b"}',
    b'{"session_id": 5, "option_id": "x"}', b'{"session_id": NaN}', b"{} {}", b"\x00", b"\xef\xbb\xbf{}",
    b'{"a": "\\ud800"}',
    b'{"n": 1e999999}', b'{"n": ' + b"9" * 100_000 + b"}",
], ids=lambda body: repr(body[:24]))
def test_malformed_json(host, body):
    reply = ask(host, like(body))
    assert reply.status == 400
    assert json.loads(reply.body)["error"]["code"] == "VALIDATION_ERROR"


DEPTHS = [127, 128, 129, 511, 512, 513, 514, 515, 100_000]


@pytest.mark.parametrize("depth", DEPTHS)
def test_nested_bodies(host, depth):
    for opening, closing in ((b"[", b"]"), (b'{"a":', b"}")):
        inner = opening * depth + b"1" + closing * depth
        assert ask(host, like(inner)).status == 400
    fields = b'{"session_id":"%s","option_id":"%s","more":' % (str(uuid.uuid4()).encode(), str(uuid.uuid4()).encode())
    # A field nobody asked for is passed over, up to a depth of 128 with its object.
    reply = ask(host, like(fields + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"))
    assert reply.status == (404 if depth <= 128 else 400)


def signed(header: bytes, claims: bytes) -> str:
    def encode(part: bytes) -> bytes:
        return base64.urlsafe_b64encode(part).rstrip(b"=")

    body = encode(header) + b"." + encode(claims)
    return (body + b"." + encode(hmac.new(SECRET.encode(), body, hashlib.sha256).digest())).decode()


@pytest.mark.parametrize("depth", DEPTHS)
def test_nested_tokens(host, depth):
    nested = b"[" * (depth - 1) + b"]" * (depth - 1)
    header, claims = b'{"alg":"HS256","typ":"JWT"', b'{"role":"anon","exp":%d' % (time.time() + 600)
    in_header = signed(header + b',"more":' + nested + b"}", claims + b"}")
    in_claims = signed(header + b"}", claims + b',"more":' + nested + b"}")
    for access in (in_header, in_claims):
        status = ask(host, request("POST", "/functions/v1/riddle_today", access)).status
        assert status == (200 if depth <= 128 else 431 if depth == 100_000 else 401)
