"""A browser of the console, as raw requests, and what the tests of the console look at."""

import itertools
import json
import re
import subprocess
import urllib.parse

import jwt

from host import PATIENCE, SECRET, Host
from raw import Reply, Wire

PAUSE = "/console/schedules/actions/pause"
JOB = "prune_history"
# Each browser has a loopback address of its own, since tries to sign in are counted by address.
addresses = (f"127.0.{number // 250 + 1}.{number % 250 + 1}" for number in itertools.count())


def service_key() -> str:
    """The service key that a host makes from the tests' secret."""
    return jwt.encode(
        {"iss": "supabase-demo", "role": "service_role", "exp": 1_983_812_996}, SECRET, algorithm="HS256")


def invitation(host: Host) -> str:
    """The address that `swiftlet console` prints."""
    command = [host.binary, "console", "--json", "--database", host.database.url, "--config", str(host.config)]
    printed = subprocess.run(
        command, cwd=host.folder, env=host.environment, capture_output=True, text=True, timeout=PATIENCE)
    assert printed.returncode == 0, printed.stderr
    answer = json.loads(printed.stdout)
    assert answer["expires_in"] == 60
    return answer["url"]


class Browser:
    """A browser at the console of a host. `fields` of a request replace those that the browser sends; None leaves one out."""

    def __init__(self, host: Host, key: str | None = None):
        self.host = host
        self.address = next(addresses)
        self.cookie: str | None = None
        if key:
            assert self.login(key).status == 303

    def send(self, method: str, path: str, body: dict | None = None, **fields: str | None) -> Reply:
        """Sends a request of the console's own page."""
        sent = {
            "Host": f"127.0.0.1:{self.host.port}", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate",
            "Cookie": self.cookie,
        }
        data = urllib.parse.urlencode(body).encode() if body is not None else b""
        if method == "POST":
            sent |= {
                "Origin": f"http://127.0.0.1:{self.host.port}", "Content-Type": "application/x-www-form-urlencoded",
                "Content-Length": str(len(data)),
            }
        sent |= {name.replace("_", "-"): value for name, value in fields.items()}
        lines = [f"{name}: {value}" for name, value in sent.items() if value is not None]
        head = "\r\n".join([f"{method} {path} HTTP/1.1", "Connection: close", *lines]).encode("latin-1")
        with Wire(self.host.port, source=self.address) as wire:
            return wire.send(head + b"\r\n\r\n" + data).reply(bodiless=method == "HEAD")

    def get(self, path: str, **fields: str | None) -> Reply:
        return self.send("GET", path, **fields)

    def login(self, key: str, path: str = "/console/login", **fields: str | None) -> Reply:
        """Signs in with a key."""
        return self.keep(self.send("POST", path, {"key": key}, **fields))

    def keep(self, reply: Reply) -> Reply:
        """Keeps the cookie that a response sets."""
        if "set-cookie" in reply.headers:
            self.cookie = reply.headers["set-cookie"].split(";")[0]
        return reply

    def token(self) -> str:
        """The token in the forms of the session's pages."""
        page = self.get("/console/schedules").body.decode()
        return re.search(r'name="token" value="([^"]+)"', page).group(1)

    def pause(self, token: str | None = None, **fields: str | None) -> Reply:
        """Pauses a job, as its form does."""
        return self.send("POST", PAUSE, {"name": JOB, "token": token or self.token()}, **fields)


def is_paused(host: Host) -> bool:
    with host.database.reading() as tables:
        return bool(tables.rows("SELECT 1 AS found FROM swiftlet_job_settings WHERE name = ? AND is_paused <> 0", JOB))


def actions(host: Host) -> list[dict]:
    """The record of actions, the oldest first."""
    with host.database.reading() as tables:
        return tables.rows("SELECT * FROM swiftlet_console_actions ORDER BY id")


def assert_closed(reply: Reply) -> None:
    """Each response of the console: no other origin reads, frames or stores it."""
    assert not [name for name in reply.headers if name.startswith("access-control-")], reply.headers
    policy = reply.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "base-uri 'none'" in policy
    assert "unsafe" not in policy
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.headers["referrer-policy"] == "no-referrer"
