"""Requests that hide a second one, through the gateway to a strict and to a lenient upstream."""

import contextlib
import socket

import pytest
from gateway.lenient import Lenient
from gateway.peer import Peer, ask
from gateway.smuggling import CASES, HIDDEN_PATH
from gateway.upstream import Upstream, answer

# Where a host passes the paths on that hide the requests: each upstream stands for one service.
PATHS = {"strict": "/rest/v1/riddles", "lenient": "/storage/v1/object/photos/a.png"}


@pytest.fixture(scope="module")
def strict():
    with Upstream(lambda _: answer()) as started:
        yield started


@pytest.fixture(scope="module")
def lenient():
    with Lenient() as started:
        yield started


@pytest.fixture(scope="module")
def host(strict, lenient, own_host):
    return own_host(config=f'[gateway]\nrest = "{strict.url}"\nstorage = "{lenient.url}"')


@pytest.mark.parametrize("kind", PATHS)
@pytest.mark.parametrize("name", CASES)
def test_no_second_request_arrives(host, strict, lenient, name, kind):
    """At most the one request that the host saw, and nothing that the strict upstream cannot read."""
    def targets() -> list[str]:
        return [request.target for request in strict.received] if kind == "strict" else list(lenient.targets)

    before = len(targets())
    with Peer(host.port) as peer:
        peer.send(CASES[name].replace(b"PATH", PATHS[kind].encode()))
        # The host has to have read all: it answers what it takes, and closes behind what it refuses.
        with contextlib.suppress(OSError):
            peer.socket.shutdown(socket.SHUT_WR)
            while peer.socket.recv(65_536):
                pass
    # Bytes left over on a connection to the upstream would come before these.
    for _ in range(2):
        assert ask(host.port, "GET", f"{PATHS[kind]}?behind").status == 200
    arrived = targets()[before:]
    assert arrived[-2:] == [target for target in arrived if target.endswith("?behind")], arrived
    assert len(arrived) <= 3 and not any(HIDDEN_PATH in target or "/metrics" == target for target in arrived), arrived
    assert not strict.faults
    assert host.process.poll() is None


def test_there_are_enough_cases():
    assert len(CASES) >= 60
