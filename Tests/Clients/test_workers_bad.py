"""Functions that crash, hang, leak and break the channel's rules: their callers get an answer, and nothing else suffers.

Each load lasts `SWIFTLET_WORKERS_SECONDS`, 3 by default; with 60 and a release build the contract's own figures are checked."""

import bisect
import contextlib
import hashlib
import http.client
import json
import os
import random
import re
import signal
import socket
import struct
import time
import uuid

import pytest

from host import PATIENCE, READY
from jobs import eventually
from test_bundles import BUNDLE as NOTES
from workers import (
    IS_LONG, SECONDS, SLACK, Connection, KeepAliveLoad, KeyedLoad, Load, WorkerHost, call, kill, of_folder, orphans, processes)

pytestmark = pytest.mark.engines("sqlite", "postgres")

CONFIG = """
[swiftlet]
# So long that a function on a busy machine has used up its CPU time before.
idle_timeout = "15s"
wall_clock_limit = "25s"
[workers]
idle_exit = "1s"
[functions.spin]
cpu_soft = "250ms"
cpu_hard = "500ms"
[functions.allocate]
memory = "64MiB"
cpu_hard = "60s"
cpu_soft = "60s"
[functions.orphans]
sandbox = "open"
[functions.blocking_sleep]
idle_timeout = "3s"
"""

# Each bad function, the status and the code that its caller gets, and the limit in seconds after which it gets it.
CRASHES = [
    ("trap", 500, "WORKER_ERROR", 0.0),
    ("nil_unwrap", 500, "WORKER_ERROR", 0.0),
    ("recursion", 500, "WORKER_ERROR", 0.0),
    ("exits", 500, "WORKER_ERROR", 0.0),
    ("garbage", 500, "WORKER_ERROR", 0.0),
    ("closes_channel", 500, "WORKER_ERROR", 0.0),
    ("orphans", 500, "WORKER_ERROR", 0.1),
    ("spin", 546, "WORKER_RESOURCE_LIMIT", 0.5),
    ("allocate", 546, "WORKER_RESOURCE_LIMIT", 1.0),
    ("blocking_sleep", 504, "IDLE_TIMEOUT", 3.0),
    ("never_boots", 503, "BOOT_ERROR", 0.0),
    ("log_flood", 200, None, 30.0),
]
# Calls per second to the neighbours, as the contract has them.
RATE = 2000.0
# Seconds from an answer of a bad function to the next call: without it, the starts of its workers would take a core.
PAUSE = 0.02
# Seconds. A p99 below is not compared: the scheduler gives a starting process a core for one to three milliseconds at a time.
NOISE = 0.005


@pytest.fixture(scope="module")
def bad(make_database, tmp_path_factory):
    """A host of the bad functions for the module; it has to stop cleanly, and nothing is left of it."""
    folder = tmp_path_factory.mktemp("bad")
    host = WorkerHost(folder, CONFIG, database=make_database(folder))
    try:
        yield host.start()
        host.stop()
        eventually(lambda: not of_folder(host.folder), what=lambda: f"processes are left: {of_folder(host.folder)}")
        assert host.temporary() == []
    finally:
        host.kill()


@pytest.fixture
def own(make_database, tmp_path):
    """Makes a host of the test's own."""
    made = []

    def make(config: str = CONFIG, **options) -> WorkerHost:
        made.append(WorkerHost(tmp_path, config, database=make_database(tmp_path), **options))
        return made[-1].start()

    yield make
    for host in made:
        host.kill()


def settled(host: WorkerHost) -> int:
    """The host's descriptors once no worker is left."""
    eventually(lambda: not host.children(), what=lambda: f"workers do not end: {host.children()}")
    return host.descriptors()


# None of these functions touches the database.
@pytest.mark.engines("sqlite")
@pytest.mark.parametrize("name,status,code,limit", CRASHES, ids=[row[0] for row in CRASHES])
def test_callers_are_answered_and_neighbours_undisturbed(bad, name, status, code, limit):
    assert call(bad, "neighbour").status == 200
    # Those of ten seconds, where the percentile is compared.
    wanted = 10 * RATE if IS_LONG else 200
    with Load(bad, rate=RATE) as undisturbed:
        eventually(lambda: undisturbed.failures or len(undisturbed.answers) >= wanted)
    assert undisturbed.errors() == []
    before = settled(bad)

    with Load(bad, rate=RATE) as neighbours:
        start = time.monotonic()
        answers = [call(bad, name)]
        while time.monotonic() < start + SECONDS:
            time.sleep(PAUSE)
            answers.append(call(bad, name))
        seconds = time.monotonic() - start
    for answer in answers:
        assert answer.status == status, answer
        assert answer.code == code, answer
        assert answer.seconds <= limit + SLACK, answer
        if status == 503:
            assert int(answer.headers["Retry-After"]) >= 1, answer.headers
    assert neighbours.errors() == []
    assert len(neighbours.answers) > 10
    print(
        f"{len(answers)} callers, the slowest {max(answer.seconds for answer in answers):.3f} s; neighbours"
        f" {len(neighbours.answers) / seconds:.0f} calls/s, p99 {neighbours.p99() * 1000:.1f} ms,"
        f" undisturbed {undisturbed.p99() * 1000:.1f} ms")
    if IS_LONG:
        assert len(neighbours.answers) >= 0.95 * RATE * seconds
        assert neighbours.p99() <= max(2 * undisturbed.p99(), NOISE)

    eventually(
        lambda: not bad.children() and bad.descriptors() <= before,
        what=lambda: f"{bad.children()}, {bad.descriptors()} > {before}")
    eventually(lambda: not orphans(bad.folder), what=lambda: f"{orphans(bad.folder)} are left")


