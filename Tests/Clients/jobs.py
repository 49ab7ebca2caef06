"""The queue of an `own-package` host: orders over HTTP, `jobs …` on the command line, and the tables themselves."""

import contextlib
import http.client
import json
import subprocess
import time
import uuid
from datetime import datetime, timedelta

from database import Tables
from host import PATIENCE, Host, token

TICKS = ("tick", "lonely_tick")
EVERY_SECOND = "".join(f'[jobs.{name}]\nschedule = "* * * * * *"\n' for name in TICKS)
# The functions' clock is the machine's, and the queue's is the database's as a host last heard of it: on a busy machine it hears of it
# late. A lease is no shorter.
CLOCKS = timedelta(seconds=1)
QUICKLY = {"SWIFTLET_JOB_LEASE": "1s", "SWIFTLET_GRACE_PERIOD": "2s"}


def piece(*steps: str, ms: int = 0, note: str | None = None) -> dict:
    """A piece of work: the actions of its runs, in order, and their times."""
    return {"id": str(uuid.uuid4()), "steps": list(steps), "ms": ms, "note": note}


def order(host: Host, *pieces: dict, **more) -> tuple[int, dict]:
    """Orders work, in one transaction; the status and the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    with contextlib.closing(connection):
        headers = {"Authorization": f"Bearer {token('service_role')}", "Content-Type": "application/json"}
        body = json.dumps({"pieces": pieces, **more})
        connection.request("POST", "/functions/v1/enqueue_work", body, headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())


def enqueue(host: Host, *steps: str, ms: int = 0, strict: bool = True, delay: int = 0) -> int:
    """Orders one piece of work that has to be accepted; its job's id."""
    status, answer = order(host, piece(*steps, ms=ms), is_strict=strict, delay=delay)
    assert status == 200, answer
    return answer["jobs"][0]


def enqueue_fatal(host: Host, *steps: str, strict: bool = True) -> int:
    """Orders one piece of work that ends the host, maybe before the host has answered; its job's id."""
    work = piece(*steps)
    with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
        status, answer = order(host, work, is_strict=strict)
        assert status == 200, answer
    (job,) = rows(host, "SELECT id FROM swiftlet_jobs WHERE lower(payload) LIKE ?", f"%{work['id']}%")
    return job["id"]


def jobs(host: Host, *arguments: str):
    """`jobs … --json` beside the host; what it prints."""
    command = [
        host.binary, "jobs", *arguments, "--json",
        "--database", host.database.url, "--config", str(host.config),
    ]
    run = subprocess.run(
        command, cwd=host.folder, env=host.environment, capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode == 0, f"{' '.join(arguments)}: {run.returncode} {run.stderr}"
    return json.loads(run.stdout)


def history(host: Host, job: int, name: str = "do_work_strictly") -> list[dict]:
    """The tries of a job that have ended, the first one first."""
    runs = jobs(host, "history", "--job", name, "--limit", "1000")
    return [run for run in reversed(runs) if run.get("job_id") == job and run["outcome"] != "running"]


def rows(host: Host, sql: str, *parameters) -> list[dict]:
    with host.database.reading() as tables:
        return tables.rows(sql, *parameters)


def outcomes(host: Host, job: int) -> list[str]:
    """The outcomes of a job's tries, in order, read from the table."""
    found = rows(host, "SELECT outcome FROM swiftlet_job_runs WHERE job_id = ? ORDER BY id", job)
    return [row["outcome"] for row in found]


def spans(host: Host, job: int) -> list[dict]:
    """The runs of a job as its handler wrote them down, in order."""
    return rows(host, "SELECT * FROM spans WHERE job_id = ? ORDER BY id", job)


def eventually(check, seconds: float = PATIENCE, what="it did not come to pass"):
    """Calls a function until its result is true, and returns the result. The failure's text may be a function too, which is
    called at the end of the wait."""
    deadline = time.monotonic() + seconds
    while not (seen := check()):
        assert time.monotonic() < deadline, what() if callable(what) else what
        time.sleep(0.02)
    return seen


def instant(value: str | datetime) -> datetime:
    """What SQLite and JSON have as text, and Postgres as it is."""
    return value if isinstance(value, datetime) else datetime.fromisoformat(value)


def milliseconds(earlier: str, later: str) -> float:
    return (instant(later) - instant(earlier)) / timedelta(milliseconds=1)


def has_drained(host: Host) -> bool:
    """Whether no job waits or runs. Dead jobs do not count."""
    return not rows(host, "SELECT id FROM swiftlet_jobs WHERE state <> 'dead'")


def assert_no_run_after_its_end(tables: Tables) -> None:
    """Every job completed at most once, and no try of it came after that, neither in the history nor in fact."""
    assert not tables.rows("""
        SELECT job_id, count(*) FROM swiftlet_job_runs WHERE outcome = 'completed'
        GROUP BY job_id HAVING count(*) > 1""")
    assert not tables.rows("""
        SELECT late.job_id, late.outcome FROM swiftlet_job_runs late JOIN swiftlet_job_runs done
        ON done.job_id = late.job_id AND done.outcome = 'completed' AND late.id > done.id""")
    ends = {row["job_id"]: instant(row["finished_at"]) for row in tables.rows(
        "SELECT job_id, finished_at FROM swiftlet_job_runs WHERE outcome = 'completed' AND job_id IS NOT NULL")}
    assert [row for row in tables.rows("SELECT job_id, started_at FROM spans")
            if row["job_id"] in ends and instant(row["started_at"]) > ends[row["job_id"]] + CLOCKS] == []


def assert_ticks(tables: Tables) -> int:
    """From the first tick to the last, each second was decided once: it ran to its end, or (one job only) was left out.

    Returns how many seconds that were.
    """
    seconds = 0
    for name in TICKS:
        decided = tables.rows("""
            SELECT scheduled_at, count(*) AS ends, min(outcome) AS outcome
            FROM swiftlet_job_runs WHERE name = ? AND trigger = 'schedule'
              AND (outcome IN ('completed', 'skipped') OR is_dead = 1 AND outcome <> 'lost')
            GROUP BY scheduled_at ORDER BY scheduled_at""", name)
        allowed = {"tick": {"completed"}, "lonely_tick": {"completed", "skipped"}}[name]
        assert [row for row in decided if row["ends"] != 1 or row["outcome"] not in allowed] == []
        instants = [instant(row["scheduled_at"]) for row in decided]
        gaps = [(a, b) for a, b in zip(instants, instants[1:]) if b - a != timedelta(seconds=1)]
        assert gaps == [], f"{name} misses ticks"
        assert tables.rows("""
            SELECT scheduled_at, count(DISTINCT job_id) FROM swiftlet_job_runs
            WHERE name = ? AND job_id IS NOT NULL GROUP BY scheduled_at HAVING count(DISTINCT job_id) > 1
            """, name) == [], f"two jobs for one tick of {name}"
        ran = {row["scheduled_at"] for row in tables.rows("SELECT scheduled_at FROM ticks WHERE job = ?", name)}
        completed = {row["scheduled_at"] for row in decided if row["outcome"] == "completed"}
        assert completed <= ran, "a tick counts as completed that never ran"
        seconds = max(seconds, len(instants))
    return seconds
