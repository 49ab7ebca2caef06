"""Attacks on time and memory: a normal client beside each gets right answers, and the host's memory has a bound.

Nothing here is about speed: `Scripts/attacks.sh` measures that, on a machine that does nothing else."""

import pytest

from attacks import ATTACKS
from attacks.means import MEBIBYTE
from attacks.victims import Memory, attacked, times
from host import HEALTH, PATIENCE, Host
from raw import ask, request

SECONDS = 0.7
CONFIG = """
[swiftlet]
log_level = "error"
max_body_memory = "64MiB"
body_wait = 1.0
"""
BOUND = 200 * MEBIBYTE
"""The limit of all bodies, the sockets' memory, and the memory that the allocator keeps."""


@pytest.fixture(scope="module")
def host_of(tmp_path_factory):
    """The host of a binary, started at its first use."""
    hosts = {}

    def host(binary: str) -> Host:
        if binary not in hosts:
            folder = tmp_path_factory.mktemp("attacked")
            hosts[binary] = attacked(binary, folder, CONFIG).start()
        return hosts[binary]

    yield host
    for started in hosts.values():
        started.kill()


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_a_normal_client_is_served_beside(host_of, attack):
    host = host_of(attack.binary)
    memory = Memory(host)
    memory.forget_peak()
    before = memory.now()
    assert times(host, attack, SECONDS)
    reply = ask(host, request("GET", HEALTH), timeout=PATIENCE)
    assert reply is not None and reply.status == 200, host.log_text()[-4000:]
    assert memory.peak() - before < BOUND, f"{memory.peak() // MEBIBYTE} MiB, {before // MEBIBYTE} before"
