"""What a stranger learns about an address from sign-in without a project: nothing but what GoTrue tells too."""

import json
import statistics
import time

import pytest
from gateway.peer import Reply, ask
from gateway.recorder import ADDED_DOWNWARDS, end_to_end
from host import token

CONFIG = '[swiftlet]\ntrusted_proxies = ["127.0.0.1"]\nsign_in = true'
PASSWORD = "securePassword123"
TRIES = 15


@pytest.fixture(scope="module")
def post(own_host):
    """Posts to the sign-in of a host with one account, each time from another address, as each may try a few times."""
    host, count = own_host(config=CONFIG), 0

    def send(target: str, body: dict) -> Reply:
        nonlocal count
        count += 1
        fields = (("apikey", token("anon")), ("Content-Type", "application/json"), ("X-Forwarded-For", f"198.51.100.{count}"))
        return ask(host.port, "POST", f"/auth/v1/{target}", *fields, body=json.dumps(body).encode())

    assert send("signup", {"email": "known@example.com", "password": PASSWORD}).status == 200
    return send


def seen(reply: Reply) -> tuple:
    """Everything of an answer that does not differ between any two."""
    return reply.status, end_to_end(reply.fields, ADDED_DOWNWARDS | {b"date"}), reply.body


@pytest.mark.parametrize("target,more", [
    ("token?grant_type=password", {"password": "notThePassword1"}), ("token?grant_type=password", {"password": ""}),
    ("recover", {}), ("otp", {}), ("magiclink", {}), ("resend", {"type": "signup"})])
def test_known_and_unknown_addresses_are_answered_alike(post, target, more):
    answers = [seen(post(target, {"email": email, **more})) for email in ("known@example.com", "unknown@example.com")]
    assert answers[0] == answers[1]
    assert answers[0][0] >= 400


def test_the_time_of_a_wrong_password(post):
    """The host derives a key for an unknown address too, which takes nearly all of the time: without that, an unknown address would
    be refused many times faster. The two take turns, so that the load of the machine is the same for both."""
    spent: dict[str, list[float]] = {"known": [], "unknown": []}
    for _ in range(TRIES):
        for name, times in spent.items():
            begun = time.perf_counter()
            reply = post("token?grant_type=password", {"email": f"{name}@example.com", "password": "notThePassword1"})
            times.append((time.perf_counter() - begun) * 1000)
            assert reply.status == 400, reply
    known, unknown = (statistics.median(times) for times in spent.values())
    print(f"known: {known:.1f} ms, unknown: {unknown:.1f} ms")
    assert 1 / 3 <= known / unknown <= 3
