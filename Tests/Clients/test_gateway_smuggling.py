"""Requests that hide a second one, through the gateway to a strict and to a lenient upstream."""

import contextlib
import re
import socket

import pytest
from gateway.lenient import Lenient
from gateway.peer import Peer, ask
from gateway.smuggling import CASES, HIDDEN_PATH
from gateway.upstream import Upstream, answer

# Where a host passes the paths on that hide the requests: each upstream stands for one service, and each case has a path
# of its own, since an upstream may note a request that was broken off after the next one on another connection.
PATHS = {"strict": "/rest/v1/riddles{:03}", "lenient": "/storage/v1/object/photos/{:03}.png"}
CASE_TARGET = re.compile(r"/(riddles|object/photos/)[0-9]{3}")


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

    before, path = len(targets()), PATHS[kind].format(list(CASES).index(name))
    with Peer(host.port) as peer:
        peer.send(CASES[name].replace(b"PATH", path.encode()))
        # The host has to have read all: it answers what it takes, and closes behind what it refuses.
        with contextlib.suppress(OSError):
            peer.socket.shutdown(socket.SHUT_WR)
            while peer.socket.recv(65_536):
                pass
    # Bytes left over on a connection to the upstream would come before these.
    for _ in range(2):
        assert ask(host.port, "GET", f"{path}?behind").status == 200
    arrived = targets()[before:]
    assert all(CASE_TARGET.match(target) and HIDDEN_PATH not in target for target in arrived), arrived
    own = [target for target in arrived if target.rpartition("/")[2].startswith(path.rpartition("/")[2])]
    assert len(own) <= 3 and sum(target.endswith("?behind") for target in own) == 2, arrived
    assert not strict.faults
    assert host.process.poll() is None


def test_there_are_enough_cases():
    assert len(CASES) >= 60
