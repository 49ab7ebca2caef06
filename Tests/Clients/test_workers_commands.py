"""The commands `swiftlet workers …` beside a running host, and groups whose workers keep dying at their boot."""

import contextlib
import http.client
import json
import pathlib
import shutil
import threading
from datetime import datetime, timedelta

import pytest

from host import READY, Clients
from jobs import eventually
from workers import IS_LONG, Answer, Load, WorkerHost, call

WARM = '[workers]\nidle_exit = "60s"\n'
# The deaths at boot after which starts are spaced, and the time between two starts after that.
TOLERANCE = 10
PAUSE = timedelta(seconds=5)


@pytest.fixture
def host(tmp_path):
    """A host whose workers stay, for the test alone."""
    made = WorkerHost(tmp_path, WARM)
    yield made.start()
    made.kill()


def command(host: WorkerHost, *arguments: str, code: int = 0) -> tuple[str, str]:
    """What `swiftlet workers …` writes to standard output and standard error."""
    done = host.run("workers", *arguments)
    assert done.returncode == code, f"{arguments}: {done.returncode} {done.stdout} {done.stderr}"
    return done.stdout, done.stderr


def report(host: WorkerHost) -> dict:
    return json.loads(command(host, "list", "--json", "--deaths", "100")[0])


def workers(host: WorkerHost, group: str) -> list[dict]:
    """The workers of a group."""
    return [worker for worker in report(host)["workers"] if worker["group"] == group]


def deaths(host: WorkerHost, group: str) -> list[dict]:
    """The records of a group's deaths, the latest last."""
    return [death for death in report(host)["deaths"] if death["group"] == group]


def rows(table: str, heading: str) -> list[str]:
    """The lines below the heading of a table."""
    lines = table.splitlines()
    (first,) = [number for number, line in enumerate(lines) if line.startswith(heading)]
    return [line for line in lines[first + 1:] if line]


class CallInHand(Clients):
    """One call that a client waits for from the block's begin to its end."""

    def __init__(self, host: WorkerHost, path: str):
        super().__init__()
        self.answers: list[Answer] = []
        self.clients = [threading.Thread(target=lambda: self.answers.append(call(host, path)))]

    @property
    def answer(self) -> Answer:
        (answer,) = self.answers
        return answer


def test_a_death_is_listed_with_its_function_its_reason_and_its_last_line(host):
    assert "No worker is up" in command(host, "list")[0]
    assert call(host, "trap").code == "WORKER_ERROR"
    # The caller that has its answer finds the record.
    (death,) = report(host)["deaths"]
    assert json.loads(command(host, "list", "--json", "--deaths", "0")[0])["deaths"] == []
    assert (death["bundle"], death["group"], death["function"]) == ("bad", "trap", "trap")
    assert death["reason"] in ("SIGILL", "SIGTRAP") and death["description"].startswith(death["reason"])
    assert len(death["lost"]) == 1 and death["served"] == 1
    assert "Fatal error: Index out of range" in death["lines"][-1], death
    # After a second death, the latest one is the first row.
    assert call(host, "exits").code == "WORKER_ERROR"
    first, second = rows(command(host, "list")[0], "DIED")
    assert " exits " in first and "it ended by itself with status 0" in first
    for part in (f" {death['worker']} ", "bad@", " trap ", death["description"], death["lines"][-1]):
        assert part in second, second
    assert len(rows(command(host, "list", "--deaths", "1")[0], "DIED")) == 1
    # The group's next worker has its last death beside it.
    assert call(host, "trap?index=0").status == 200
    (row,) = [row for row in rows(command(host, "list", "--deaths", "0")[0], "WORKER") if " trap " in row]
    assert row.rstrip().endswith(death["reason"]), row
    host.stop()


def test_a_retired_worker_ends_and_a_later_call_starts_another(host):
    assert call(host, "neighbour").status == 200
    (before,) = workers(host, "neighbour")
    assert (before["state"], before["in_flight"]) == ("ready", 0)
    said, _ = command(host, "retire", str(before["worker"]))
    assert said == f"Worker {before['worker']} of neighbour retires with 0 calls in flight.\n"
    eventually(lambda: before["pid"] not in host.children(), what="the retired worker does not end")
    assert call(host, "neighbour").status == 200
    (after,) = workers(host, "neighbour")
    assert after["worker"] > before["worker"] and after["pid"] != before["pid"]
    # It was asked to end: there is nothing to record.
    assert report(host)["deaths"] == []
    host.stop()


def test_a_worker_retires_after_the_call_that_it_has(host):
    assert call(host, "record?call=earlier").status == 200
    with CallInHand(host, "waits?call=later") as first:
        eventually(lambda: [worker["in_flight"] for worker in workers(host, "waits")] == [1])
        (before,) = workers(host, "waits")
        assert command(host, "retire", "--group", "waits")[0].endswith("retires with 1 calls in flight.\n")
        # A call that comes meanwhile goes to another worker.
        assert call(host, "waits?call=earlier").status == 200
        states = {worker["worker"]: worker["state"] for worker in workers(host, "waits")}
        assert states.pop(before["worker"]) == "retiring" and list(states.values()) == ["ready"]
        assert call(host, "record?call=later").status == 200
    assert first.answer.status == 200, first.answer
    eventually(lambda: before["pid"] not in host.children(), what="the retired worker does not end")
    host.stop()


