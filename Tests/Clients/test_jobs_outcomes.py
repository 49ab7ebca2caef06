"""How a try can end: each way leaves a row in the history that says so, and what comes next is what its policy says.

`do_work_strictly` has three tries, 0 to 400 ms apart, then 0 to 600, and five seconds for each: on a busy machine,
an insert of its own may take one.
"""

from datetime import timedelta

import pytest

from conftest import serving
from database import SQLite
from host import EXAMPLE, PATIENCE
from jobs import CLOCKS, QUICKLY, enqueue, enqueue_fatal, eventually, history, jobs, milliseconds, outcomes, spans

pytestmark = pytest.mark.engines("sqlite", "postgres")

# From the end of a try to the next, at most: the back-off's limits, and the rounding of two instants.
LIMITS = [401, 601]


@pytest.fixture(scope="module")
def host(make_database, tmp_path_factory):
    folder = tmp_path_factory.mktemp("outcomes")
    with serving(folder, EXAMPLE, settings=QUICKLY, database=make_database(folder)) as started:
        yield started


def ended(host, job, count):
    """The history of a job once it has so many rows."""
    eventually(lambda: len(outcomes(host, job)) >= count, what=lambda: f"job {job} has {outcomes(host, job)}")
    return history(host, job)


def state(host, job):
    """The job's state in the queue, as `jobs queue` says; None if it is not there."""
    return next((queued["state"] for queued in jobs(host, "queue", "--limit", "1000") if queued["id"] == job), None)


def clock_tolerance(host) -> float:
    """The milliseconds by which two instants of the queue may be closer than the time between them: on SQLite what a clock is adjusted
    in five seconds, on a server also what its clock is misread."""
    return 10 if isinstance(host.database, SQLite) else CLOCKS / timedelta(milliseconds=1)


def assert_comes_when_it_said(host, run, following):
    """The next try began at `next_run_at` at the earliest; how soon after depends on the machine."""
    late = milliseconds(run["next_run_at"], following["started_at"])
    assert late >= -1, f"the next try came {-late} ms before its time"


def test_a_job_that_throws_is_tried_again_and_then_dead(host):
    """Proves: three failures by the back-off, the last one dead; the dead job stays, and runs when it is retried by
    hand."""
    job = enqueue(host, "fail", "fail", "fail")
    runs = ended(host, job, 3)
    assert [(run["outcome"], run["attempt"], run["error"]) for run in runs] == [
        ("failed", number, "the work failed") for number in (1, 2, 3)]
    assert [run["is_dead"] for run in runs] == [False, False, True]
    assert runs[2].get("next_run_at") is None
    for run, following, limit in zip(runs, runs[1:], LIMITS):
        assert 0 <= milliseconds(run["finished_at"], run["next_run_at"]) <= limit
        assert_comes_when_it_said(host, run, following)
    assert state(host, job) == "dead"
    assert [run["job_id"] for run in jobs(host, "history", "--outcome", "dead")].count(job) == 1
    jobs(host, "retry", str(job))
    runs = ended(host, job, 4)
    assert (runs[3]["outcome"], runs[3]["attempt"]) == ("completed", 4)
    assert state(host, job) is None


def test_a_job_over_its_timeout_is_cancelled_and_tried_again(host):
    """Proves: a try is cancelled after its five seconds, the history says why, and the next one follows."""
    job = enqueue(host, "wait")
    late, done = ended(host, job, 2)
    assert (late["outcome"], late["attempt"], late["error"]) == ("timed_out", 1, "it took longer than 5 s")
    # The time limit counts from the claim, and the duration from the run's start, which may come later on a busy machine.
    first, second = spans(host, job)
    tolerance = clock_tolerance(host)
    assert milliseconds(late["started_at"], late["finished_at"]) >= 5000 - tolerance
    assert milliseconds(first["started_at"], late["finished_at"]) - tolerance <= late["duration_ms"]
    assert late["duration_ms"] <= milliseconds(late["started_at"], late["finished_at"]) + tolerance
    # The handler waits for an hour, so that nothing but its cancellation ends it.
    assert first["finished_at"] is None and second["finished_at"] is not None
    assert 0 <= milliseconds(late["finished_at"], late["next_run_at"]) <= LIMITS[0]
    assert_comes_when_it_said(host, late, done)
    assert (done["outcome"], done["attempt"]) == ("completed", 2)


