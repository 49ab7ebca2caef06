"""A full disk under the queue."""

import os
import pathlib
import resource
import subprocess
import time

import pytest

from database import SQLite
from host import EXAMPLE, HEALTH, PATIENCE, READY, Host
from jobs import (
    EVERY_SECOND, QUICKLY, assert_no_run_after_its_end, assert_ticks, enqueue, eventually, jobs, order, outcomes, piece,
    spans)

NOTE = "x" * 60_000
NO_TICKS = "Ticks cannot be written"
NO_QUEUE = "The queue cannot be reached"


class SmallDisk:
    """A file system of a few megabytes, in memory, that is filled to the last byte."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.ballast = folder / "ballast"
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", folder], check=True)

    def fill(self, _: Host) -> None:
        with self.ballast.open("wb", buffering=0) as file:
            for size in (1 << 16, 1 << 12):
                with pytest.raises(OSError):
                    while True:
                        file.write(bytes(size))

    def free(self, _: Host) -> None:
        self.ballast.unlink()

    def close(self) -> None:
        subprocess.run(["umount", "-l", self.folder], check=True)


class SizeLimit:
    """A limit on the size of the process' files (`ulimit -f`), lowered while it runs: for users who may not mount a file system."""

    # More than the host's log, and less than the database: so neither the database nor its own log takes anything.
    SIZE = 1 << 19

    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def fill(self, host: Host) -> None:
        self.limit(host, self.SIZE)

    def free(self, host: Host) -> None:
        # A process that has ended took its limit with it.
        if host.process.poll() is None:
            self.limit(host, resource.RLIM_INFINITY)

    def limit(self, host: Host, size: int) -> None:
        resource.prlimit(host.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def close(self) -> None:
        pass


@pytest.fixture(params=[SmallDisk, SizeLimit])
def disk(request, tmp_path):
    if request.param is SmallDisk and os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    folder = tmp_path / "disk"
    folder.mkdir()
    made = request.param(folder)
    yield made
    made.close()


@pytest.fixture
def host(disk, make_host):
    """A host whose database is on the disk, and whose log is not; it is gone before the disk is."""
    database = SQLite(disk.folder / "host.sqlite")
    made = make_host(EXAMPLE, config=EVERY_SECOND, settings=QUICKLY, database=database)
    yield made.start()
    made.kill()


def test_a_full_disk_refuses_clearly_and_leaves_no_halves(disk, host):
    """Proves: with the disk full, ordering is refused with 503 in JSON, and the host goes on; of a refused order
    nothing is stored; with space again everything goes on without a restart, what was in hand included, and no tick is
    lost."""
    before = enqueue(host, ms=5000, strict=False)
    accepted, refused = fill(disk, host)
    # Reading works as before. The log may yet have room for a page, which a probe of readiness takes.
    assert host.answers(HEALTH)
    eventually(lambda: not host.answers(READY), what="ready, although orders are refused")
    assert {job["name"] for job in jobs(host, "list")} >= {"tick", "lonely_tick"}
    assert host.process.poll() is None
    disk.free(host)
    eventually(lambda: order(host, piece())[0] == 200, what="space again, and still refused")
    eventually(lambda: host.answers(READY), what="space again, and not ready")

    def check() -> bool:
        with host.database.reading() as tables:
            if tables.rows("SELECT id FROM swiftlet_jobs WHERE state <> 'dead'"):
                return False
            host.database.assert_sound()
            done = {row["id"]: row["is_done"] for row in tables.rows("SELECT id, is_done FROM work")}
            assert [work for work in accepted if not done.get(work)] == []
            assert [work for work in refused if work in done] == []
            assert all(done.values()), "stored without its job"
            assert len(tables.rows(
                "SELECT id FROM swiftlet_job_runs WHERE job_id = ? AND outcome = 'completed'", before)) == 1
            assert_no_run_after_its_end(tables)
            return assert_ticks(tables) > 2

    eventually(check)
    host.stop()


# Here what does not fit at first never does: in a full file system the log may yet find room for the end of a job.
@pytest.mark.parametrize("disk", [SizeLimit], indirect=True)
def test_a_host_stops_on_a_full_disk(disk, host):
    """Proves: at SIGTERM, what cannot be written is left behind soon after the grace time, with status 75; it is lost
    when its lease has run out, and done once there is space again."""
    job = enqueue(host, "wait", strict=False)
    eventually(lambda: spans(host, job))
    fill(disk, host)
    host.terminate()
    # Work whose end cannot be written is cut off.
    assert host.process.wait(timeout=PATIENCE) == 75
    disk.free(host)
    host.start()
    eventually(lambda: outcomes(host, job) == ["lost", "completed"], what=lambda: f"it is not done: {outcomes(host, job)}")
    host.stop()


def fill(disk, host: Host) -> tuple[list[str], list[str]]:
    """Fills the disk and orders until orders are refused; returns the accepted and the refused works."""
    accepted, refused = [], []
    for _ in range(8):
        assert order_pieces(host, NOTE, accepted, refused)
    disk.fill(host)
    # The files themselves may have room left: what is small still goes in when what is large does not.
    in_a_row = 0
    while in_a_row < 10 or not all(line in host.log_text() for line in (NO_TICKS, NO_QUEUE)):
        is_taken = [order_pieces(host, note, accepted, refused) for note in (NOTE, None)]
        in_a_row = 0 if any(is_taken) else in_a_row + 1
        assert len(accepted) + len(refused) < 5000, "the disk is not full"
        time.sleep(0.01)
    return accepted, refused


def order_pieces(host: Host, note: str | None, accepted: list[str], refused: list[str]) -> bool:
    """Orders two pieces of work; whether they were accepted. A refusal has to be clear."""
    pieces = [piece(note=note) for _ in range(2)]
    status, answer = order(host, *pieces)
    if status != 200:
        assert (status, answer["error"]["code"]) == (503, "NOT_CONNECTED"), answer
        assert answer["error"]["message"]
    (accepted if status == 200 else refused).extend(work["id"] for work in pieces)
    return status == 200
