"""The queue on Postgres beside procrastinate and pgqueuer, and what a claim takes when much has piled up."""

import contextlib
import json
import pathlib
import signal
import statistics
import subprocess
import sys
import threading
import time
from functools import partial

from load import HERE, turns
from postgres import Database, Postgres

ROUNDS = 3
# Each queue: how many jobs it gets, and what tells how many are left. Ours reads no table for it: each job that ends
# takes a number in the history. The peers run as they come, and pgqueuer also with the batches that suit it best here.
JOBS = {"ours": 60_000, "pgqueuer 10": 15_000, "pgqueuer 500": 30_000, "procrastinate 10": 1_500}
LEFT = {
    "ours": "SELECT {count} - last_value FROM swiftlet.job_runs_id_seq",
    "pgqueuer": "SELECT count(*) FROM pgqueuer",
    "procrastinate": "SELECT count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing')",
}
FILL = """
    INSERT INTO swiftlet.jobs
      (name, state, trigger, lane, priority, run_at, scheduled_at, payload, max_attempts, enqueued_at)
    SELECT 'nothing', 'available', 'enqueue', '', 5, now(), now(), '{{}}', 5, now() FROM generate_series(1, {count})
    """
HISTORY = """
    INSERT INTO swiftlet.job_runs
      (job_id, name, trigger, attempt, scheduled_at, is_late, started_at, finished_at, duration_ms, outcome, host)
    SELECT -i, 'nothing', 'enqueue', 1, now(), 0, now(), now(), 10, 'completed', 'benchmark/1/x'
    FROM generate_series(1, {count}) i
    """


class Worker:
    """A process that says when it is ready, and works until it is told to stop."""

    def __init__(self, command: list, log: pathlib.Path):
        with log.open("a") as errors:
            self.process = subprocess.Popen(
                [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                text=True)

    def __enter__(self) -> "Worker":
        return self

    def line(self) -> str:
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.process.args} ended; see .build-bench/queues.log")
        return line

    def __exit__(self, *_) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


class Queue:
    """One of the queues on a fresh database."""

    def __init__(self, name: str, program: str, server: Postgres, folder: pathlib.Path):
        self.name, _, self.at_a_time = name.partition(" ")
        self.program, self.log = program, folder / "queues.log"
        self.database = server.database(f"queue_{self.name}")
        self.call("prepare")

    def command(self, action: str, *more) -> list:
        if self.name == "ours":
            return [self.program, "--database", self.database.url, action, *more]
        return [sys.executable, HERE / "queue_peers.py", self.name, self.at_a_time, action, self.database.url, *more]

    def call(self, action: str, *more) -> str:
        with self.log.open("a") as errors:
            return subprocess.run([str(part) for part in self.command(action, *more)], stdout=subprocess.PIPE,
                                  stderr=errors, text=True, check=True, timeout=300).stdout

    def worker(self, action: str, *more) -> Worker:
        return Worker(self.command(action, *more), self.log)

    def fill(self, count: int) -> float:
        """Enqueues jobs in one transaction; when that was committed."""
        if self.name != "ours":
            return float(self.call("fill", count).strip().splitlines()[-1])
        self.database.run(FILL.format(count=count))
        begin = time.time()
        self.database.run("NOTIFY swiftlet_jobs")
        return begin

    def drain(self, hosts: int, count: int) -> float:
        """Jobs per second from a full queue to an empty one, by hosts that were up and idle."""
        with contextlib.ExitStack() as stack:
            workers = [stack.enter_context(self.worker("host" if self.name == "ours" else "work"))
                       for _ in range(hosts)]
            for worker in workers:
                worker.line()
            time.sleep(1)
            self.database.settle()
            begin = self.fill(count)
            # The peers are asked seldom: each look reads all that is left.
            pause = 0.01 if self.name == "ours" else 0.05
            self.database.wait(LEFT[self.name].format(count=count), 120, pause)
            elapsed = time.time() - begin
            if self.name == "ours":
                self.check(count)
            return count / elapsed

    def check(self, count: int) -> None:
        """Each job ran once."""
        deadline = time.time() + 5
        while self.database.value("SELECT count(*) FROM swiftlet.jobs"):
            if time.time() > deadline:
                raise RuntimeError("jobs are left in the queue")
        ran = self.database.value("SELECT count(DISTINCT job_id) FROM swiftlet.job_runs WHERE outcome = 'completed'")
        if ran != count or self.database.value("SELECT count(*) FROM swiftlet.job_runs") != count:
            raise RuntimeError(f"{ran} of {count} jobs ran")


