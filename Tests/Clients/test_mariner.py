"""Mariner Studio's document, flow by flow, by PyPI's `supabase`: sign-in, sessions, and the operations that it tracks."""

import datetime
import json
import subprocess
import time
import uuid

import jwt
import pytest

from conftest import serving
from host import BINARY, HEALTH, SECRET, token
from jobs import eventually
from raw import Wire
from test_sign_in import PASSWORD, PROXIED, address, client, email, is_refused, refused
from test_sign_in import send as send_json

pytestmark = pytest.mark.engines("sqlite", "postgres")

OPERATIONS = "/functions/v1/_internal/operations"


@pytest.fixture(scope="module")
def host(make_database, tmp_path_factory):
    """A host of the module's own: its operations are those of these tests."""
    folder = tmp_path_factory.mktemp("mariner")
    with serving(folder, BINARY, database=make_database(folder), settings=PROXIED) as started:
        yield started


def operations(host) -> dict:
    status, answer = send_json(host, "GET", OPERATIONS, access=token("service_role"))
    assert status == 200, answer
    return answer


def settled(host) -> dict:
    """The operations once none runs: one may end after its answer has arrived."""
    return eventually(lambda: not (seen := operations(host))["active"] and seen)


def figures(report: dict, name: str) -> dict:
    """The figures of a name; zeros before its first operation."""
    nothing = {"count": 0, "succeeded": 0, "refused": 0, "failed": 0, "active": 0}
    return {**nothing, **{each["name"]: each for each in report["operations"]}.get(name, {})}


def line(host, operation: str) -> dict:
    """The log's line about an operation."""
    def found():
        # The last line may not be whole yet.
        whole = host.log_text().rpartition("\n")[0]
        lines = [json.loads(text) for text in whole.splitlines() if text.startswith("{")]
        return [each for each in lines if each.get("operation") == operation]

    return eventually(found)[0]


def test_sign_up_sign_in_check_and_sign_out(host):
    """The document's flows 1 to 5. The app gives a user and a session on; the database client needs nothing else."""
    mail, app = email(), client(host)
    assert app.auth.get_session() is None
    response = app.auth.sign_up({"email": mail, "password": PASSWORD})
    assert response.user.email == mail and response.session.access_token

    session = client(host).auth.sign_in_with_password({"email": mail, "password": PASSWORD}).session
    assert (session.user.id, session.user.email) == (response.user.id, mail)
    assert abs(session.expires_at - time.time() - 3600) < 60
    claims = jwt.decode(session.access_token, SECRET, algorithms=["HS256"], audience="authenticated")
    assert uuid.UUID(claims["sub"]) == uuid.UUID(session.user.id)

    assert app.auth.get_session().user.id == response.user.id
    assert app.auth.get_user().user.id == response.user.id
    renewed = app.auth.refresh_session().session
    assert renewed.user.id == response.user.id and renewed.refresh_token != response.session.refresh_token

    app.auth.sign_out()
    assert app.auth.get_session() is None and is_refused(host, renewed.access_token)
    refused("session_not_found", 403, client(host).auth.get_user, renewed.access_token)


def test_the_errors_of_the_document(host):
    """invalidCredentials, sessionMissing and rateLimited. An unconfirmed address cannot be: no mail is sent."""
    mail, app = email(), client(host)
    app.auth.sign_up({"email": mail, "password": PASSWORD})
    wrong = {"email": mail, "password": "a wrong one"}
    assert refused("invalid_credentials", 400, client(host).auth.sign_in_with_password, wrong).message
    status, answer = send_json(host, "GET", "/auth/v1/user")
    assert (status, answer["error_code"]) == (401, "no_authorization")
    own, path = address(), "/auth/v1/token?grant_type=password"

    def attempt() -> tuple[int, dict]:
        return send_json(host, "POST", path, wrong, **{"X-Forwarded-For": own})

    began = time.monotonic()
    assert [attempt()[0] for _ in range(10)] == [400] * 10
    # One more is admitted each six seconds, which a slow machine may need for the next.
    admitted = 10
    while (seen := attempt())[0] == 400:
        admitted += 1
        assert admitted <= 11 + (time.monotonic() - began) / 6
    status, answer = seen
    assert status == 429
    assert answer["error_code"] == "over_request_rate_limit"


