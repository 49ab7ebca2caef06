"""A Postgres server that is restarted, that crashes, that stands still, and that drops its connections, under load."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import tempfile
import threading
import time
import urllib.parse
import uuid
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timezone

import psycopg
import pytest

from database import Postgres, PostgresServer, create_database
from host import BINARY, EXAMPLE, HEALTH, PATIENCE, Clients, Host, token
from jobs import assert_no_run_after_its_end, enqueue, eventually, has_drained, outcomes, piece, spans

pytestmark = pytest.mark.engines("postgres")

CLIENTS = 4
# A statement has 8 seconds, and its connection 3 before; the rest is for a slow machine.
DEADLINE = 30
# What two hosts may open in any second: each of their 16 connections anew, and another to cancel what was under way.
HERD = 2 * (16 + 16)
# The lease of a job, in seconds.
LEASE = 20


@pytest.fixture(scope="module")
def server():
    """A server for these tests only."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="swiftlet-postgres-"))
    made = PostgresServer(folder, log_connections="on", log_timezone="UTC")
    yield made
    made.stop()


@pytest.fixture
def hosts(server, make_host, tmp_path):
    """The hosts of the apps in Functions and of the example."""
    made = []
    for name, binary in (("apps", BINARY), ("example", EXAMPLE)):
        folder = tmp_path / name
        folder.mkdir()
        made.append(make_host(binary, folder=folder, database=Postgres(create_database(server.url))).start())
    yield made


@dataclass
class Answer:
    """The result of one request. Times are of the wall clock, in seconds."""

    host: str
    name: str
    began: float
    ended: float
    status: int
    retry_after: str | None
    code: str | None


class Load(Clients):
    """Four clients that like and four that order work, until they are told to stop."""

    def __init__(self, apps: Host, example: Host):
        super().__init__()
        self.apps = apps
        self.example = example
        self.answers: list[Answer] = []
        self.likes: list[tuple[str, str, str]] = []
        self.jobs: dict[int, str] = {}
        self.orders: list[list[str]] = []
        self.faults: list[str] = []
        self.clients = [
            threading.Thread(target=self.run, args=(client,)) for client in (self.like, self.order)
            for _ in range(CLIENTS)]

    def run(self, client) -> None:
        try:
            while not self.enough.is_set():
                client()
        except Exception as error:
            self.faults.append(repr(error))

    def ask(self, host: Host, name: str, body: dict, access: str):
        """The answer of one call; None if it was refused."""
        began = time.time()
        connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            headers = {"Authorization": f"Bearer {access}", "Content-Type": "application/json"}
            connection.request("POST", f"/functions/v1/{name}", json.dumps(body), headers)
            response = connection.getresponse()
            answer = json.loads(response.read())
        code = None if response.status == 200 else answer["error"]["code"]
        self.answers.append(Answer(
            host.folder.name, name, began, time.time(), response.status, response.getheader("Retry-After"), code))
        if response.status == 200:
            return answer
        self.enough.wait(0.02)
        return None

    def wait_for_answers(self, instant: float, is_refused: bool = False) -> None:
        """Waits until each host has answered a call that began after an instant: with success, or with a refusal."""
        eventually(lambda: self.faults or all(any(
            answer.host == host.folder.name and answer.began > instant and (answer.status != 200) == is_refused
            for answer in self.answers) for host in (self.apps, self.example)))

    def like(self) -> None:
        """A new session, and all its options liked by one of two: never a match."""
        user = str(uuid.uuid4())
        access = token(sub=user)

        def ask(name: str, body: dict):
            while not self.enough.is_set():
                if (answer := self.ask(self.apps, name, body, access)) is not None:
                    return answer
            return None

        categories = ask("categories", {})
        session = categories and ask("create_session", {"category_id": categories[0]["id"], "quorum_n": 2})
        options = session and ask("session_options", {"session_id": session["session_id"]})
        for option in options or ():
            like = {"session_id": session["session_id"], "option_id": option["options"]["id"]}
            if ask("like_option", like):
                self.likes.append((like["session_id"], like["option_id"], user))

    def order(self) -> None:
        pieces = [piece(ms=5) for _ in range(2)]
        ids = [work["id"] for work in pieces]
        self.orders.append(ids)
        answer = self.ask(self.example, "enqueue_work", {"pieces": pieces}, token("service_role"))
        if answer:
            self.jobs.update(zip(answer["jobs"], ids))


def restart(server: PostgresServer, load: Load) -> float:
    """The server goes, and comes back later; when it says that it is there."""
    server.stop("--keep")
    return come_back(server, load)


def crash(server: PostgresServer, load: Load) -> float:
    """The server is gone without a word, and comes back with what it had written down."""
    pid_file = server.folder / "data/postmaster.pid"
    os.kill(postmaster(server), signal.SIGQUIT)
    eventually(lambda: not pid_file.exists())
    return come_back(server, load)


def come_back(server: PostgresServer, load: Load) -> float:
    """Starts the server once each host has refused a call for want of it."""
    load.wait_for_answers(time.time(), is_refused=True)
    server.start()
    ready = [line for line in server.log_text().splitlines() if "ready to accept connections" in line]
    return instant(ready[-1])


def postmaster(server: PostgresServer) -> int:
    return int((server.folder / "data/postmaster.pid").read_text().split()[0])


