"""`kill -9` at random moments, while four clients enqueue and two schedules tick every second."""

import http.client
import os
import random
import threading
import time
from collections import Counter

import pytest

from host import EXAMPLE, READY, Clients, Host
from jobs import EVERY_SECOND, QUICKLY, assert_no_run_after_its_end, assert_ticks, eventually, jobs, order, piece

pytestmark = pytest.mark.engines("sqlite", "postgres")

# On Postgres many hosts are killed elsewhere. With SWIFTLET_TEST_KILLS=25 in the environment there are as many on each engine.
KILLS = {engine: int(os.environ.get("SWIFTLET_TEST_KILLS", count)) for engine, count in {"sqlite": 12, "postgres": 6}.items()}
CLIENTS = 4
# What a dead host had in hand starts again one job after the other: with few in hand, the queue drains soon.
FEW = {**QUICKLY, "SWIFTLET_MAX_RUNNING_JOBS": "6"}


class Load(Clients):
    """Clients that order work until they are told to stop, through all the deaths of their host."""

    def __init__(self, host: Host, seed: int):
        super().__init__()
        self.host = host
        self.acknowledged: dict[int, str] = {}
        self.cut_off: list[list[str]] = []
        self.refused: list[tuple[int, dict]] = []
        self.lock = threading.Lock()
        self.clients = [threading.Thread(target=self.client, args=(random.Random(seed + n),)) for n in range(CLIENTS)]

    def client(self, chance: random.Random) -> None:
        while not self.enough.is_set():
            pieces = [piece(ms=chance.choice((0, 0, 20, 100, 400))) for _ in range(chance.randint(1, 4))]
            try:
                status, answer = order(self.host, *pieces)
            except ConnectionRefusedError:
                time.sleep(0.02)
                continue
            except (OSError, http.client.HTTPException, ValueError):
                with self.lock:
                    self.cut_off.append([piece["id"] for piece in pieces])
                continue
            with self.lock:
                if status == 200:
                    self.acknowledged.update(zip(answer["jobs"], (piece["id"] for piece in pieces)))
                else:
                    self.refused.append((status, answer))
            time.sleep(chance.uniform(0, 0.05))


def test_kills_lose_and_double_nothing(engine, make_host):
    """Proves: what was acknowledged is done; what has completed is not run again; no tick is missing or doubled; what
    was not acknowledged is there whole or not at all; a job has no second run in a process that has it in hand."""
    kills = KILLS[engine]
    moments = random.Random(50)
    host = make_host(EXAMPLE, config=EVERY_SECOND, settings=FEW).start()
    with Load(host, seed=50) as load:
        for number in range(3 * kills):
            # A few kills may all come between the clients' calls, and prove nothing of what is cut off.
            if number >= kills and len(load.cut_off) > kills / 5:
                break
            # One in four dies while it starts. The others have acknowledged work first, on a slow machine too.
            if number % 4:
                wanted = len(load.acknowledged) + 30
                eventually(lambda: len(load.acknowledged) >= wanted or host.process.poll() is not None)
            time.sleep(moments.uniform(0.2, 1))
            assert host.process.poll() is None, f"the host ended by itself:\n{host.log_text()[-4000:]}"
            host.kill()
            host.spawn()
    eventually(lambda: host.answers(READY))
    assert load.refused == []
    eventually(lambda: check(host, load, kills), what="the queue did not drain")
    host.stop()


def check(host: Host, load: Load, kills: int) -> bool:
    """Checks everything at an instant at which nothing waits or runs; false at any other."""
    with host.database.reading() as tables:
        if tables.rows("SELECT id FROM swiftlet_jobs WHERE state <> 'dead'"):
            return False
        host.database.assert_sound()
        dead = tables.rows("SELECT * FROM swiftlet_jobs")
        # Three kills may have met one job: to the queue that is a job that kills. It goes on when it is asked to.
        assert [job for job in dead if job["lost_leases"] < 3] == [], "a job is dead"
        if dead:
            jobs(host, "retry", "--state", "dead", "--error", "its host died", "--yes")
            return False
        done = {row["id"]: row["is_done"] for row in tables.rows("SELECT id, is_done FROM work")}
        assert [work for work in load.acknowledged.values() if not done.get(work)] == []
        completed = {row["job_id"] for row in tables.rows(
            "SELECT job_id FROM swiftlet_job_runs WHERE outcome = 'completed' AND name = 'do_work'")}
        assert load.acknowledged.keys() - completed == set()
        for pieces in load.cut_off:
            assert len({work in done for work in pieces}) == 1, "half of an order"
        assert [work for work, is_done in done.items() if not is_done] == [], "stored without its job"
        assert_no_run_after_its_end(tables)
        assert tables.rows("SELECT job_id, pid FROM spans GROUP BY job_id, pid HAVING count(*) > 1") == []
        seconds = assert_ticks(tables)
        ends = Counter(row["outcome"] for row in tables.rows("SELECT outcome FROM swiftlet_job_runs"))
        print(f"{len(load.acknowledged)} acknowledged, {len(load.cut_off)} cut off, {seconds} ticks, {dict(ends)}")
        # Or the kills proved nothing.
        assert len(load.acknowledged) > 10 * kills and len(load.cut_off) > kills / 5
        assert seconds > kills / 2 and ends["lost"] > kills
        return True
