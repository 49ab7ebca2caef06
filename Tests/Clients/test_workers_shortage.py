"""A host of workers that is out of descriptors, and one whose disk is full: calls get the contract's answers, and all goes on afterwards."""

import concurrent.futures
import json
import os
import resource
import sqlite3
import subprocess

import pytest

from jobs import eventually
from workers import BUNDLE, Connection, WorkerHost, call, kill

WARM = '[workers]\nidle_exit = "60s"\n'
# The full disk has the database's file on it, so it is SQLite's alone.
ON_BOTH = pytest.mark.engines("sqlite", "postgres")


@pytest.fixture
def host(make_database, tmp_path):
    """A host whose workers stay, for the test alone."""
    made = WorkerHost(tmp_path, WARM, database=make_database(tmp_path))
    yield made.start()
    made.kill()


def limit(host: WorkerHost, count: int) -> None:
    """Sets the number of descriptors that the host may have."""
    hard = resource.prlimit(host.process.pid, resource.RLIMIT_NOFILE)[1]
    resource.prlimit(host.process.pid, resource.RLIMIT_NOFILE, (count, hard))


@ON_BOTH
def test_without_descriptors_calls_in_running_workers_go_on_and_new_workers_are_refused(host):
    usual = resource.prlimit(host.process.pid, resource.RLIMIT_NOFILE)[0]
    kept = Connection(host)
    assert kept.post("neighbour").status == 200
    # As many connections to the database as these calls and the host's own work take.
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        warm = list(pool.map(lambda number: call(host, f"record?call=warm{number}&ms=100"), range(4)))
    assert {answer.status for answer in warm} == {200}
    before = host.descriptors()
    # No descriptor above the present ones can be opened.
    limit(host, 0)
    for number in range(20):
        assert kept.post("neighbour").status == 200
        assert kept.post(f"record?call={number}").status == 200
    for pid in host.children():
        kill(pid)
    eventually(lambda: not host.children(), what="the worker is still there")
    for _ in range(20):
        answer = kept.post("neighbour")
        assert (answer.status, answer.code) == (503, "BOOT_ERROR"), answer
        assert int(answer.headers["Retry-After"]) >= 1, answer.headers
    limit(host, usual)
    # The pause after failed starts is at most 30 s.
    eventually(lambda: kept.post("neighbour").status == 200, what="no worker starts, though there are descriptors again")
    assert host.process.poll() is None
    eventually(lambda: host.descriptors() <= before + 2, what=lambda: f"{host.descriptors()} descriptors, {before} before")
    host.stop()


@ON_BOTH
def test_few_descriptors_under_many_callers_are_answered_and_none_leaks(host):
    usual = resource.prlimit(host.process.pid, resource.RLIMIT_NOFILE)[0]
    assert call(host, "neighbour").status == 200
    before = host.descriptors()
    for spare in range(1, 24):
        limit(host, before + spare)
        for pid in host.children():
            kill(pid)
        try:
            answer = call(host, "neighbour?ms=1")
        except OSError:
            # A connection that cannot be accepted is closed.
            continue
        assert answer.status in (200, 500, 503), answer
        assert answer.status == 200 or answer.code in ("BOOT_ERROR", "WORKER_ERROR"), answer
    limit(host, usual)
    eventually(lambda: call(host, "neighbour").status == 200, what="no worker starts, though there are descriptors again")
    eventually(lambda: host.descriptors() <= before + 2, what=lambda: f"{host.descriptors()} descriptors, {before} before")
    host.stop()


@pytest.fixture
def small_disk(tmp_path):
    """A small file system in memory, with room for the host and two bundles."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    folder = tmp_path / "disk"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=240m", "tmpfs", folder], check=True)
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def fill(folder) -> None:
    """Writes a file until not one byte fits any more."""
    with (folder / "ballast").open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue


def test_on_a_full_disk_calls_are_answered_and_a_deployment_changes_nothing(small_disk):
    host = WorkerHost(small_disk, WARM)
    try:
        host.bundle = None
        host.start()
        deployed = host.run("deploy", "bad", str(BUNDLE))
        assert deployed.returncode == 0, deployed.stderr
        assert call(host, "record?call=before").status == 200
        newer = host.newer_bundle(1)
        fill(small_disk)
        # The database's log has some room of its own, which is used up first.
        stored = {"before", "after"}
        for number in range(5000):
            answer = call(host, f"record?call=full-{number}&ms=0")
            if answer.status != 200:
                break
            stored.add(f"full-{number}")
        assert answer.status == 503, answer
        assert json.loads(answer.body)["error"]["code"] == "NOT_CONNECTED", answer
        assert call(host, "neighbour").status == 200
        for pid in host.children():
            kill(pid)
        # A worker needs no room on the disk.
        eventually(lambda: call(host, "neighbour").status == 200, what="no worker starts on a full disk")
        deployed = host.run("deploy", "bad", str(newer))
        assert deployed.returncode != 0
        assert "too full" in deployed.stderr, deployed.stderr
        assert call(host, "neighbour").status == 200
        (small_disk / "ballast").unlink()
        eventually(lambda: call(host, "record?call=after").status == 200, what="space again, and still refused")
        with sqlite3.connect(host.database.path) as database:
            assert {name for name, in database.execute("SELECT call FROM bad_starts")} == stored
        host.stop()
    finally:
        host.kill()