def test_a_function_works_again_after_its_worker_died(bad):
    assert call(bad, "trap").status == 500
    answer = call(bad, "trap?index=1")
    assert (answer.status, answer.body) == (200, b"2"), answer


def test_a_call_whose_body_comes_after_its_worker_died_is_answered_by_another(own):
    host = own('[workers]\nidle_exit = "60s"\n')
    assert call(host, "neighbour").status == 200
    # The worker begins no call any more.
    for pid in host.children():
        os.kill(pid, signal.SIGSTOP)
    with socket.create_connection(("127.0.0.1", host.port), timeout=PATIENCE) as client:
        client.sendall(
            b"POST /functions/v1/neighbour HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n"
            b"Connection: close\r\n\r\n")
        # The body is being read.
        assert client.recv(4096) == b"HTTP/1.1 100 Continue\r\n\r\n"
        for pid in host.children():
            kill(pid)
        client.sendall(b"{}")
        assert b"".join(iter(lambda: client.recv(4096), b"")).startswith(b"HTTP/1.1 200 ")
    host.stop()


def test_a_client_that_leaves_cancels_its_handler(own):
    host = own('[workers]\nidle_exit = "60s"\n')

    def written(event: str, name: str) -> float | None:
        """The time at which a handler wrote of an event, in seconds since 1970."""
        found = re.search(rf"{event} {name} ([0-9.]+)", host.log_text())
        return float(found[1]) if found else None

    delays = []
    for number in range(30 if IS_LONG else 3):
        name = f"call-{number}-end"
        with socket.create_connection(("127.0.0.1", host.port), timeout=PATIENCE) as client:
            client.sendall(
                f"POST /functions/v1/cancelled?call={name} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{{}}".encode())
            eventually(lambda name=name: written("waits", name), what=host.log_text)
            # The host waits a second for one that only ends its output, which may still read; a reset it sees at once.
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            left = time.time()
        delays.append(eventually(lambda name=name: written("cancelled", name), what=host.log_text) - left)
    print(f"cancelled after {max(delays) * 1000:.1f} ms at most")
    assert min(delays) > -0.001, "a handler was cancelled before its client had left"
    if IS_LONG:
        # The scheduler gives another process a core for some milliseconds at a time.
        assert max(delays) <= 0.010 + 2 * NOISE
    # The worker goes on: none of its calls is left.
    assert "A worker died" not in host.log_text()
    host.stop()


def test_many_callers_of_a_dying_worker_are_all_answered(bad):
    end = time.monotonic() + SECONDS
    with Load(bad, "trap", count=16) as callers:
        eventually(lambda: callers.failures or time.monotonic() > end and len(callers.answers) >= 100)
    assert callers.failures == []
    assert {(answer.status, answer.code) for answer in callers.answers} == {(500, "WORKER_ERROR")}


def test_a_death_is_one_line_of_the_log(own):
    host = own()
    assert call(host, "trap").status == 500
    eventually(lambda: "A worker died" in host.log_text(), what=host.log_text)
    lines = [line for line in host.log_text().splitlines() if "A worker died" in line]
    assert len(lines) == 1, lines
    assert "trap" in lines[0], lines


def test_a_line_that_a_function_prints_is_logged_while_its_worker_lives(own):
    host = own('[workers]\nidle_exit = "60s"\n')
    assert call(host, "prints?line=a-printed-line").body == b"printed"
    eventually(lambda: "a-printed-line" in host.log_text(), what=host.log_text)
    assert host.children()
    host.stop()


def test_a_flood_of_lines_is_cut(own):
    host = own()
    assert call(host, "log_flood?lines=20000").status == 200
    eventually(lambda: "flood flood" in host.log_text())
    host.stop()
    lines = [line for line in host.log_text().splitlines() if "flood flood" in line]
    assert 0 < len(lines) <= 200
    assert max(len(line) for line in lines) < 12_000