def test_a_killed_workers_call_is_answered(host):
    assert call(host, "neighbour").status == 200
    neighbours = workers(host, "neighbour")
    with CallInHand(host, "blocking_sleep") as blocked:
        eventually(lambda: [worker["in_flight"] for worker in workers(host, "blocking_sleep")] == [1])
        (worker,) = workers(host, "blocking_sleep")
        said, _ = command(host, "kill", str(worker["worker"]))
        assert said == f"Worker {worker['worker']} of blocking_sleep was killed with 1 calls in flight.\n"
    assert (blocked.answer.status, blocked.answer.code) == (500, "WORKER_ERROR"), blocked.answer
    assert worker["pid"] not in host.children()
    assert [found["pid"] for found in workers(host, "neighbour")] == [found["pid"] for found in neighbours]
    # The call that it cost is on record.
    (death,) = deaths(host, "blocking_sleep")
    assert (death["reason"], len(death["lost"])) == ("killed", 1)
    host.stop()


def test_a_selection_without_a_worker_is_an_error(host):
    for action in ("retire", "kill"):
        assert "There is no such worker" in command(host, action, "4242", code=1)[1]
        assert "There is no such worker" in command(host, action, "--group", "neighbour", code=1)[1]
        assert "name a worker by its number" in command(host, action, code=64)[1]
    host.stop()
    assert "No host is running" in command(host, "list", code=69)[1]


def readiness(host: WorkerHost) -> tuple[int, dict]:
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=60)
    with contextlib.closing(connection):
        connection.request("GET", READY)
        response = connection.getresponse()
        return response.status, json.loads(response.read())


def starts(found: list[dict]) -> list[datetime]:
    """The instants at which workers that have died were started."""
    return [datetime.fromisoformat(death["at"]) - timedelta(seconds=death["age_seconds"]) for death in found]


def is_backing_off(host: WorkerHost, group: str) -> bool:
    groups = [found for found in report(host)["groups"] if found["group"] == group]
    return any(found["is_backing_off"] and not found["is_replaced"] for found in groups)


def test_a_group_that_keeps_dying_at_boot_backs_off(host):
    assert call(host, "neighbour").status == 200
    assert readiness(host) == (200, {"ready": True})
    spaced = 3 if IS_LONG else 1
    with Load(host, count=2, rate=100) as neighbours, Load(host, "never_boots", count=2, rate=50) as callers:
        eventually(lambda: is_backing_off(host, "never_boots"))
        refused = len(callers.answers)
        before = len(neighbours.answers)
        status, body = readiness(host)
        assert status == 503 and not body["ready"]
        (problem,) = body["problems"]
        assert problem.startswith("the workers of never_boots (bad@"), problem
        table, warning = command(host, "list")
        assert "the group never_boots of bad answers no calls" in warning
        assert "it ended by itself with status 3" in rows(table, "DIED")[0]
        eventually(lambda: len(deaths(host, "never_boots")) >= TOLERANCE + spaced)
        assert len(neighbours.answers) > before + 10
    assert neighbours.errors() == []
    assert callers.failures == []
    for answer in callers.answers:
        assert (answer.status, answer.code) == (503, "BOOT_ERROR"), answer
        assert 1 <= int(answer.headers["Retry-After"]) <= 5, answer.headers
    # Calls that come before the next start are told when it is.
    assert max(int(answer.headers["Retry-After"]) for answer in callers.answers[refused:]) >= 2
    instants = starts(deaths(host, "never_boots"))
    gaps = [later - earlier for earlier, later in zip(instants[TOLERANCE - 1:], instants[TOLERANCE:])]
    # The host measures from its decision to start a worker; the process is there later.
    assert len(gaps) >= spaced and min(gaps) >= (0.9 if IS_LONG else 0.5) * PAUSE, gaps
    host.stop()


def test_a_mended_bundle_answers_after_its_deployment(tmp_path):
    host = WorkerHost(tmp_path, WARM)
    host.bundle = None
    try:
        host.start()

        def deploy(number: int) -> None:
            deployed = host.run("deploy", "bad", str(host.newer_bundle(number)))
            assert deployed.returncode == 0, deployed.stderr

        deploy(0)
        # Its workers end at their boot from now on: the executable that was deployed is another program.
        (line,) = json.loads(host.run("bundles", "--json").stdout)
        store = pathlib.Path(f"{host.database.path}-bundles")
        shutil.copy("/bin/false", store / "false")
        (store / "false").rename(store / line["digest"])
        with Load(host, count=2, rate=50) as callers:
            eventually(lambda: is_backing_off(host, "neighbour"))
        assert {(answer.status, answer.code) for answer in callers.answers} == {(503, "BOOT_ERROR")}
        assert readiness(host)[0] == 503
        deploy(1)
        answer = call(host, "neighbour")
        assert answer.status == 200, answer
        if IS_LONG:
            assert answer.seconds <= 1.0
        assert readiness(host) == (200, {"ready": True})
        assert not is_backing_off(host, "neighbour")
        host.stop()
    finally:
        host.kill()
