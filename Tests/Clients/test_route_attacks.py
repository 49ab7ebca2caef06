"""Attacks on every function of the apps, at each of its paths: with no token, the anon key, as another user, and with
another user's ids. The table is `routes`; a function without a row fails here."""

import json
import subprocess
import uuid

import psycopg
import pytest

from host import BINARY, Caller, environment, token
from routes import ROWS
from routes.world import World, anonymous, requests, send
from rows import Caller as DatabaseCaller
from rows import Refused

pytestmark = pytest.mark.engines("sqlite", "postgres")

NO_TOKEN = {
    "no token": "401 UNAUTHORIZED_NO_AUTH_HEADER", "no token at all": "401 UNAUTHORIZED_INVALID_JWT_FORMAT",
    "expired": "401 UNAUTHORIZED_LEGACY_JWT", "another secret": "401 UNAUTHORIZED_LEGACY_JWT",
}
WITHOUT_USER = {
    "user": "401 AUTH_REQUIRED", "HealthAccess": "401 AUTH_REQUIRED", "service_role": "403 PERMISSION_DENIED"}
PUBLIC = {"categories", "options", "riddles"}
"""The tables whose rows everybody may read."""


@pytest.fixture(scope="session")
def lines():
    """The functions at all of their paths, by name."""
    listed = subprocess.run(
        [BINARY, "functions", "--json"], env=environment(), capture_output=True, text=True, check=True)
    by_name: dict[str, list[dict]] = {}
    for line in json.loads(listed.stdout):
        by_name.setdefault(line["name"], []).append(line)
    return by_name


@pytest.fixture(scope="session")
def world(host):
    return World(host)


def test_every_function_has_a_row_and_every_row_a_function(lines):
    assert set(lines) == set(ROWS)
    for name, at_paths in lines.items():
        assert {line["access"] for line in at_paths} == {ROWS[name].access}, name
        assert any(line["route"] == f"/functions/v1/{name}" for line in at_paths), f"{name} is at tables alone"


@pytest.mark.parametrize("name", ROWS)
def test_callers_without_a_user(host, world, lines, name):
    row, before = ROWS[name], world.rows()
    for line in lines[name]:
        for method, target, body in requests(line, row, row.body(world)):
            for caller, access in anonymous().items():
                answer = send(host, method, target, access, body)
                assert not world.leaked(answer, row.body(world)) or row.is_public, (caller, target, answer)
                expected = WITHOUT_USER.get(row.access) if caller == "anon key" else NO_TOKEN[caller]
                if row.access == "anyone":
                    expected = row.stranger
                if expected is None:
                    assert answer.status < 300, (caller, target, answer)
                else:
                    assert answer.outcome == expected, (caller, method, target, answer)
    assert world.rows() >= before


@pytest.mark.parametrize("name", ROWS)
def test_another_user_with_the_victims_ids(host, world, lines, name):
    row, before = ROWS[name], world.rows()
    for line in lines[name]:
        for method, target, body in requests(line, row, row.body(world)):
            stranger = str(uuid.uuid4())
            answer = send(host, method, target, token(sub=stranger), body, Prefer="return=representation")
            check(answer, expected(row, line), (method, target))
            assert not world.leaked(answer, row.body(world)) or row.is_public, (method, target, answer)
    after = world.rows()
    assert after >= before, before - after
    if row.stranger >= "400":
        assert after == before


def expected(row, line) -> str:
    """The outcome for a stranger at a path. At tables, successes have the statuses of PostgREST."""
    if row.rpc and line["route"].startswith("/rest/v1/rpc/"):
        return row.rpc
    if row.stranger == "200" and line.get("table", {}).get("action") == "insert":
        return "201"
    return row.stranger