def test_a_handler_that_ignores_its_cancellation_keeps_its_job_until_it_ends(host):
    """Proves: a handler that goes on in spite of its cancellation is not run a second time beside itself."""
    job = enqueue(host, "insist", ms=6000)
    (run,) = ended(host, job, 1)
    assert run["outcome"] == "completed" and run["duration_ms"] >= 6000
    assert len(spans(host, job)) == 1 and state(host, job) is None


def test_a_waiting_job_that_is_cancelled_never_runs(host):
    """Proves: it leaves the queue at once, with a row of its own and no try, and the next job runs."""
    job = enqueue(host, delay=3_600_000)
    assert state(host, job) == "scheduled"
    assert jobs(host, "cancel", str(job)) == {"result": "cancelled"}
    assert state(host, job) is None
    after = enqueue(host)
    ended(host, after, 1)
    (run,) = history(host, job)
    assert (run["outcome"], run["attempt"], run["error"]) == ("cancelled", 0, "it was cancelled by hand")
    assert spans(host, job) == []


def test_a_running_job_that_is_cancelled_is_not_tried_again(host):
    """Proves: its handler is cancelled at once, long before its time is over, and no other try follows."""
    job = enqueue(host, "wait", "wait", strict=False)
    eventually(lambda: spans(host, job))
    assert jobs(host, "cancel", str(job)) == {"result": "cancelling"}
    eventually(lambda: outcomes(host, job))
    (run,) = history(host, job, "do_work")
    assert (run["outcome"], run["attempt"], run["error"]) == ("cancelled", 1, "it was cancelled while it ran")
    assert run.get("next_run_at") is None
    assert state(host, job) is None


def test_a_discarded_job_is_not_tried_again(host):
    """Proves: the reason is in the history, and neither another try nor a dead job is left."""
    job = enqueue(host, "discard")
    (run,) = ended(host, job, 1)
    assert (run["outcome"], run["error"]) == ("discarded", "there is nothing to work on")
    assert run.get("next_run_at") is None and not run["is_dead"]
    assert state(host, job) is None


def test_a_snoozed_job_runs_again_without_using_up_a_try(host):
    """Proves: it comes after the time it asked for, a second at least, not the back-off's, and more often than it has tries."""
    job = enqueue(host, "snooze", "snooze", "snooze", "snooze", ms=700)
    runs = ended(host, job, 5)
    assert [(run["outcome"], run["attempt"]) for run in runs] == [("snoozed", 1)] * 4 + [("completed", 1)]
    for run, following in zip(runs, runs[1:]):
        assert milliseconds(run["finished_at"], run["next_run_at"]) == pytest.approx(1000, abs=1)
        assert_comes_when_it_said(host, run, following)


def test_a_retry_with_a_delay_runs_after_that_delay(host):
    """Proves: its own delay replaces the back-off's, and the try counts."""
    job = enqueue(host, "retry", ms=900)
    failed, done = ended(host, job, 2)
    assert (failed["outcome"], failed["error"]) == ("failed", "the other side is busy")
    assert milliseconds(failed["finished_at"], failed["next_run_at"]) == pytest.approx(900, abs=1)
    assert_comes_when_it_said(host, failed, done)
    assert (done["outcome"], done["attempt"]) == ("completed", 2)


def test_a_job_whose_process_dies_is_lost_and_tried_again(make_host):
    """Proves: a job that takes its process with it leaves a `lost` row under the next process, and is dead after its
    tries: it cannot take the host down for ever. What it killed on its way had a try left, and completes."""
    host = make_host(EXAMPLE, settings=QUICKLY).start()
    bystander = enqueue(host, "wait", strict=False)
    eventually(lambda: spans(host, bystander))
    killer = enqueue_fatal(host, "die", "die", "die")
    for number in range(3):
        if number:
            # It may be dead before it could say that it is ready.
            host.spawn()
        assert host.process.wait(timeout=PATIENCE) == -9, "it was run, and took the process with it"
    host.start()
    runs = ended(host, killer, 3)
    assert [(run["outcome"], run["attempt"], run["is_dead"]) for run in runs] == [
        ("lost", 1, False), ("lost", 2, False), ("lost", 3, True)]
    assert all("its lease ran out" in run["error"] for run in runs[:-1])
    assert runs[-1]["error"] == "its host died while it ran: 3 times"
    for run, limit in zip(runs, LIMITS):
        assert 0 <= milliseconds(run["finished_at"], run["next_run_at"]) <= limit
    assert state(host, killer) == "dead" and len(spans(host, killer)) == 3
    eventually(lambda: outcomes(host, bystander)[-1:] == ["completed"])
    assert set(outcomes(host, bystander)[:-1]) == {"lost"}
    host.stop()
