"""Idempotent functions in workers: their workers die, and their calls wait for places."""

import random
import time
import uuid

import pytest

from jobs import eventually
from workers import BUNDLE, Connection, KeyedLoad, Load, WorkerHost, kill

pytestmark = [
    pytest.mark.skipif(not BUNDLE.exists(), reason="the fixture bundle is not built"),
    pytest.mark.engines("sqlite", "postgres"),
]


@pytest.fixture
def host(make_database, tmp_path):
    made = WorkerHost(tmp_path, database=make_database(tmp_path))
    yield made
    made.kill()


def test_random_kills_leave_one_effect_for_each_key(host):
    """A call that is sent again with its key after its worker died takes effect once, and every key has its answer."""
    host.config.write_text('[workers]\nidle_exit = "60s"\nmax = 1\n')
    host.start()
    moments = random.Random(17)
    with KeyedLoad(host) as callers:
        for _ in range(10):
            before = len(callers.keys)
            eventually(lambda before=before: callers.failures or len(callers.keys) >= before + 4)
            time.sleep(moments.uniform(0, 0.05))
            for pid in host.children():
                kill(pid)
    assert callers.failures == []
    refused = [answer for answer in callers.answers if answer.status != 200]
    assert (500, "WORKER_ERROR") in {(answer.status, answer.code) for answer in refused}, "the kills proved nothing"
    # A call that had not begun goes to another worker. One that loses several workers in a row is refused.
    assert {answer.status for answer in refused} <= {500, 503}, refused
    with host.database.reading() as tables:
        counts = tables.rows("SELECT call, COUNT(*) AS count FROM bad_starts GROUP BY call")
    assert {row["call"]: row["count"] for row in counts} == dict.fromkeys(callers.keys, 1)
    connection = Connection(host)
    for key in callers.keys:
        again = connection.post(f"pays?call={key}", key)
        assert (again.status, again.body.decode()) == (200, key)
        assert again.headers["Idempotent-Replayed"] == "true"
    host.stop()


def test_keyed_calls_that_wait_for_a_place_do_not_keep_the_database(host):
    """A call without a key has the only place, and writes while calls with keys wait for it. None of them keeps the writer."""
    host.config.write_text('[workers]\nidle_exit = "60s"\n[functions.pays]\nconcurrency = 1\n')
    host.start()
    plain = Load(host, lambda: f"pays?call=plain-{uuid.uuid4()}", count=2)
    keyed, writer = KeyedLoad(host, count=2), Load(host, lambda: f"record?call={uuid.uuid4()}", count=1)
    loads = [plain, keyed, writer]
    with plain, keyed, writer:
        eventually(lambda: any(load.failures for load in loads) or min(len(load.answers) for load in loads) >= 30)
    for load in loads:
        assert load.errors() == []
    host.stop()