def test_a_task_that_is_left_behind_and_spins_ends_its_worker(own):
    host = own('[workers]\nidle_exit = "60s"\n')
    assert call(host, "left_behind").body == b"left"
    eventually(lambda: "without calls it used more than 2.0 s of CPU time" in host.log_text(), what=host.log_text)
    assert call(host, "neighbour").status == 200
    host.stop()


def test_temporary_files_have_a_limit(own):
    host = own('[functions.fills_disk]\ncpu_soft = "60s"\ncpu_hard = "60s"\n')
    answer = call(host, "fills_disk")
    assert (answer.status, answer.code) == (546, "WORKER_RESOURCE_LIMIT"), answer
    eventually(lambda: "MB of temporary files" in host.log_text(), what=host.log_text)
    eventually(lambda: not list((host.folder / "tmp").glob("*/*/*")), what="temporary files are left")
    host.stop()


@pytest.mark.parametrize("query", ["", "?writes=1"])
def test_a_statement_without_an_end_does_not_keep_the_database(own, query):
    # Long enough for each statement of the start on a busy machine.
    host = own('[swiftlet]\nstatement_timeout = "2s"\n')
    # Transactions come one after another, so two suffice.
    with Load(host, f"endless_statement{query}", count=2 if query else 6) as endless:
        for number in range(3):
            # Beside those that compute, the limit may be too short for this one too.
            eventually(lambda number=number: call(host, f"record?call={number}").status == 200)
        eventually(lambda: endless.answers)
    assert {answer.status for answer in endless.answers} == {503}, endless.answers[:3]
    eventually(lambda: "statementTimedOut" in host.log_text(), what=host.log_text)
    host.stop()


class HostOfTwo(WorkerHost):
    """A host that serves the notes' bundle too."""

    def bundles(self) -> list[str]:
        return [*super().bundles(), "--bundle", str(NOTES.absolute())]


@pytest.mark.skipif(not NOTES.exists(), reason="the other bundle is not built")
@pytest.mark.parametrize("query", ["", "?writes=1"], ids=["reads", "transactions"])
def test_the_statements_of_one_bundle_leave_the_database_to_others(make_database, tmp_path, query):
    """Thousands of statements that take seconds each: another bundle's read and the host's own are answered meanwhile."""
    host = HostOfTwo(tmp_path, '[swiftlet]\nidle_timeout = "5s"\n', database=make_database(tmp_path))

    def busy() -> bool:
        report = json.loads(host.run("workers", "list", "--json").stdout)
        return any(worker["group"] == "sleeping_statements" and worker["in_flight"] for worker in report["workers"])

    try:
        host.start()
        assert call(host, "list_notes").status == 200
        with Load(host, f"sleeping_statements{query}", count=2) as sleeping:
            eventually(busy)
            for _ in range(20):
                answer = call(host, "list_notes")
                assert answer.status == 200, answer
                connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
                connection.request("GET", READY)
                assert connection.getresponse().status == 200
                connection.close()
        assert sleeping.failures == []
    finally:
        host.kill()


def test_random_kills_cost_only_the_calls_in_hand(own):
    """A kill ends a worker that has answered since the kill before, so none dies at its boot: each call that fails was in hand at
    a kill, and none of them is a BOOT_ERROR. A call that comes between the kill and its discovery goes to the next worker."""
    host = own('[workers]\nidle_exit = "60s"\nmax = 1\n')

    def path() -> str:
        return f"record?call={uuid.uuid4()}"

    assert call(host, path()).status == 200
    count = max(10, int(SECONDS * 10))
    # The begin and the end of each kill.
    kills: list[tuple[float, float]] = []
    pid = 0
    with Load(host, path, count=8) as callers:
        start = time.monotonic()
        for number in range(count):
            before = len(callers.answers)
            # Such an answer is of a worker that has started since the kill.
            eventually(lambda before=before: any(
                answer.status == 200 and (not kills or answer.begun > kills[-1][1]) for answer in callers.answers[before:]))
            # Ten kills a second, each at a random instant of its tenth.
            time.sleep(max(0.0, start + (number + random.random()) / 10 - time.monotonic()))
            (pid,) = eventually(lambda dead=pid: [pid for pid in host.children() if pid != dead])
            begun = time.monotonic()
            kill(pid)
            kills.append((begun, time.monotonic()))
        seconds = time.monotonic() - start
    assert callers.failures == []
    lost = [0] * len(kills)
    for answer in callers.answers:
        if answer.status == 200:
            continue
        assert (answer.status, answer.code) == (500, "WORKER_ERROR"), answer
        # The latest kill while the call was in hand.
        number = bisect.bisect(kills, (answer.ended,)) - 1
        assert number >= 0 and answer.begun <= kills[number][1], f"{answer}: it was not in hand at any kill"
        lost[number] += 1
    assert 0 < max(lost) <= 8, lost
    # No call has begun twice, and each that was answered has begun once.
    with host.database.reading() as tables:
        counts = tables.rows("SELECT call, COUNT(*) AS count FROM bad_starts GROUP BY call")
    starts = {row["call"]: row["count"] for row in counts}
    assert [name for name, count in starts.items() if count > 1] == []
    answered = {answer.body.decode() for answer in callers.answers if answer.status == 200}
    assert answered <= set(starts)
    assert len(answered) >= count
    print(f"{count} kills in {seconds:.1f} s, {sum(lost)} of {len(callers.answers)} calls lost")
    if IS_LONG:
        assert count >= 600 and seconds <= 1.25 * SECONDS


