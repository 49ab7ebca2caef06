"""SIGTERM with jobs in hand."""

import time

import pytest

from host import EXAMPLE, PATIENCE
from jobs import QUICKLY, enqueue, eventually, history, outcomes, rows, spans

pytestmark = pytest.mark.engines("sqlite", "postgres")

# A lease that is longer than a test may take: a job that comes again within the test was handed back.
PATIENTLY = {"SWIFTLET_JOB_LEASE": "10m", "SWIFTLET_GRACE_PERIOD": "5s"}


def test_jobs_in_hand_finish_or_are_handed_back(make_host):
    """Proves: at SIGTERM a job that ends within the grace time completes, and nothing new is begun; one that does not
    is interrupted and handed back, so that the next start runs it at once, as the same try; the exit code is 0."""
    host = make_host(EXAMPLE, settings=PATIENTLY).start()
    short = enqueue(host, ms=1000, strict=False)
    long = enqueue(host, "wait", strict=False)
    eventually(lambda: spans(host, short) and spans(host, long))
    # Due within the grace time.
    later = enqueue(host, delay=2500, strict=False)
    began = time.monotonic()
    host.stop()
    assert time.monotonic() - began > 4.5
    assert outcomes(host, short) == ["completed"] and outcomes(host, long) == ["interrupted"]
    assert spans(host, later) == [], "it was begun after SIGTERM"
    # A tick of the minute may have come at the last moment.
    left = rows(host, "SELECT * FROM swiftlet_jobs WHERE trigger = 'enqueue'")
    waiting = {row["id"]: (row["attempt"], row["holder"]) for row in left}
    assert waiting == {long: (0, None), later: (0, None)}

    host.start()
    eventually(lambda: outcomes(host, long)[1:] and outcomes(host, later))
    runs = history(host, long, "do_work")
    assert [(run["outcome"], run["attempt"]) for run in runs] == [("interrupted", 1), ("completed", 1)]
    assert runs[0]["error"] == "the host stopped"
    assert outcomes(host, later) == ["completed"] and outcomes(host, short) == ["completed"]
    host.stop()


def test_a_job_that_does_not_heed_its_cancellation_does_not_keep_the_host(make_host):
    """Proves: the host is gone soon after the grace time, exit code 75; the job it left behind is lost when its lease
    has run out, and runs again."""
    host = make_host(EXAMPLE, settings=QUICKLY).start()
    stubborn = enqueue(host, "insist", ms=600_000, strict=False)
    eventually(lambda: spans(host, stubborn))
    host.terminate()
    assert host.process.wait(timeout=PATIENCE) == 75
    assert outcomes(host, stubborn) == [] and spans(host, stubborn)[0]["finished_at"] is None
    host.start()
    # Its second run takes its time as well, but no longer than it may.
    eventually(lambda: spans(host, stubborn)[1:])
    (lost,) = history(host, stubborn, "do_work")
    assert (lost["outcome"], lost["attempt"]) == ("lost", 1)
    host.kill()


def test_a_second_signal_is_not_needed_by_an_idle_host(make_host):
    """Proves: with nothing in hand the grace time is not waited for."""
    # Longer than a test waits for a host's end.
    host = make_host(EXAMPLE, settings={**PATIENTLY, "SWIFTLET_GRACE_PERIOD": "10m"}).start()
    job = enqueue(host, strict=False)
    eventually(lambda: outcomes(host, job) == ["completed"])
    host.stop()
