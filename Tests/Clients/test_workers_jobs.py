"""Jobs that run in workers: one that traps costs its worker each time, and never its host."""

import json

import pytest

from host import READY
from jobs import eventually, history, jobs, outcomes
from workers import Load, WorkerHost, call

pytestmark = pytest.mark.engines("sqlite", "postgres")

# The tries of the fixture's job.
ATTEMPTS = 3


@pytest.fixture
def host(make_database, tmp_path):
    """A host whose workers stay, for the test alone."""
    made = WorkerHost(tmp_path, '[workers]\nidle_exit = "60s"\n', database=make_database(tmp_path))
    yield made.start()
    made.kill()


def test_a_poison_job_costs_its_worker_and_never_its_host(host):
    """Each try is a failure in the history, the job is dead after its tries, and the next job runs in a new worker."""
    pid = host.process.pid
    assert call(host, "neighbour").status == 200
    with Load(host, count=2, rate=100) as neighbours:
        before = len(neighbours.answers)
        enqueued = call(host, "enqueue_trap")
        assert enqueued.status == 200, enqueued
        poison = int(enqueued.body)
        eventually(lambda: outcomes(host, poison) == ["failed"] * ATTEMPTS, what=lambda: f"{outcomes(host, poison)}")
        eventually(lambda: len(neighbours.answers) > before + 10)
    assert neighbours.errors() == []
    assert (host.process.poll(), host.process.pid) == (None, pid) and host.answers(READY)

    runs = history(host, poison, "trap_job")
    assert [run["attempt"] for run in runs] == list(range(1, ATTEMPTS + 1))
    assert {run["error"] for run in runs} == {"the function's worker ended during the call"}
    assert [run["is_dead"] for run in runs] == [False] * (ATTEMPTS - 1) + [True]
    assert all(f"/{pid}/" in run["host"] for run in runs)
    assert jobs(host, "show", str(poison))["state"] == "dead"

    deaths = json.loads(host.run("workers", "list", "--json", "--deaths", "100").stdout)["deaths"]
    found = [(death["group"], death["function"], len(death["lost"])) for death in deaths]
    assert found == [("trap_job", "trap_job", 1)] * ATTEMPTS, found
    assert len({death["pid"] for death in deaths}) == ATTEMPTS and pid not in {death["pid"] for death in deaths}

    mended = int(call(host, "enqueue_trap?index=1").body)
    eventually(lambda: outcomes(host, mended) == ["completed"], what=lambda: f"{outcomes(host, mended)}")
    host.stop()
