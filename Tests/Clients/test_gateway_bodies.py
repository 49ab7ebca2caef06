"""Large bodies through the gateway, and the host's memory meanwhile. 256 MiB each; `SWIFTLET_GATEWAY_MIB=5120` sends
more."""

import os
import time

import pytest
from flood import Memory
from gateway.bulk import Bulk, Pattern, expected, pieces
from gateway.peer import Peer, ask, request
from gateway.reader import values

MIB = 1 << 20
LENGTH = int(os.environ.get("SWIFTLET_GATEWAY_MIB", "256")) * MIB + 12_345
GROWTH_MIB = 8


@pytest.fixture(scope="module")
def bulk():
    with Bulk() as started:
        yield started


@pytest.fixture(scope="module")
def host(bulk, own_host):
    started = own_host(settings={"SUPABASE_URL": bulk.url})
    # What first requests need is no part of what is measured.
    for length in (1, MIB):
        assert len(ask(started.port, "GET", f"/storage/v1/object/{length}").body) == length
        assert ask(started.port, "POST", "/storage/v1/object/a", body=b"x" * length).status == 200
    return started


@pytest.fixture
def growth(host):
    """Measures by how many MiB the host's memory grows at most while a test runs."""
    memory = Memory(host.process.pid)
    before, begun = memory.now(), time.monotonic()
    yield
    memory.enough.set()
    memory.join()
    seconds = time.monotonic() - begun
    print(f"{LENGTH / MIB:,.0f} MiB in {seconds:.1f} s, and {memory.peak - before} MiB of memory")
    assert memory.peak - before <= GROWTH_MIB


def test_a_download_takes_no_memory(host, growth):
    with Peer(host.port) as peer:
        status, fields = peer.send(request("GET", f"/storage/v1/object/{LENGTH}")).head()
        assert (status, values(fields, b"content-length")) == (200, [b"%d" % LENGTH])
        taken = Pattern().take(peer.reader, LENGTH)
    assert taken.checksum == expected(LENGTH).checksum


def test_an_upload_takes_no_memory(host, bulk, growth):
    with Peer(host.port) as peer:
        peer.send(request("POST", "/storage/v1/object/a", ("Content-Length", str(LENGTH))), *pieces(LENGTH))
        assert peer.reply().status == 200
    assert (bulk.received[-1].length, bulk.received[-1].checksum) == (LENGTH, expected(LENGTH).checksum)


def test_a_client_that_reads_nothing_holds_the_upstream_back(host, growth):
    """An answer of which nothing is read is not taken from the upstream either."""
    with Peer(host.port) as peer:
        peer.send(request("GET", f"/storage/v1/object/{LENGTH}"))
        assert peer.head()[0] == 200
        # Enough to see that other requests go on, and that nothing is collected meanwhile.
        for _ in range(50):
            assert ask(host.port, "GET", "/storage/v1/object/65536").status == 200


def test_twenty_downloads_share_little(host, growth):
    peers = [Peer(host.port).send(request("GET", f"/storage/v1/object/{LENGTH}")) for _ in range(20)]
    for peer in peers:
        assert peer.head()[0] == 200
    for peer in peers:
        peer.__exit__()
    assert ask(host.port, "GET", "/storage/v1/object/1").status == 200