def check(answer, outcome: str, request) -> None:
    assert answer.outcome == outcome, (request, answer)


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.fellow])
def test_a_fellow_without_the_right(host, world, lines, name):
    row, before = ROWS[name], world.rows()
    for line in lines[name]:
        for method, target, body in requests(line, row, row.body(world)):
            answer = send(host, method, target, world.fellow.token, body, Prefer="return=representation")
            at_rpc = row.rpc if line["route"].startswith("/rest/v1/rpc/") else None
            check(answer, at_rpc or row.fellow, (method, target))
            assert not world.leaked(answer, row.body(world)), (method, target, answer)
    assert world.rows() >= before


HOSTILE = ["' OR 1=1; --", "\u0000", "x" * 70_000, [], {}, 0, True, None, "%00", "../../x"]


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.access == "user"])
def test_hostile_values(host, world, lines, name):
    """Whatever stands in the place of an id: a clear refusal, and nothing of the victim."""
    row, before = ROWS[name], world.rows()
    for member in row.body(world):
        for value in HOSTILE:
            body = {**row.body(world), member: value}
            answer = send(host, "POST", f"/functions/v1/{name}", token(), body)
            assert answer.status < 500, (body, answer)
            assert not world.leaked(answer, row.body(world)), (body, answer)
    assert world.rows() >= before


def test_a_key_of_anothers_call_has_no_answer_for_a_stranger(host, world):
    """Idempotency keys are a user's own: the same call with the same key is a stranger's own call."""
    key = {"Idempotency-Key": f"key-{uuid.uuid4()}"}
    body = {"name": "same"}
    owner = world.owner.token
    first = send(host, "POST", "/functions/v1/create_social_group", owner, body, **key)
    assert send(host, "POST", "/functions/v1/create_social_group", owner, body, **key).text == first.text
    for target in ("/functions/v1/create_social_group", "/rest/v1/social_groups"):
        answer = send(host, "POST", target, token(), body, Prefer="return=representation", **key)
        assert json.loads(first.text)["id"] not in answer.text and answer.status in (200, 201), answer


def test_the_owner_may(host, world, lines):
    """The attacks fail for the right reason: the same reads are the owner's and the fellow's."""
    for name, row in ROWS.items():
        if row.access != "user" or not row.stranger.startswith(("403", "404")) or row.fellow:
            continue
        for line in lines[name]:
            if not line.get("table", {}).get("action") == "select":
                continue
            for method, target, body in requests(line, row, row.body(world)):
                for caller in (world.owner, world.fellow):
                    assert send(host, method, target, caller.token, body).status == 200, (method, target)


def test_tables_past_the_host(engine, host, world):
    """With a user's token PostgREST reaches the tables without the host. Row-level security holds there."""
    if engine == "sqlite":
        return
    before = world.rows()
    secrets = world.secrets()
    with psycopg.connect(host.database.server, autocommit=True) as connection:
        columns = connection.execute(
            "SELECT c.relname, min(a.attname::text) FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid"
            " WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0"
            " AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity = '' GROUP BY 1").fetchall()
        strangers = [
            DatabaseCaller(connection, claims={"sub": str(uuid.uuid4()), "role": "authenticated"}),
            DatabaseCaller(connection, "anon", {"role": "anon"}), DatabaseCaller(connection, "anon"),
        ]
        for table, column in columns:
            for stranger in strangers:
                rows = attempt(stranger.read, f'SELECT t::text FROM public."{table}" t')
                seen = [row for row in rows or [] if any(secret in str(row) for secret in secrets)]
                assert not seen, (table, stranger, seen)
                assert table in PUBLIC or not rows, (table, stranger, rows[:3])
                assert not attempt(stranger.run, f'UPDATE public."{table}" SET "{column}" = "{column}"'), table
                assert not attempt(stranger.run, f'DELETE FROM public."{table}"'), (table, stranger)
    assert world.rows() == before


def attempt(work, statement: str):
    """The result of a statement; None if it is refused."""
    try:
        return work(statement)
    except Refused:
        return None
