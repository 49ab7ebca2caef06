"""A process that stands still for longer than its lease, while another host is up."""

import os
import signal
import time

import pytest

from host import EXAMPLE, Host
from jobs import (
    EVERY_SECOND, QUICKLY, assert_no_run_after_its_end, assert_ticks, enqueue, eventually, has_drained, history,
    outcomes, spans)

# A file has one host.
pytestmark = pytest.mark.engines("postgres")

REFUSED = "its end was refused"
# A host that has no core for most of a lease loses its jobs as a stopped one does.
LONGER = {**QUICKLY, "SWIFTLET_JOB_LEASE": "3s"}


@pytest.fixture
def pair(make_host, tmp_path):
    """Two hosts on one database."""
    folder = tmp_path / "other"
    folder.mkdir()
    one = make_host(EXAMPLE, config=EVERY_SECOND, settings=LONGER)
    other = make_host(
        EXAMPLE, folder=folder, config=EVERY_SECOND,
        settings={**LONGER, "SWIFTLET_SOCKET": str(folder / "other.sock")}, database=one.database)
    return one.start(), other.start()


def stop_process(host: Host) -> None:
    """SIGSTOP, at a moment at which the process does not keep the whole database locked."""
    os.kill(host.process.pid, signal.SIGSTOP)
    while host.database.is_locked():
        os.kill(host.process.pid, signal.SIGCONT)
        time.sleep(0.005)
        os.kill(host.process.pid, signal.SIGSTOP)


def runs_in(host: Host, span) -> bool:
    return span["pid"] == host.process.pid


@pytest.mark.parametrize("awakes", ["while the other runs it", "after the other has done it"])
def test_a_stopped_process_cannot_complete_what_another_took_over(pair, awakes):
    """Proves: a lease that ran out is taken over and the job runs again; its old holder, awake again, cannot end it
    under its old fence, neither while the other has it in hand nor later; both hosts go on, and their ticks are each
    one."""
    # It insists, so that the old holder does want to report success, and for longer than this test may take to see it run.
    job = enqueue(pair[0], "insist", "insist", ms=5000, strict=False)
    first = eventually(lambda: spans(pair[0], job))[0]
    holder, other = pair if runs_in(pair[0], first) else reversed(pair)
    stop_process(holder)
    assert outcomes(other, job) == [], "it had ended before the process was stopped"
    second = eventually(lambda: spans(other, job)[1:])[0]
    assert runs_in(other, second)
    if awakes == "after the other has done it":
        eventually(lambda: outcomes(other, job) == ["lost", "completed"])
    else:
        assert outcomes(other, job) == ["lost"]
    os.kill(holder.process.pid, signal.SIGCONT)
    eventually(lambda: REFUSED in holder.log_text(), what="the old holder's end was not refused")
    eventually(lambda: outcomes(other, job)[1:])

    lost, completed = history(pair[0], job, "do_work")
    assert (lost["outcome"], lost["attempt"]) == ("lost", 1) and f"/{holder.process.pid}/" in lost["host"]
    assert (completed["outcome"], completed["attempt"]) == ("completed", 2)
    assert f"/{other.process.pid}/" in completed["host"]
    assert REFUSED not in other.log_text()
    # The old holder runs jobs again.
    eventually(lambda: has_drained(other))
    again = [enqueue(holder, strict=False) for _ in range(8)]
    eventually(lambda: all(outcomes(holder, job) == ["completed"] for job in again))

    def check() -> bool:
        with other.database.reading() as tables:
            if tables.rows("SELECT id FROM swiftlet_jobs"):
                return False
            assert_no_run_after_its_end(tables)
            return assert_ticks(tables) > 1

    eventually(check)
    for host in pair:
        host.stop()


def test_a_long_job_keeps_its_lease(pair):
    """Proves: time alone takes no job from a living host. It takes more than two leases, and runs once."""
    job = enqueue(pair[0], ms=7000, strict=False)
    eventually(lambda: outcomes(pair[0], job))
    assert outcomes(pair[0], job) == ["completed"] and len(spans(pair[0], job)) == 1
    for host in pair:
        host.stop()