def measure_drains(program: str, server: Postgres, folder: pathlib.Path, scale: float) -> dict:
    """Each queue in turn, by one host and by four."""

    def drain(name: str, hosts: int) -> float:
        return Queue(name, program, server, folder).drain(hosts, int(JOBS[name] * scale))

    # What the machine does first, it does slower.
    drain("ours", 1)
    rates = turns({(name, hosts): partial(drain, name, hosts) for name in JOBS for hosts in (1, 4)}, ROUNDS)
    return {name: {"one": statistics.median(rates[name, 1]), "four": statistics.median(rates[name, 4])}
            for name in JOBS}


CLAIMS = """
    SELECT sum(total_exec_time) / sum(calls) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
    WHERE d.datname = current_database() AND query LIKE 'WITH %claimed%'
    """


def claim(database: Database, seconds: float) -> float:
    """Milliseconds that the server took for a claim, the mean over a while."""
    database.run("SELECT pg_stat_statements_reset()")
    time.sleep(seconds)
    return database.value(CLAIMS)


def measure_claims(program: str, server: Postgres, folder: pathlib.Path, per_second: int, held: float) -> dict:
    """What a claim takes under a steady load: on an empty history, behind a million runs, and at the end of a long transaction."""
    window = min(10, held / 3)
    figures = {"per_second": per_second, "held_seconds": held}

    def steady(queue: Queue, during) -> None:
        with queue.worker("steady", per_second) as worker:
            for _ in range(2):
                worker.line()
            lines: list[str] = []
            reader = threading.Thread(target=lambda: lines.extend(worker.process.stdout), daemon=True)
            reader.start()
            during(lines)
        reader.join()

    def waits(lines: list[str], name: str) -> None:
        seen = [json.loads(line) for line in lines[-int(window):]]
        figures[f"{name}_p50_ms"] = statistics.median(line["p50_ms"] for line in seen)
        figures[f"{name}_p99_ms"] = max(line["p99_ms"] for line in seen)

    def fresh(lines: list[str]) -> None:
        figures["fresh_ms"] = claim(queue.database, window)
        waits(lines, "fresh")

    def old(lines: list[str]) -> None:
        figures["history_ms"] = claim(queue.database, window)
        waits(lines, "history")
        # A transaction that has an id and a snapshot: nothing that dies meanwhile can be cleared away.
        hold = f"SELECT txid_current(), pg_sleep({held})"
        holding = threading.Thread(target=lambda: queue.database.value(hold))
        holding.start()
        time.sleep(held - window - 1)
        # What a vacuum leaves behind that met the queue when it was empty: a guess that it has no rows.
        queue.database.run("ALTER TABLE swiftlet.jobs SET (autovacuum_enabled = off)")
        queue.database.run("VACUUM swiftlet.jobs")
        queue.database.run("UPDATE pg_class SET reltuples = 0 WHERE oid = 'swiftlet.jobs'::regclass")
        figures["held_ms"] = claim(queue.database, window)
        waits(lines, "held")
        holding.join()

    queue = Queue("ours", program, server, folder)
    steady(queue, fresh)
    queue = Queue("ours", program, server, folder)
    queue.database.run(HISTORY.format(count=1_000_000))
    queue.database.settle()
    steady(queue, old)
    return figures


def measure(program: str, server: Postgres, folder: pathlib.Path, seconds: float) -> dict:
    """All of it; a short run takes a part of the work."""
    scale = min(1.0, seconds / 8)
    figures = {"drains": measure_drains(program, server, folder, scale)}
    queue = Queue("ours", program, server, folder)
    figures["latency"] = json.loads(queue.call("latency", scale))
    figures["claims"] = measure_claims(program, server, folder, 1000, max(15, 60 * scale))
    return figures
