"""A large queue with a large history, written by SQL in seconds."""

from database import Postgres, Tables

FUNCTIONS = ("send_push", "like_option", "purge_old", "resize_image", "send_receipt")
RUNS = 1_000_000
QUEUED = 100_000


def fill(tables: Tables, database, runs: int = RUNS, queued: int = QUEUED) -> None:
    """Writes `runs` ended tries over a week, and `queued` jobs: half of them dead with an error, the others held, scheduled, or waiting for
    their next try. No host knows their functions, so none of them starts."""
    is_server = isinstance(database, Postgres)

    def series(count: int) -> str:
        if is_server:
            return f"generate_series(1, {count}) AS s (n)"
        return (
            f"(WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < {count}) SELECT n FROM s) AS s"
        )

    def ago(seconds: str) -> str:
        if is_server:
            return f"now() - ({seconds}) * interval '1 second'"
        return f"strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || ({seconds}) || ' seconds')"

    name = "CASE n % 7 " + " ".join(
        f"WHEN {number} THEN '{function}'" for number, function in enumerate(FUNCTIONS[:4])) + f" ELSE '{FUNCTIONS[4]}' END"
    at = ago(f"({runs} - n) * 0.6")
    tables.change(
        f"""
        INSERT INTO swiftlet_job_runs
          (job_id, name, trigger, attempt, scheduled_at, is_late, started_at, finished_at, duration_ms, outcome, error, host)
        SELECT 10000000 + n, {name}, 'enqueue', 1, {at}, 0, {at}, {at}, n % 900,
          CASE WHEN n % 50 = 0 THEN 'failed' ELSE 'completed' END,
          CASE WHEN n % 50 = 0 THEN 'connection refused by 10.0.0.' || (n % 200) END, 'web-1/4711/abcdef'
        FROM {series(runs)} ORDER BY n
        """, ())
    later = ago("-86400 - n") if is_server else "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+2 days')"
    tables.change(
        f"""
        INSERT INTO swiftlet_jobs
          (name, state, trigger, lane, priority, run_at, scheduled_at, unique_key, payload, attempt, max_attempts, enqueued_at)
        SELECT {name}, CASE WHEN n % 2 = 0 THEN 'dead' WHEN n % 10 = 1 THEN 'held' ELSE 'scheduled' END, 'enqueue', '', 5,
          CASE WHEN n % 2 = 0 THEN {ago(f"{queued} - n")} ELSE {later} END, {ago(f"{queued} - n")},
          CASE WHEN n % 20 = 0 THEN 'key-' || n END,
          '{{"user_id":"u' || n || '","amount":' || n
            || '.10,"note":"a text of some length, as inputs have it","items":[1,2,3,4,5,6,7,8,9,10]}}',
          CASE WHEN n % 2 = 0 THEN 3 WHEN n % 10 = 3 THEN 1 ELSE 0 END, 3, {ago(f"{queued} - n")}
        FROM {series(queued)} ORDER BY n
        """, ())
    tables.change(
        """
        INSERT INTO swiftlet_job_runs
          (job_id, name, trigger, attempt, scheduled_at, is_late, started_at, finished_at, duration_ms, outcome, error, is_dead, host)
        SELECT id, name, trigger, 3, scheduled_at, 0, scheduled_at, run_at, 12, 'failed', 'timeout of job ' || id, 1, 'web-2/1/x'
        FROM swiftlet_jobs WHERE state = 'dead' ORDER BY id
        """, ())
