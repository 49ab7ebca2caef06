"""The host's own routes, as web pages in the browser of the host's machine reach them."""

import subprocess
import time

import jwt
import pytest

from conftest import serving
from database import SQLite
from host import BINARY, HEALTH, PATIENCE, READY
from raw import Wire, request

# The secret that Supabase publishes for its local stack, the host's default.
DEVELOPMENT_SECRET = "super-secret-jwt-token-with-at-least-32-characters-long"
RUN, METRIC = "/functions/v1/_internal/jobs_run", "/functions/v1/_internal/metric"
OPERATIONS = "/functions/v1/_internal/operations"
DOCUMENT = "/functions/v1/_internal/openapi.json"


@pytest.fixture(scope="module")
def development(tmp_path_factory):
    """A host with the development secret."""
    folder = tmp_path_factory.mktemp("development")
    with serving(folder, BINARY, settings={"SUPABASE_JWT_SECRET": DEVELOPMENT_SECRET}) as host:
        yield host


def service_key() -> str:
    payload = {"role": "service_role", "exp": int(time.time()) + 3600}
    return jwt.encode(payload, DEVELOPMENT_SECRET, algorithm="HS256")


def ask(host, method: str, path: str, key: str | None = None, name: str | None = None, **fields):
    data = request(method, path, key, b"{}" if method == "POST" else b"", **fields)
    with Wire(host.port) as wire:
        reply = wire.send(data.replace(b"Host: localhost", f"Host: {name or f'127.0.0.1:{host.port}'}".encode())).reply()
    assert not [field for field in reply.headers if field.startswith("access-control-")], reply.headers
    return reply


@pytest.mark.parametrize("path", [RUN, METRIC, OPERATIONS, DOCUMENT, "/metrics", HEALTH, READY])
@pytest.mark.parametrize("origin", ["https://app.example", "null", "http://localhost:1"])
def test_a_page_of_another_origin_is_refused(development, path, origin):
    preflight = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    assert ask(development, "OPTIONS", path, **preflight).status == 403
    for method in ("GET", "POST"):
        assert ask(development, method, path, service_key(), Origin=origin).status == 403


@pytest.mark.parametrize("path", [RUN, METRIC, OPERATIONS, DOCUMENT, "/metrics"])
def test_a_rebound_name_is_refused(development, path):
    name = f"evil.example:{development.port}"
    for fields in ({}, {"Origin": f"http://{name}"}):
        reply = ask(development, "POST", path, service_key(), name, **fields)
        assert (reply.status, reply.error_code()) == (403, "PERMISSION_DENIED")
        assert b"127.0.0.1, [::1] or localhost" in reply.body


def test_load_balancers_ask_under_any_name(development):
    for path in (HEALTH, READY):
        assert ask(development, "GET", path, name="10.0.0.7:8000").status == 200


def test_this_machine_is_answered(development):
    port = development.port
    for name in (f"127.0.0.1:{port}", f"localhost:{port}", f"app.localhost:{port}", f"[::1]:{port}"):
        assert ask(development, "GET", "/metrics", name=name).status == 200
        assert ask(development, "GET", "/metrics", name=name, Origin=f"http://{name}").status == 200


def test_commands_reach_the_host(development):
    """They come on the host's Unix socket."""
    command = [BINARY, "jobs", "list", "--json", "--database", development.database.url]
    settings = {**development.environment}
    ran = subprocess.run(command, cwd=development.folder, env=settings, capture_output=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stderr
    assert "expire_sessions" in ran.stdout.decode()


def test_the_projects_key_is_accepted_under_any_name(tmp_path):
    secret = "the secret of a project, of this test alone"
    key = jwt.encode({"role": "service_role", "exp": int(time.time()) + 3600}, secret, algorithm="HS256")
    with serving(tmp_path, BINARY, settings={"SUPABASE_JWT_SECRET": secret}, database=SQLite(tmp_path / "a.sqlite")) as host:
        assert ask(host, "GET", "/metrics", name="api.example").status == 403
        assert ask(host, "GET", "/metrics", key, name="api.example").status == 200
        assert ask(host, "POST", "/functions/v1/_internal/jobs_list", key, name="api.example").status == 200


CHANGES = ["take", "seed", "deploy", "rollback", "undeploy"]


@pytest.mark.parametrize("name", CHANGES)
def test_bundles_are_changed_on_the_socket_alone(development, name):
    """A function that declares no secrets has the service key, and reaches its own host."""
    reply = ask(development, "POST", f"/functions/v1/_internal/bundles_{name}", service_key())
    assert (reply.status, reply.error_code()) == (404, "NOT_FOUND")
    assert ask(development, "POST", "/functions/v1/_internal/bundles", service_key()).status == 200
