"""The OpenAPI document of the apps' functions: it is valid, a host answers as it says, and the client that is made from it
works. `SWIFTLET_SCHEMATHESIS_SECONDS=300` fuzzes for five minutes instead of a few calls for each operation. A failure names the seed
of its requests: `SWIFTLET_SCHEMATHESIS_SEED` makes the same ones again."""

import http.client
import http.server
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import threading

import openapi_spec_validator
import pytest

from app_store import AppStore
from conftest import serving
from host import BINARY, BUNDLE_OPTIONS, PATIENCE, environment, token
from openapi.client import compiled, needs_input

PATH = "/functions/v1/_internal/openapi.json"
SECONDS = os.environ.get("SWIFTLET_SCHEMATHESIS_SECONDS")
SEED = os.environ.get("SWIFTLET_SCHEMATHESIS_SEED")
# So that calls reach the functions, and not their limits.
UNLIMITED = "".join(
    f"[limits.{name}]\nenabled = false\n" for name in ("shvil", "shvil_search", "shvil_upload", "shvil_share"))
# Writes that need no row of the user's: a new user's first ones succeed.
WRITES = {
    "saveChat", "saveScore", "saveRecipe", "startTrial", "createAdventurePlan", "savePlace", "createSocialGroup",
    "createScavengerHunt", "deleteAccount"}
# A host that stands alone answers requests to tables that no route has with 501, as documented.
SCHEMATHESIS = """
[phases.coverage]
unexpected-methods = []

[[operations]]
include-tag = "tables"
checks.not_a_server_error.expected-statuses = ["2xx", "4xx", 501]
"""


def run(*arguments: str, folder: pathlib.Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        [BINARY, *arguments, *BUNDLE_OPTIONS], cwd=folder, env=environment(), capture_output=True, text=True, timeout=PATIENCE)


@pytest.fixture(scope="module")
def served(make_database, tmp_path_factory):
    """A host that takes the notices of both stores; without their settings it answers them with 503."""
    settings = {**AppStore().settings(), "REVENUECAT_WEBHOOK_SECRET": "a secret of the tests"}
    folder = tmp_path_factory.mktemp("openapi")
    with serving(folder, BINARY, config=UNLIMITED, settings=settings, database=make_database(folder)) as host:
        yield host


@pytest.fixture(scope="module")
def document(served) -> dict:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    connection.request("GET", PATH)
    response = connection.getresponse()
    assert response.status == 200
    assert response.headers["Content-Type"] == "application/json"
    return json.loads(response.read())


@pytest.fixture(scope="module")
def flow(document, tmp_path_factory):
    """The operations by the names of the generated client's methods, and a program that calls them."""
    folder = tmp_path_factory.mktemp("client")
    # With a member whose name Swift takes for the value itself.
    named = json.loads(json.dumps(document))
    named["components"]["schemas"]["LikeResult"]["properties"]["self"] = {"type": "string"}
    (folder / "openapi.json").write_text(json.dumps(named))
    made = run("client", "--swift", "--from", "openapi.json", "--output", "made.swift", folder=folder)
    assert made.returncode == 0, made.stderr
    return compiled((folder / "made.swift").read_text(), document, folder)


def test_the_document_is_valid(document):
    openapi_spec_validator.validate(document)


def test_the_command_writes_the_same_document(served, document):
    made = run("openapi", "--config", str(served.config), folder=served.folder)
    assert made.returncode == 0
    assert json.loads(made.stdout) == document


def test_every_function_of_the_apps_has_known_types(document):
    unknown = [
        (path, operation["x-swiftlet-unrecorded"])
        for path, item in document["paths"].items() for operation in item.values() if "x-swiftlet-unrecorded" in operation]
    assert unknown == []


def test_the_document_is_the_hosts_own(served):
    """Another machine needs the service key."""
    def status(**headers) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
        connection.request("GET", PATH, headers=headers)
        return connection.getresponse().status

    assert status(**{"X-Forwarded-For": "198.51.100.7"}) == 401
    assert status(**{"X-Forwarded-For": "198.51.100.7", "Authorization": f"Bearer {token()}"}) == 403
    key = {"Authorization": f"Bearer {token('service_role')}"}
    assert status(**{"X-Forwarded-For": "198.51.100.7", **key}) == 200
    assert status(Origin="https://app.example", **key) == 403


def test_breaking_changes_are_named(document, tmp_path):
    old = json.loads(json.dumps(document))
    like = old["components"]["schemas"]["Like"]
    like["required"].remove("option_id")
    old["components"]["schemas"]["LikeResult"]["properties"]["emoji"] = {"type": "string"}
    old["paths"]["/functions/v1/gone"] = {"post": {"operationId": "gone", "responses": {"200": {"description": ""}}}}
    (tmp_path / "old.json").write_text(json.dumps(old))
    for command in ("openapi", "client"):
        checked = run(command, "--check", "old.json", folder=tmp_path)
        assert checked.returncode == 1
        lines = checked.stdout.splitlines()
        assert "POST /functions/v1/like_option: input.option_id is required now" in lines
        assert "POST /functions/v1/like_option: output.emoji is gone" in lines
        assert "POST /functions/v1/gone: it is gone" in lines
    (tmp_path / "same.json").write_text(json.dumps(document))
    same = run("openapi", "--check", "same.json", folder=tmp_path)
    assert (same.returncode, same.stdout) == (0, "")


