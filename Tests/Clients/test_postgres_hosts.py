"""Four hosts on one database: 300 schedules and `kill -9` at random moments, and one host that stands still.

This is half a minute of it. The whole takes three: SWIFTLET_TEST_SECONDS=180 in the environment.
"""

import os
import random
import signal
import threading
import time
from collections import Counter, defaultdict
from datetime import datetime, timedelta, timezone

import pytest

from database import Postgres, Tables
from host import EXAMPLE, PATIENCE, READY, Host
from jobs import enqueue, eventually, has_drained, jobs, order, outcomes, piece, rows

pytestmark = pytest.mark.engines("postgres")

SECONDS = float(os.environ.get("SWIFTLET_TEST_SECONDS", "15"))
HOSTS = 4
NAMES = [f"tick_{number:03}" for number in range(1, 61)]
EVERY = timedelta(seconds=5)
SCHEDULES = "".join(f'[jobs.{name}]\nschedule = "*/{EVERY.seconds} * * * * *"\n' for name in NAMES)
# A host that stands still for two thirds of a lease loses its jobs, and a busy machine lets hosts stand still for a second. At their
# end the hosts finish what they have in hand, however long that takes.
SETTINGS = {"SWIFTLET_JOB_LEASE": "4s", "SWIFTLET_GRACE_PERIOD": "60s"}
REFUSED = "its end was refused"
# The jobs that a process has in hand, and those that others took over from it.
IN_HAND = "SELECT id FROM swiftlet_jobs WHERE state = 'running' AND holder LIKE ?"
LOST = "SELECT job_id AS id FROM swiftlet_job_runs WHERE outcome = 'lost' AND host LIKE ?"


@pytest.fixture
def make_hosts(make_host, make_database, tmp_path):
    """Starts hosts on one database, each in a folder of its own."""
    def make(config: str = "", **settings: str) -> list[Host]:
        server, hosts = make_database(tmp_path).server, []
        for number in range(HOSTS):
            folder = tmp_path / f"host-{number}"
            folder.mkdir()
            # The server shows each connection with its host's name.
            database = Postgres(server, f"{server}?application_name={folder.name}")
            hosts.append(make_host(
                EXAMPLE, folder=folder, database=database, config=config, settings={**SETTINGS, **settings}))
        return [host.start() for host in hosts]

    return make


class Killer(threading.Thread):
    """Kills a host again and again, every second time when it has jobs in hand, and starts it again, sooner or later than the others
    notice. It goes on until a kill has met jobs in hand."""

    def __init__(self, host: Host, seed: int, seconds: float):
        super().__init__()
        self.host = host
        self.chance = random.Random(seed)
        self.end = time.monotonic() + seconds
        # When each of its processes was certainly dead.
        self.deaths: dict[int, datetime] = {}
        # The jobs that each of its processes had in hand when it died.
        self.held: dict[int, set[int]] = {}
        self.ended_by_itself = False

    def run(self) -> None:
        patience = time.monotonic() + PATIENCE
        while time.monotonic() < self.end or (not any(self.held.values()) and time.monotonic() < patience):
            time.sleep(self.chance.uniform(0.5, 6))
            if len(self.deaths) % 2 == 0:
                self.wait_for_a_job()
            if self.host.process.poll() is not None:
                self.ended_by_itself = True
                return
            self.host.kill()
            self.deaths[self.host.process.pid] = datetime.now(timezone.utc)
            self.held[self.host.process.pid] = self.jobs_of_the_dead()
            time.sleep(self.chance.uniform(0, 6))
            self.host.spawn()

    def wait_for_a_job(self) -> None:
        """Waits until the host has a job in hand, or another one has all of a tick."""
        end = time.monotonic() + EVERY.seconds
        while not rows(self.host, IN_HAND, self.holder()) and time.monotonic() < end:
            time.sleep(0.05)

    def jobs_of_the_dead(self) -> set[int]:
        """The jobs whose ends the dead process did not write. A statement that it sent before may run for a moment longer, and end
        some of them."""
        connected = "SELECT pid FROM pg_stat_activity WHERE application_name = ?"
        eventually(lambda: not rows(self.host, connected, self.host.folder.name), what="a dead host's connections remain")
        # Other hosts may have taken over some by now.
        holder = self.holder()
        return {row["id"] for row in rows(self.host, f"{IN_HAND} UNION {LOST}", holder, holder)}

    def holder(self) -> str:
        return f"%/{self.host.process.pid}/%"