def test_each_operation_has_an_id_a_start_details_an_end_and_a_duration(host):
    mail = email()
    report = settled(host)
    before = {name: figures(report, name) for name in ("signUp", "signIn", "signOut", "getUser")}
    app = client(host)
    app.auth.sign_up({"email": mail, "password": PASSWORD})
    refused("invalid_credentials", 400, client(host).auth.sign_in_with_password, {"email": mail, "password": "wrong!"})
    user = app.auth.sign_in_with_password({"email": mail, "password": PASSWORD}).user.id
    app.auth.get_user()
    app.auth.sign_out()
    number = before["signIn"]["count"] + 2
    report = settled(host)
    by_id = {each["id"]: each for each in report["recent"]}
    good, bad = by_id[f"signIn_{number}"], by_id[f"signIn_{number - 1}"]
    assert (good["operation"], good["outcome"], bad["outcome"]) == ("signIn", "succeeded", "refused")
    assert (good["details"]["method"], good["details"]["status"], bad["details"]["status"]) == ("POST", 200, 400)
    start, end = (datetime.datetime.fromisoformat(good[name]) for name in ("start", "end"))
    assert abs((end - start).total_seconds() * 1000 - good["duration_ms"]) < 2 and good["duration_ms"] > 0
    assert by_id[f"getUser_{before['getUser']['count'] + 1}"]["details"]["user_id"] == user
    assert by_id[f"signOut_{before['signOut']['count'] + 1}"]["details"]["role"] == "authenticated"

    after = {name: figures(report, name) for name in before}
    assert [after[name]["count"] - before[name]["count"] for name in before] == [1, 2, 1, 1]
    assert after["signIn"]["refused"] - before["signIn"]["refused"] == 1
    rate = after["signIn"]["succeeded"] / after["signIn"]["count"]
    assert abs(after["signIn"]["success_rate"] - rate) < 0.0002
    assert 0 < after["signIn"]["p50_ms"] <= after["signIn"]["p99_ms"]

    logged = line(host, f"signIn_{number}")
    assert logged["id"] == good["details"]["request_id"] and logged["duration_ms"] > 0 and logged["status"] == 200
    text = host.log_text() + json.dumps(report)
    assert mail not in text and PASSWORD not in text


def test_operations_in_hand_and_overlapping_calls_of_one_caller(host):
    """The document's race detection: a call that begins while another one of the same user runs."""
    app = client(host)
    session = app.auth.sign_up({"email": email(), "password": PASSWORD}).session
    before = operations(host)["overlapping_calls"]["count"]
    with Wire(host.port) as wire:
        body = json.dumps({"data": {"boat": "Sloop"}})
        head = (
            f"PUT /auth/v1/user HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {session.access_token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n")
        wire.send(head, body[:5])
        active = eventually(lambda: [each for each in operations(host)["active"] if each["operation"] == "updateUser"])
        assert active[0]["details"]["user_id"] == session.user.id and "end" not in active[0]
        client(host).auth.sign_up({"email": email(), "password": PASSWORD})
        assert operations(host)["overlapping_calls"]["count"] == before
        app.auth.get_user()
        seen = operations(host)["overlapping_calls"]
        assert seen["count"] == before + 1
        last = seen["recent"][0]
        assert last["running"] == active[0]["id"] and last["started"].startswith("getUser_")
        assert last["user_id"] == session.user.id
        pair = {"running": "updateUser", "started": "getUser"}
        assert [each["count"] for each in seen["pairs"] if pair.items() <= each.items()] == [1]
        wire.send(body[5:])
        assert wire.reply().status == 200
    eventually(lambda: not operations(host)["active"])
    assert app.auth.get_user().user.user_metadata["boat"] == "Sloop"
    assert operations(host)["overlapping_calls"]["count"] == before + 1


def test_the_connections_health(host):
    """checkConnectionHealth of the document: the app asks any address that answers, operators ask for latencies."""
    assert host.answers(HEALTH)
    assert send_json(host, "GET", "/auth/v1/health")[0] == 200
    # A question that takes two seconds, as on a machine that stands still for as long, is a connection that is down.
    names = ("database", "queue")
    report = eventually(
        lambda: (seen := operations(host)["host"]) and all(seen[name]["status"] == "up" for name in names) and seen)
    assert report["uptime_seconds"] > 0 and all(report[name]["latency_ms"] > 0 for name in names)


def test_who_may_see_the_operations(host):
    assert send_json(host, "GET", OPERATIONS)[0] == 401
    for access in (token(), token("anon")):
        assert send_json(host, "GET", OPERATIONS, access=access)[0] == 403
    status, _ = send_json(host, "GET", OPERATIONS, access=token("service_role"), Origin="https://app.example")
    assert status == 403


def test_the_command(host):
    """`swiftlet operations`, the document's printStats and logCurrentState."""
    client(host).auth.sign_in_anonymously()
    command = [BINARY, "operations", "--database", host.database.url, "--config", str(host.config)]

    def run(*more: str) -> str:
        return subprocess.run(
            [*command, *more], cwd=host.folder, env=host.environment, capture_output=True, text=True, timeout=60,
            check=True).stdout

    report = json.loads(run("--json"))
    assert "signUp" in {each["name"] for each in report["operations"]}
    text = run()
    assert text.startswith("CONNECTION  STATUS") and "\nsignUp " in text
    assert "calls began while another call of the same user ran." in text