def freeze(server: PostgresServer, load: Load) -> float:
    """The server stands still, its connections open, for longer than a statement may take."""
    parent = postmaster(server)
    os.kill(parent, signal.SIGSTOP)
    backends = pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    for backend in backends:
        os.kill(int(backend), signal.SIGSTOP)
    try:
        load.wait_for_answers(time.time(), is_refused=True)
    finally:
        for process in (*map(int, backends), parent):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)
    return time.time()


def cut(server: PostgresServer, load: Load) -> float:
    """The server ends every connection, again and again, and takes new ones."""
    with psycopg.connect(server.url, autocommit=True) as connection:
        for _ in range(5):
            # In the middle of commits, so that their outcomes are unknown.
            connection.execute("""
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()""")
            ended = time.time()
            load.wait_for_answers(ended)
            # The connections of one second, which are bounded, are those after one cut.
            eventually(lambda ended=ended: time.time() > ended + 1.2)
    return time.time()


def instant(line: str) -> float:
    """When a line of the server's log was written."""
    text = re.match(r"(\S+ \S+) UTC ", line)[1]
    return datetime.fromisoformat(text).replace(tzinfo=timezone.utc).timestamp()


@pytest.mark.parametrize("fault", [restart, crash, freeze, cut])
def test_a_fault_of_the_server_is_survived(server, hosts, fault):
    """Proves: each request is done, or is refused by a clear 503 that says when to come again, in time; nothing that
    was acknowledged is lost; a second after the server is back the hosts are as before, and did not storm it."""
    apps, example = hosts
    with Load(apps, example) as load:
        eventually(lambda: len(load.likes) > 50 and len(load.jobs) > 50)
        began = time.time()
        back = fault(server, load)
        load.wait_for_answers(back)
        # A second is enough where nothing else computes.
        settled = max(time.time(), back + 1)
        eventually(lambda: len(load.likes) > 100 and len(load.jobs) > 100)
        eventually(lambda: any(answer.began > settled for answer in load.answers))
    assert load.faults == []
    assert all(host.process.poll() is None for host in hosts)
    refused = [answer for answer in load.answers if answer.status != 200]
    longest = max(answer.ended - answer.began for answer in load.answers)
    recovered = {host.folder.name: min(answer.ended for answer in load.answers if answer.status == 200
                 and answer.host == host.folder.name and answer.ended > back) - back for host in hosts}
    received = Counter(int(instant(line)) for line in server.log_text().splitlines()
                       if "connection received" in line and instant(line) > began)
    print(
        f"{len(load.answers)} requests, {len(refused)} refused {dict(Counter(answer.code for answer in refused))}, "
        f"the longest took {longest:.2f} s; 200 again after {recovered}; connections per second {dict(received)}")
    assert [answer for answer in refused if answer.status != 503] == []
    assert [answer for answer in refused if not re.fullmatch(r"[1-9]\d*", answer.retry_after or "")] == []
    assert longest < DEADLINE
    assert [answer for answer in refused if answer.began > settled] == []
    assert max(received.values(), default=0) <= HERD
    # Calls may have outlasted a cut, for which a host needs another connection and no other server.
    assert refused or fault is cut
    with apps.database.reading() as tables:
        likes = {tuple(row.values()) for row in tables.rows("SELECT session_id, option_id, user_id FROM likes")}
    assert set(load.likes) <= likes
    eventually(lambda: check(example, load), what="the queue does not drain")
    for host in hosts:
        assert host.answers(HEALTH)
        host.stop()
        assert urllib.parse.urlsplit(server.url).password not in host.log_text()


def test_runs_outlast_an_outage_that_is_longer_than_a_lease(server, make_host, tmp_path):
    """Proves: hosts of one database that were all cut off take over none of each other's jobs when it is back: each job runs
    once, and completes."""
    database, hosts = Postgres(create_database(server.url)), []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        hosts.append(make_host(
            EXAMPLE, folder=tmp_path / name, database=database, settings={"SWIFTLET_JOB_LEASE": f"{LEASE}s"}).start())
    work = [enqueue(hosts[0], ms=45_000, strict=False) for _ in range(8)]
    eventually(lambda: all(spans(hosts[0], job) for job in work))
    server.stop("--keep")
    # No lease was renewed after this instant.
    stopped = time.time()
    eventually(lambda: time.time() > stopped + LEASE)
    server.start()
    eventually(lambda: has_drained(hosts[0]))
    assert [outcomes(hosts[0], job) for job in work] == [["completed"]] * len(work)
    assert [len(spans(hosts[0], job)) for job in work] == [1] * len(work)
    for host in hosts:
        host.stop()


def check(host: Host, load: Load) -> bool:
    """Checks the work at an instant at which nothing waits or runs; false at any other."""
    with host.database.reading() as tables:
        if tables.rows("SELECT id FROM swiftlet_jobs WHERE state <> 'dead' LIMIT 1"):
            return False
        assert tables.rows("SELECT * FROM swiftlet_jobs") == [], "a job is dead"
        done = {row["id"]: row["is_done"] for row in tables.rows("SELECT id, is_done FROM work")}
        assert [work for work in load.jobs.values() if not done.get(work)] == []
        assert [work for work, is_done in done.items() if not is_done] == [], "stored without its job"
        halves = [pieces for pieces in load.orders if len({work in done for work in pieces}) != 1]
        assert halves == []
        assert_no_run_after_its_end(tables)
        ends = Counter(row["outcome"] for row in tables.rows("SELECT outcome FROM swiftlet_job_runs"))
        print(f"{len(load.likes)} likes, {len(load.jobs)} jobs; {dict(ends)}")
        return True