def test_many_hosts_under_kills_run_every_tick_once(make_hosts):
    """Proves: of 60 schedules no tick is missing or doubled; each runs to its end exactly once, and no job is ever run
    by two processes at the same time."""
    hosts = make_hosts(SCHEDULES, SWIFTLET_EXAMPLE_JOBS=str(len(NAMES)), SWIFTLET_MAX_RUNNING_JOBS="32")
    killers = [Killer(host, seed, SECONDS) for seed, host in enumerate(hosts)]
    for killer in killers:
        killer.start()
    for killer in killers:
        killer.join()
    assert [killer.host.log_text()[-4000:] for killer in killers if killer.ended_by_itself] == []
    deaths = {pid: end for killer in killers for pid, end in killer.deaths.items()}
    held = {pid: jobs for killer in killers for pid, jobs in killer.held.items()}
    eventually(lambda: check(hosts[0], deaths), what="the queue does not drain")
    with hosts[0].database.reading() as tables:
        lost = {pid: {row["id"] for row in tables.rows(LOST, f"%/{pid}/%")} for pid in deaths}
    assert lost == held, "others took over other jobs than a dead host had in hand"
    print(f"jobs in hand at each kill: {[[len(jobs) for jobs in killer.held.values()] for killer in killers]}")
    # Or the kills proved nothing.
    assert all(any(killer.held.values()) for killer in killers)
    for host in hosts:
        # One that was started a moment ago may not listen to signals yet.
        eventually(lambda host=host: host.answers(READY), what="a host does not come up")
        host.stop()


def check(host: Host, deaths: dict[int, datetime]) -> bool:
    """Checks everything at an instant at which nothing waits or runs; false at any other."""
    with host.database.reading() as tables:
        if tables.rows("SELECT id FROM swiftlet_jobs WHERE state <> 'dead' AND name LIKE 'tick_%' LIMIT 1"):
            return False
        # Three kills may have met one job: to the queue that is a job that kills. It goes on when it is asked to.
        dead = tables.rows("SELECT lost_leases FROM swiftlet_jobs WHERE state = 'dead'")
        assert [job for job in dead if job["lost_leases"] < 3] == [], "a job is dead"
        if dead:
            jobs(host, "retry", "--state", "dead", "--error", "its host died", "--yes")
            return False
        count = assert_every_tick_once(tables)
        if count <= SECONDS / EVERY.seconds:
            # The hosts were quick, and go on.
            return False
        ends = Counter({row["outcome"]: row["ends"] for row in tables.rows(
            "SELECT outcome, count(*) AS ends FROM swiftlet_job_runs WHERE name LIKE 'tick_%' GROUP BY outcome")})
        assert set(ends) <= {"completed", "lost"}, ends
        runs = assert_no_overlap(tables, deaths)
        late = tables.rows("""
            SELECT percentile_cont(ARRAY[0.5, 0.99]) WITHIN GROUP (ORDER BY extract(epoch FROM at - scheduled_at))
              AS late FROM ticks WHERE attempt = 1 AND job LIKE 'tick_%'""")[0]["late"]
        print(
            f"{len(deaths)} kills, {count} ticks of each schedule, {dict(ends)}, {runs} runs begun; "
            f"first ones late by {late[0]:.3f} s (p50), {late[1]:.3f} s (p99)")
        assert len(deaths) >= SECONDS / 5
        return True