# Schemathesis' options for what each caller calls. After delete_account a user cannot call anything else.
FOR_SERVICE = "/x-swiftlet-access == service_role"
CALLED = {
    "authenticated": ["--exclude-by", FOR_SERVICE, "--exclude-path-regex", "/delete_account$"],
    "service_role": ["--include-by", FOR_SERVICE],
    "deleted": ["--include-path-regex", "/delete_account$"],
}


@pytest.mark.engines("sqlite", "postgres")
@pytest.mark.parametrize("caller", CALLED)
def test_the_host_answers_as_documented(served, document, tmp_path, caller, engine):
    """No status that is not documented, no 5xx, no response of another schema."""
    role = "service_role" if caller == "service_role" else "authenticated"
    (tmp_path / "openapi.json").write_text(json.dumps(document))
    (tmp_path / "schemathesis.toml").write_text(SCHEMATHESIS)
    is_long = SECONDS and caller != "deleted"
    length = ["--max-time", str(int(SECONDS) // 2)] if is_long else ["--max-examples", "3"]
    # The values at the bounds of the schemas take a minute. Postgres refuses more of them than SQLite.
    phases = "examples,fuzzing" if engine == "sqlite" and not is_long else "examples,coverage,fuzzing"
    seed = SEED or str(random.SystemRandom().randrange(2**32))
    print(f"SWIFTLET_SCHEMATHESIS_SEED={seed}")
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", "openapi.json", "--url", served.url, "--seed", seed,
        "-H", f"Authorization: Bearer {token(role)}", *length, "--phases", phases, "--workers", "1",
        "--checks", "not_a_server_error,status_code_conformance,response_schema_conformance",
        *CALLED[caller], "--suppress-health-check", "all", "--request-timeout", "60", "--no-shrink",
    ]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=3 * PATIENCE + int(SECONDS or 0))
    failures = re.split(r"= (?:ERRORS|FAILURES) =", ran.stdout, maxsplit=1)[-1].split("= WARNINGS =")[0]
    assert ran.returncode == 0, f"SWIFTLET_SCHEMATHESIS_SEED={seed}\n{failures[:12_000]}{ran.stderr[-2000:]}"
    assert re.search(r"Tested: [1-9]", ran.stdout), ran.stdout


def test_the_client_calls_everything(served, document, flow):
    """Reads that need no input succeed, and writes of rows that need no others. The rest has ids that exist nowhere."""
    operations, program = flow
    called = [
        path for path, item in document["paths"].items() if path.startswith("/functions/v1/")]
    assert len(operations) >= len(called)
    ran = subprocess.run(
        [program, "everything", served.url, token()], capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    *lines, end = ran.stdout.splitlines()
    outcomes = dict(line.split(" ", 1) for line in lines)
    assert end == "done" and list(outcomes) == list(operations)
    # Functions that write are idempotent.
    reads = {
        name for name, operation in operations.items()
        if not operation["x-swiftlet-idempotent"] and operation["x-swiftlet-access"] not in ("service_role", "anyone")
        and not needs_input(operation, document)}
    assert all(operations[name]["x-swiftlet-read-only"] for name in reads)
    assert {"riddleToday", "categories", "usageStats", "etaShares", "socialGroups", "getSystemMetrics"} <= reads
    assert {name: outcomes[name] for name in reads | WRITES} == dict.fromkeys(reads | WRITES, "ok")
    assert {name: outcome for name, outcome in outcomes.items() if outcome != "ok" and int(outcome.split()[0]) >= 500} == {}


def test_the_client_finds_a_match(served, flow):
    ran = subprocess.run(
        [flow[1], "match", served.url, token(), token()], capture_output=True, text=True, timeout=PATIENCE)
    assert (ran.returncode, ran.stdout) == (0, "done\n"), ran.stderr


def test_the_client_repeats_a_call_with_its_key(flow):
    """A host that is at its limit for a moment, then still runs the first call, then answers, then refuses the input."""
    keys, created = [], {"session_id": "7c0f2f3e-6d8a-4c1b-9a55-0b7f6f2b1d10", "invite_code": "ABC234",
                         "created_at": "2026-03-01T12:00:00.250Z"}
    overloaded = {"code": "OVERLOADED", "message": "The host is at its limit, try again later"}
    in_use = {"error": {"code": "IDEMPOTENCY_KEY_IN_USE", "message": "The first request is still in hand"}}
    invalid = {"error": {"code": "VALIDATION_ERROR", "message": "No", "details": {"path": "$.category_id"}}}
    answers = [(503, overloaded), (409, in_use), (200, created), (400, invalid)]

    class Answers(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            keys.append(self.headers["Idempotency-Key"])
            status, body = answers[len(keys) - 1]
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        ran = subprocess.run(
            [flow[1], "again", f"http://127.0.0.1:{server.server_port}", token()], capture_output=True, text=True,
            timeout=PATIENCE)
        server.shutdown()
    assert (ran.returncode, ran.stdout) == (0, "done\n"), ran.stderr
    assert len(keys) == 4 and keys[0] == keys[1] == keys[2] != keys[3]


def test_the_client_repeats_a_read_whose_connection_was_lost(flow):
    paths = []

    class Answers(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            paths.append(self.path)
            self.close_connection = True
            if len(paths) > 1:
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"[]")

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        ran = subprocess.run(
            [flow[1], "lost", f"http://127.0.0.1:{server.server_port}", token()], capture_output=True, text=True,
            timeout=PATIENCE)
        server.shutdown()
    assert (ran.returncode, ran.stdout) == (0, "done\n"), ran.stderr
    assert paths == ["/functions/v1/categories"] * 2
