"""Shvil's health checks, by PyPI's `supabase` and past it: who may ask, what is said, and what happens without a database."""

import contextlib
import os
import pathlib
import signal
import tempfile
import uuid

import pytest
from postgrest.exceptions import APIError

from database import Postgres, PostgresServer, create_database
from host import BINARY, token
from jobs import eventually
from routes.world import send
from test_supabase import client, invoke, refused

pytestmark = pytest.mark.engines("sqlite", "postgres")

NAMES = ["health_check", "health_check_detailed", "get_system_metrics"]


def answers(host, name: str, access: str) -> list[dict]:
    """The answers of a function at each of its addresses and methods."""
    app = client(host, access)
    return [
        app.rpc(name, {}).execute().data, app.rpc(name, {}, get=True).execute().data,
        invoke(host, name, access), invoke(host, name, access, method="GET"),
    ]


def test_the_check_is_open_to_the_anon_key_and_says_little(host):
    for answer in answers(host, "health_check", token("anon")):
        assert answer.keys() == {"status", "timestamp"} and answer["status"] == "healthy"


@pytest.mark.parametrize("name", NAMES[1:])
def test_the_details_are_for_users_and_the_service_key(host, name):
    for access in (token(), token("service_role")):
        assert len(answers(host, name, access)) == 4
    assert refused(host, name, token("anon"))[0] == 401
    with pytest.raises(APIError) as caught:
        client(host, token("anon")).rpc(name, {}).execute()
    assert caught.value.code == "AUTH_REQUIRED"


@pytest.mark.parametrize("name", NAMES)
def test_without_a_token(host, name):
    for method in ("GET", "POST"):
        for path in (f"/functions/v1/{name}", f"/rest/v1/rpc/{name}"):
            assert send(host, method, path, None, {} if method == "POST" else None).status == 401


def test_the_details(host):
    def are_up(seen: list[dict]) -> bool:
        return all(answer["checks"][name]["status"] == "up" for answer in seen for name in ("database", "queue"))

    # A question that takes two seconds, as on a machine that stands still for as long, is a check that is down.
    for answer in eventually(lambda: are_up(seen := answers(host, "health_check_detailed", token())) and seen):
        assert answer["status"] in ("healthy", "degraded") and answer["uptime_seconds"] > 0 and answer["version"]
        assert all(answer["checks"][name]["latency_ms"] > 0 for name in ("database", "queue"))
        assert answer["checks"]["push"]["status"] in ("idle", "up", "down")
        text = str(answer)
        assert host.database.url not in text and str(host.folder) not in text and "127.0.0.1" not in text


def test_the_metrics_count_calls_at_either_address(host):
    user = token()

    def figures(name: str) -> dict:
        metrics = invoke(host, "get_system_metrics", user)
        return {"count": 0, **{each["name"]: each for each in metrics["functions"]}.get(name, {})}

    before = figures("usage_stats")["count"]
    app = client(host, user)
    app.rpc("usage_stats", {}).execute()
    app.rpc("usage_stats", {}, get=True).execute()
    invoke(host, "usage_stats", user)
    after = eventually(lambda: (seen := figures("usage_stats"))["count"] >= before + 3 and seen)
    assert after["success_rate"] > 0 and 0 < after["p50_ms"] <= after["p99_ms"]
    metrics = invoke(host, "get_system_metrics", user)
    total = metrics["total"]
    assert total["count"] == total["succeeded"] + total["refused"] + total["failed"] >= 3
    assert metrics["latency_ms"]["database"] > 0 and metrics["latency_ms"]["queue"] > 0
    assert not [each["name"] for each in metrics["functions"] if each["name"].startswith(("jobs_", "push_"))]


def test_no_answer_is_about_a_caller(host):
    other = str(uuid.uuid4())
    invoke(host, "usage_stats", token(sub=other))
    for name in NAMES:
        assert other not in str(answers(host, name, token()))


@contextlib.contextmanager
def stopped(server: PostgresServer):
    """The server stands still, with its connections open."""
    parent = int((server.folder / "data/postmaster.pid").read_text().split()[0])
    os.kill(parent, signal.SIGSTOP)
    backends = pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    for backend in backends:
        os.kill(int(backend), signal.SIGSTOP)
    try:
        yield
    finally:
        for process in (*map(int, backends), parent):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


def test_a_database_that_does_not_answer(engine, make_host, tmp_path):
    if engine == "sqlite":
        pytest.skip("the embedded database is a part of the host")
    server = PostgresServer(pathlib.Path(tempfile.mkdtemp(prefix="swiftlet-postgres-")))
    try:
        host = make_host(BINARY, folder=tmp_path, database=Postgres(create_database(server.url))).start()
        assert invoke(host, "health_check", token("anon"))["status"] == "healthy"
        with stopped(server):
            # The last answer is kept for a second.
            eventually(lambda: send(host, "GET", "/rest/v1/rpc/health_check", token("anon"), None).status == 503)
            details = invoke(host, "health_check_detailed")
            assert details["status"] == "unhealthy"
            assert details["checks"]["database"]["status"] == details["checks"]["queue"]["status"] == "down"
            status, answer, _ = refused(host, "health_check", token("anon"))
            assert (status, answer["error"]["code"]) == (503, "NOT_CONNECTED")
        eventually(lambda: send(host, "GET", "/rest/v1/rpc/health_check", token("anon"), None).status == 200)
    finally:
        server.stop()