def assert_every_tick_once(tables: Tables) -> int:
    """From the first tick to the last that everybody has had; how many those are."""
    decided = defaultdict(list)
    for row in tables.rows("""
        SELECT name, scheduled_at, count(*) AS ends FROM swiftlet_job_runs
        WHERE name LIKE 'tick_%' AND trigger = 'schedule' AND outcome = 'completed'
        GROUP BY name, scheduled_at ORDER BY name, scheduled_at"""):
        assert row["ends"] == 1, row
        decided[row["name"]].append(row["scheduled_at"])
    assert sorted(decided) == NAMES
    first = min(ticks[0] for ticks in decided.values())
    last = min(ticks[-1] for ticks in decided.values())
    wanted = [first + number * EVERY for number in range((last - first) // EVERY + 1)]
    wrong = {name: ticks for name, ticks in decided.items() if [tick for tick in ticks if tick <= last] != wanted}
    assert wrong == {}
    assert tables.rows("""
        SELECT name, scheduled_at FROM swiftlet_job_runs WHERE name LIKE 'tick_%'
        GROUP BY name, scheduled_at HAVING count(DISTINCT job_id) > 1""") == [], "two jobs for one tick"
    assert tables.rows("""
        SELECT job_id FROM swiftlet_job_runs WHERE name LIKE 'tick_%' AND outcome = 'completed'
        EXCEPT SELECT job_id FROM ticks WHERE finished_at IS NOT NULL""") == [], "completed, and never ran to its end"
    return len(wanted)


def assert_no_overlap(tables: Tables, deaths: dict[int, datetime]) -> int:
    """No run of a job begins before the last one has ended, or died with its process; how many runs there were."""
    runs = defaultdict(list)
    for row in tables.rows("SELECT job_id, pid, at, finished_at FROM ticks WHERE job LIKE 'tick_%' ORDER BY at"):
        runs[row["job_id"]].append((row["at"], row["finished_at"] or deaths[row["pid"]], row["pid"]))
    overlaps = [
        (job, earlier, later) for job, spans in runs.items() for earlier, later in zip(spans, spans[1:])
        if later[0] < earlier[1]]
    assert overlaps == []
    return sum(map(len, runs.values()))


def test_a_stopped_host_completes_nothing_that_others_took_over(make_hosts):
    """Proves: what a host had in hand when it was stopped for longer than its lease is done by the others, once; awake
    again, it cannot end any of it, and is as good as before."""
    # Of twelve jobs each host has three or four: what others took over starts again one job after the other.
    hosts = make_hosts(SWIFTLET_MAX_RUNNING_JOBS="4")
    # They insist, so that the old holder does want to report success. They last long enough for a slow machine to begin all.
    status, answer = order(hosts[0], *(piece("insist", "insist", ms=5000) for _ in range(12)))
    assert status == 200, answer
    begun = eventually(lambda: all_begun(hosts[0], answer["jobs"]))
    stopped = max(hosts, key=lambda host: Counter(begun.values())[host.process.pid])
    os.kill(stopped.process.pid, signal.SIGSTOP)
    other = next(host for host in hosts if host is not stopped)
    # On a slow machine the first ones have ended by now.
    theirs = [job for job, pid in begun.items() if pid == stopped.process.pid and outcomes(other, job) == []]
    assert theirs
    eventually(lambda: all(outcomes(other, job) == ["lost", "completed"] for job in theirs))
    os.kill(stopped.process.pid, signal.SIGCONT)
    # A handler that was stopped while its first statement was answered begins its five seconds only now.
    eventually(
        lambda: stopped.log_text().count(REFUSED) >= len(theirs), what="the old holder's ends were not all refused")
    assert stopped.log_text().count(REFUSED) == len(theirs)
    eventually(lambda: has_drained(other))
    ends = Counter((row["job_id"], row["outcome"], f"/{stopped.process.pid}/" in row["host"]) for row in rows(
        other, "SELECT job_id, outcome, host FROM swiftlet_job_runs WHERE name = 'do_work'"))
    of_others = {
        (job, "completed", begun[job] == stopped.process.pid): 1 for job in answer["jobs"] if job not in theirs}
    of_its_own = {(job, outcome, outcome == "lost"): 1 for job in theirs for outcome in ("lost", "completed")}
    assert ends == Counter({**of_others, **of_its_own})
    assert not any(REFUSED in host.log_text() for host in hosts if host is not stopped)
    again = [enqueue(stopped, strict=False) for _ in range(8)]
    eventually(lambda: all(outcomes(other, job) == ["completed"] for job in again))
    for host in hosts:
        host.stop()


def all_begun(host: Host, jobs: list[int]) -> dict[int, int] | None:
    """Which process runs each of the jobs, once all have begun."""
    begun = {row["job_id"]: row["pid"] for row in rows(host, "SELECT job_id, pid FROM spans")}
    return begun if begun.keys() >= set(jobs) else None