def serving(host: WorkerHost) -> str:
    """The digest of the version of the bundle `bad` that takes new calls."""
    (digest,) = [line["digest"] for line in json.loads(host.run("bundles", "--json").stdout) if line["state"] == "serving"]
    return digest


def test_deployments_under_load_cost_no_call(own):
    host = own()
    host.stop()
    host.bundle = None

    def deploy(number: int) -> str:
        """Deploys another version. Returns its digest."""
        bundle = host.newer_bundle(number)
        deployed = host.run("deploy", "bad", str(bundle))
        assert deployed.returncode == 0, deployed.stderr
        digest = hashlib.sha256(bundle.read_bytes()).hexdigest()
        bundle.unlink()
        return digest

    deploy(0)
    host.start()
    assert call(host, "neighbour").status == 200
    if IS_LONG:
        with KeepAliveLoad(host) as load:
            start = time.monotonic()
            digests = [deploy(number) for number in range(1, 101)]
            seconds = time.monotonic() - start
        print(f"{len(digests)} deployments in {seconds:.1f} s at {load.rate:.0f} calls/s")
        assert (load.refused, load.broken) == (0, 0)
        assert load.seconds >= 0.95 * seconds
        assert load.rate >= 5000
    else:
        with Load(host, count=8) as callers:
            digests = []
            for number in range(1, 5):
                digests.append(deploy(number))
                before = len(callers.answers)
                eventually(lambda before=before: len(callers.answers) >= before + 30)
        assert callers.errors() == []
    assert len(set(digests)) == len(digests)
    assert serving(host) == digests[-1]
    host.stop()


@pytest.mark.parametrize("stopped", [False, True], ids=["running", "stopped"])
def test_workers_are_gone_within_a_second_of_their_host(own, stopped):
    """Also those whose handlers block or spin and never look at the channel, and those that run no code at all."""
    host = own('''
[workers]
idle_exit = "60s"
[functions.spin]
cpu_soft = "60s"
cpu_hard = "60s"
''')

    def busy() -> set[str]:
        """The groups with a ready worker that has calls in hand."""
        report = json.loads(host.run("workers", "list", "--json").stdout)
        return {worker["group"] for worker in report["workers"] if worker["state"] == "ready" and worker["in_flight"]}

    names = {"neighbour", "blocking_sleep", "spin"}
    with contextlib.ExitStack() as loads:
        for path, count in (("neighbour?ms=200", 8), ("blocking_sleep", 2), ("spin", 2)):
            loads.enter_context(Load(host, path, count=count))
        eventually(lambda: busy() == names, what=lambda: f"{busy()} are busy")
        workers = host.children()
        assert len(workers) >= len(names)
        if stopped:
            for pid in workers:
                os.kill(pid, signal.SIGSTOP)
        host.kill()
        end = time.monotonic() + (1.0 if IS_LONG else 5.0)
    left = max(0.05, end - time.monotonic())
    eventually(lambda: not of_folder(host.folder), left, lambda: f"{of_folder(host.folder)} of {workers}")


def test_the_next_host_ends_what_a_killed_one_has_left(own):
    """A worker in the open sandbox ends by itself when its host ends. One that is stopped does not."""
    host = own('[workers]\nidle_exit = "60s"\nsandbox = "open"\n')
    assert call(host, "neighbour").status == 200
    workers = set(host.children())
    assert workers

    def left() -> set[int]:
        return {pid for pid, _, state in processes() if pid in workers and state not in "ZX"}

    try:
        for pid in workers:
            os.kill(pid, signal.SIGSTOP)
        host.kill()
        assert left() == workers
        host.start()
        # The old workers end before the host takes calls.
        assert not left()
        assert call(host, "neighbour").status == 200
        host.stop()
        assert host.temporary() == []
    finally:
        for pid in left():
            kill(pid)
