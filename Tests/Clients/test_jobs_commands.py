"""The commands that look after jobs, beside a running host: what they show, what they change, and their exit codes."""

import http.client
import json
import re
import subprocess
from datetime import datetime, timedelta, timezone

import pytest

from conftest import serving
from host import EXAMPLE, PATIENCE
from jobs import QUICKLY, enqueue, eventually, jobs, order, outcomes, piece, spans

pytestmark = pytest.mark.engines("sqlite", "postgres")


@pytest.fixture(scope="module")
def host(make_database, tmp_path_factory):
    folder = tmp_path_factory.mktemp("commands")
    with serving(folder, EXAMPLE, settings=QUICKLY, database=make_database(folder)) as started:
        yield started


def run(host, *arguments, stdin=None):
    """`jobs …` as a person types it: exit code, stdout, stderr."""
    command = [host.binary, "jobs", *arguments, "--database", host.database.url, "--config", str(host.config)]
    done = subprocess.run(
        command, cwd=host.folder, env=host.environment, input=stdin or "", capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr


def metrics(host) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    return text


def oldest_age(host) -> float:
    """The age of the oldest job that is due, in seconds."""
    return float(re.search(r"^swiftlet_queue_oldest_seconds (\S+)$", metrics(host), re.MULTILINE)[1])


def test_one_job_from_its_enqueuing_to_its_end(host):
    """Proves: a job is enqueued by hand with its input, shown with every try and its error, and found again when it has
    ended; its input is masked by its fields' names unless asked for."""
    known = piece(note="to ada")
    assert order(host, known)[0] == 200
    work = {**known, "steps": ["fail"], "email": "ada@example.com"}
    code, output, _ = run(host, "enqueue", "do_work", "--input", "-", "--json", stdin=json.dumps(work))
    assert code == 0
    job = json.loads(output)["id"]
    eventually(lambda: outcomes(host, job)[-1:] == ["completed"])
    shown = jobs(host, "show", str(job))
    assert shown["state"] == "completed" and shown["origin"]["function"] == "jobs enqueue"
    assert [attempt["outcome"] for attempt in shown["runs"]][-1] == "completed"
    assert all(f"/{host.process.pid}/" in attempt["host"] for attempt in shown["runs"])

    code, output, _ = run(
        host, "enqueue", "do_work", "--input", json.dumps(work), "--at", "2999-01-01T00:00:00Z", "--json")
    job = json.loads(output)["id"]
    code, output, _ = run(host, "show", str(job))
    assert code == 0 and '"email":"***"' in output and "ada@example.com" not in output and '"note":"to ada"' in output
    assert "ada@example.com" in run(host, "show", str(job), "--show-input")[1]
    assert jobs(host, "cancel", str(job)) == {"result": "cancelled"}
    assert run(host, "show", "987654321")[0] == 1


@pytest.mark.parametrize(("arguments", "code", "message"), [
    (["enqueue", "nothing", "--input", "{}"], 1, "There is no job named nothing"),
    (["enqueue", "do_work"], 1, "do_work needs an input"),
    (["enqueue", "do_work", "--input", "{"], 1, "--input is not valid JSON"),
    (["enqueue", "do_work", "--input", '{"id": "no uuid"}'], 1, "id"),
    (["retry"], 64, "No job is chosen"),
    (["cancel", "1", "--job", "do_work"], 64, "An id chooses one job"),
    (["discard", "--state", "running", "--yes"], 1, "takes no jobs in the state running"),
])
def test_mistakes_have_codes_and_messages(host, arguments, code, message):
    """Proves: each mistake has an exit code for scripts and a message that names it."""
    seen, _, error = run(host, *arguments)
    assert seen == code and message in error


def test_many_dead_jobs_at_once(host):
    """Proves: dead jobs are counted by their error, nothing is changed without --yes, and then all that match are; the
    metrics say how many are dead and how many wait."""
    dead = [enqueue(host, *["fail"] * 3) for _ in range(5)]
    gone = [enqueue(host, *["fail"] * 3) for _ in range(2)]
    eventually(lambda: all(len(outcomes(host, job)) == 3 for job in dead + gone))
    waiting = enqueue(host, delay=3_600_000)
    eventually(
        lambda: re.search(r'swiftlet_queue_depth\{state="dead"\} 7\n', metrics(host))
        and re.search(r'swiftlet_queue_depth\{state="scheduled"\} 1\n', metrics(host))
        and oldest_age(host) == 0, what=lambda: metrics(host))
    assert [job["error"] for job in jobs(host, "queue", "--state", "dead")] == ["the work failed"] * 7

    code, output, error = run(host, "retry", "--job", "do_work_strictly", "--error", "WORK failed", "--since", "1h")
    assert code == 1 and "7 jobs match" in output and "--yes" in error
    assert all(len(outcomes(host, job)) == 3 for job in dead)
    (statistics,) = [job for job in jobs(host, "stats") if job["name"] == "do_work_strictly"]
    assert statistics["dead"] == 7 and statistics["failed"] >= 21 and statistics["scheduled"] == 1

    for job in gone:
        assert jobs(host, "discard", str(job)) == {"name": "do_work_strictly"}
    assert jobs(host, "retry", "--error", "failed", "--yes") == {"matched": 5, "done": 5, "skipped": 0, "busy": 0}
    eventually(lambda: all(outcomes(host, job)[3:] == ["completed"] for job in dead))
    assert all(outcomes(host, job)[3:] == ["discarded"] and len(spans(host, job)) == 3 for job in gone)
    assert jobs(host, "cancel", "--job", "do_work_strictly", "--state", "scheduled", "--yes")["done"] == 1
    assert outcomes(host, waiting) == ["cancelled"]
    assert run(host, "retry", "--state", "dead", "--yes") == (0, "No job matches.\n", "")


def test_the_age_of_the_oldest_job_is_the_time_since_it_was_due(host):
    """Proves: a job that no host runs ages from the time at which it was due, and not from its enqueuing; the age ends with it."""
    job = enqueue(host, delay=3_600_000)
    due = datetime.now(timezone.utc) - timedelta(hours=2)
    with host.database.writing() as tables:
        # No host serves this lane.
        tables.change(
            "UPDATE swiftlet_jobs SET state = 'available', lane = 'elsewhere', run_at = ? WHERE id = ?",
            (due.isoformat(timespec="milliseconds").replace("+00:00", "Z"), job))
    # A host knows the time of its database to a second.
    age = eventually(lambda: max(0, oldest_age(host) - 7199), what=lambda: metrics(host)) + 7199
    assert age <= (datetime.now(timezone.utc) - due).total_seconds() + 1
    assert jobs(host, "cancel", str(job)) == {"result": "cancelled"}
    eventually(lambda: oldest_age(host) == 0, what=lambda: metrics(host))
