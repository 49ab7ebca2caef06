"""A job that ends its host: it takes three hosts with it and no more, and no neighbour that only shared a host with it dies of that."""

import pytest

from host import EXAMPLE, PATIENCE
from jobs import QUICKLY, enqueue, enqueue_fatal, eventually, history, jobs, outcomes, spans

pytestmark = pytest.mark.engines("sqlite", "postgres")

DEATHS = 3


def test_a_poison_job_is_dead_after_three_hosts(make_host):
    """Proves: with twenty tries it ends three hosts; the fourth stays up. Its neighbours complete, although they were in hand
    with it; on the way nothing of its function ran beside it once it was taken over; the history says from which host each
    try was taken over."""
    host = make_host(EXAMPLE, settings=QUICKLY)
    host.start()
    neighbours = [enqueue(host, "wait", strict=False) for _ in range(4)]
    eventually(lambda: all(spans(host, job) for job in neighbours))
    poison = enqueue_fatal(host, *["die"] * 20, strict=False)
    assert host.process.wait(timeout=PATIENCE) == -9
    dead = [host.process.pid]
    for _ in range(DEATHS - 1):
        # It may be dead before it could say that it is ready.
        host.spawn()
        assert host.process.wait(timeout=PATIENCE) == -9
        dead.append(host.process.pid)
    host.start()
    eventually(lambda: outcomes(host, poison) == ["lost"] * DEATHS)
    runs = history(host, poison, "do_work")
    assert runs[-1]["error"] == "its host died while it ran: 3 times" and runs[-1]["is_dead"]
    assert [f"/{pid}/" in run["host"] for pid, run in zip(dead, runs)] == [True] * DEATHS
    assert runs[0].get("taken_over_from") is None
    assert [run["taken_over_from"] for run in runs[1:]] == [run["host"] for run in runs[:-1]]
    eventually(lambda: all(outcomes(host, job)[-1:] == ["completed"] for job in neighbours))
    for job in neighbours:
        assert set(outcomes(host, job)[:-1]) == {"lost"}
        assert len(outcomes(host, job)) == 2, "it died with the poison job once more"

    shown = jobs(host, "show", str(poison))
    assert (shown["state"], shown["lost_leases"]) == ("dead", DEATHS)
    assert [run["outcome"] for run in shown["runs"]] == ["lost"] * DEATHS
    assert shown["origin"]["function"] == "enqueue_work"
    (queued,) = jobs(host, "queue", "--state", "dead")
    assert queued["error"] == "its host died while it ran: 3 times"
    host.stop()
