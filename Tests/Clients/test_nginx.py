"""The README's nginx lines, run as they are printed: the host behind `/functions/v1` of an existing project."""

import base64
import http.server
import json
import os
import re
import shutil
import subprocess
import threading
import time

import pytest

from database import ROOT
from host import BINARY, PATIENCE, environment, free_port, token
from raw import Wire, request

CONFIG = """
daemon off;
{user}
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    location / {{ proxy_pass http://127.0.0.1:{project}; }}
{lines}
  }}
}}
"""


class Project(http.server.BaseHTTPRequestHandler):
    """The existing project: it says that it was asked, and for what."""

    def do_GET(self):
        answer = json.dumps({"project": self.path}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def readme_lines(port: int) -> str:
    """The fenced block of the README, its port replaced by the one of the host under test."""
    block = readme_block()
    assert "127.0.0.1:54321" in block, "the README's lines name the host's usual address"
    return block.replace("127.0.0.1:54321", f"127.0.0.1:{port}")


def readme_block() -> str:
    block = re.search(r"^```nginx\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    assert block, "README.md has no ```nginx block"
    return block[1]


def find_nginx() -> str:
    places = f"{os.environ['PATH']}:/usr/sbin:{ROOT / '.build-tools/usr/sbin'}"
    found = shutil.which("nginx", path=places)
    assert found, "nginx is missing: Scripts/setup.sh --test brings it"
    return found


@pytest.fixture(scope="module")
def proxy(example, tmp_path_factory):
    """The port of an nginx with the host behind `/functions/v1` and the project behind the rest."""
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    project = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Project)
    threading.Thread(target=project.serve_forever, daemon=True).start()
    config = folder / "nginx.conf"
    # Started by root, its worker would run as the user nobody, which may not write into a test's folder.
    user = "user root;" if os.geteuid() == 0 else ""
    config.write_text(CONFIG.format(
        user=user, folder=folder, port=port, project=project.server_port, lines=readme_lines(example.port)))
    nginx = subprocess.Popen([find_nginx(), "-c", str(config), "-p", str(folder), "-e", str(folder / "error.log")])
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            assert nginx.poll() is None and time.monotonic() < deadline, (folder / "error.log").read_text()
            try:
                Wire(port).__exit__()
                break
            except ConnectionRefusedError:
                time.sleep(0.01)
        yield port
    finally:
        nginx.terminate()
        nginx.wait(timeout=PATIENCE)
        project.shutdown()
        project.server_close()


def ask(port: int, method: str, path: str, access: str | None = None, body: bytes = b""):
    with Wire(port, timeout=PATIENCE) as wire:
        return wire.send(request(method, path, access, body)).reply()


def test_the_readme_has_the_commands_lines(tmp_path):
    """`swiftlet functions --nginx`, with the settings that are the defaults."""
    config = tmp_path / "config.toml"
    config.write_text("")
    lines = subprocess.run(
        [BINARY, "functions", "--nginx", "--config", str(config)], cwd=tmp_path, env=environment(),
        capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert lines.stdout == readme_block()


def test_database_functions_come_to_the_host(proxy):
    """The example has none of this name: its answer is the host's."""
    reply = ask(proxy, "POST", "/rest/v1/rpc/like_option", token(), b"{}")
    assert (reply.status, json.loads(reply.body)["code"]) == (404, "PGRST202")


def test_tables_with_routes_come_to_the_host(proxy):
    """The example has no routes: what refuses is its gateway, which has no project."""
    for path in ("/rest/v1/social_groups?id=eq.1", "/rest/v1/social_groups/join", "/rest/v1/scavenger_hunts/1/join"):
        reply = ask(proxy, "POST", path, token(), b"{}")
        assert (reply.status, json.loads(reply.body)["code"]) == (501, "NOT_IMPLEMENTED")


def test_other_paths_reach_the_project(proxy):
    others = (
        "/rest/v1/rpc/theirs", "/rest/v1/rpc/like_option/more", "/rest/v1/rpc/like_options",
        "/rest/v1/social_groups/other", "/rest/v1/scavenger_hunts/1/2/join", "/rest/v1/social")
    for path in ("/", "/rest/v1/riddles?select=id", "/auth/v1/health", "/functions/v2/echo", *others):
        reply = ask(proxy, "GET", path)
        assert (reply.status, json.loads(reply.body)) == (200, {"project": path})


def test_functions_come_to_the_host_with_path_and_query(proxy):
    reply = ask(proxy, "POST", "/functions/v1/echo/tasks/1?q=a%20b", token(), b"{}")
    answer = json.loads(reply.body)
    assert (reply.status, answer["path"], answer["query"]) == (200, "/tasks/1", "q=a%20b")
    assert reply.headers["sb-request-id"]


def test_the_token_reaches_the_host(proxy):
    assert ask(proxy, "POST", "/functions/v1/echo", token()).status == 200
    reply = ask(proxy, "POST", "/functions/v1/echo")
    assert (reply.status, reply.error_code()) == (401, "UNAUTHORIZED_NO_AUTH_HEADER")


def test_events_arrive_one_by_one(proxy):
    with Wire(proxy) as wire:
        # It would take ten minutes to its end.
        wire.send(request("GET", "/functions/v1/countdown?from=1500&ms=400", token()))
        for number in (1500, 1499, 1498):
            line = b""
            while not line.startswith(b"data: "):
                line = wire.reader.readline()
                assert line, "the stream ended early"
            assert line.strip() == b"data: %d" % number


def test_a_large_body_goes_through(proxy):
    body = bytes(range(256)) * (4096 * 11)
    reply = ask(proxy, "POST", "/functions/v1/echo", token(), body)
    assert reply.status == 200
    assert base64.b64decode(json.loads(reply.body)["body"]) == body
