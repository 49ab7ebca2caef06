"""`swiftlet logs`: what a running host keeps of its calls and lines, at once and followed."""

import contextlib
import http.client
import json
import os
import queue
import signal
import statistics
import subprocess
import threading
import time

import pytest

from host import PATIENCE, token
from raw import Wire, request

DELAY = float(os.environ.get("SWIFTLET_LOG_DELAY", "5"))


@pytest.fixture(scope="module")
def host(own_host):
    return own_host()


def command(host, *arguments):
    return [host.binary, "logs", *arguments, "--database", host.database.url, "--config", str(host.config)]


def logs(host, *arguments, code=0):
    """The lines of `logs --json …`."""
    done = subprocess.run(
        command(host, "--json", *arguments), cwd=host.folder, env=host.environment, capture_output=True, text=True,
        timeout=PATIENCE)
    assert done.returncode == code, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def get(host, path, **headers):
    """A request: its status, and its id."""
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    with contextlib.closing(connection):
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        response.read()
        return response.status, response.getheader("sb-request-id")


class Following:
    """A process of `logs --follow`, whose lines are read with the time at which they came."""

    def __init__(self, host, *arguments):
        self.process = subprocess.Popen(
            command(host, "--follow", *arguments), cwd=host.folder, env=host.environment, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.rstrip("\n")))

    def until(self, text):
        """The time at which the line with the text came, and the line."""
        deadline = time.monotonic() + PATIENCE
        while True:
            at, line = self.lines.get(timeout=max(0.001, deadline - time.monotonic()))
            if text in line:
                return at, line

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait(timeout=PATIENCE)


def begun(host, following):
    """Waits until the follower has begun."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        path = f"/functions/v1/begin-{time.monotonic_ns()}"
        get(host, path)
        with contextlib.suppress(queue.Empty):
            while path not in following.lines.get(timeout=0.3)[1]:
                pass
            return
    raise AssertionError("the follower shows nothing")


def test_a_call_is_shown_with_its_fields(host):
    """Proves: a refused call is kept as any other, with its id, and is found by each filter."""
    path = f"/functions/v1/missing-{time.monotonic_ns()}"
    status, id = get(host, f"{path}?token=secret")
    assert status == 404
    (event,) = logs(host, "--id", id)
    assert event["kind"] == "invocation" and event["status"] == 404 and event["path"] == path
    assert "secret" not in json.dumps(event)
    for filters in (["--id", id[:13]], ["--grep", path.upper()], ["--status", "4xx", "--since", "1m"], ["--status", "404,500"]):
        assert id in [one.get("id") for one in logs(host, *filters)], filters
    for filters in (["--status", "5xx"], ["--function", "nothing"], ["--level", "error"], ["--grep", "no such text"]):
        assert id not in [one.get("id") for one in logs(host, *filters)], filters
    assert len(logs(host, "--limit", "1")) == 1


def test_wrong_filters_are_refused(host):
    for filters in (["--status", "many"], ["--level", "loud"], ["--id", "x/../y"], ["--grep", "x" * 2000]):
        logs(host, *filters, code=1)


def test_lines_of_the_host_are_shown(host):
    """Proves: the lines that the host wrote while it began are kept too."""
    assert [one for one in logs(host, "--limit", "1000") if one["kind"] == "log" and one["message"] == "Limited bodies and connections"]


def test_the_control_is_for_the_service_role(host):
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    with contextlib.closing(connection):
        for headers, expected in (({}, 401), ({"Authorization": f"Bearer {token()}"}, 403)):
            connection.request("POST", "/functions/v1/_internal/logs", "{}", headers)
            response = connection.getresponse()
            response.read()
            assert response.status == expected


def test_a_line_comes_at_once(host):
    """Nineteen of twenty lines come within `SWIFTLET_LOG_DELAY` seconds. On a machine that does nothing else these are 0.1; the
    tests beside this one take longer."""
    delays = []
    with Following(host, "--json") as following:
        begun(host, following)
        for number in range(50):
            path = f"/functions/v1/soon-{number}-{time.monotonic_ns()}"
            get(host, path)
            done = time.monotonic()
            delays.append(following.until(path)[0] - done)
    assert statistics.quantiles(delays, n=20)[-1] <= DELAY, sorted(delays)[-5:]


def test_control_characters_are_escaped(host):
    """Proves: a path with bytes that control a terminal does not reach it as they are."""
    hostile = "/functions/v1/%1b%5b2J\xc2\x9b\xe2\x80\xae"
    with Following(host) as following:
        begun(host, following)
        connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
        connection._encode_request = lambda request: request.encode("latin-1")
        connection._validate_path = lambda url: None
        connection.request("GET", hostile)
        connection.getresponse().read()
        connection.close()
        path = f"/functions/v1/after-{time.monotonic_ns()}"
        get(host, path)
        seen = []
        while not seen or path not in seen[-1]:
            seen.append(following.lines.get(timeout=PATIENCE)[1])
    assert not [c for line in seen for c in line if ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0 or c == "\u202e"]


def test_killed_and_stopped_readers_do_no_harm(host):
    """Proves: while readers are killed or read nothing, calls go on, and a slow reader is told what it has missed."""
    killed = [Following(host) for _ in range(5)]
    for one in killed:
        begun(host, one)
        one.process.kill()
        one.process.wait(timeout=PATIENCE)
    with Following(host, "--json") as stopped:
        begun(host, stopped)
        stopped.process.send_signal(signal.SIGSTOP)
        with Wire(host.port) as wire:
            # A call that waited for the reader would never be answered. A hundred requests are sent at a time.
            for number in range(400):
                wire.send(b"".join(request("GET", f"/functions/v1/{'x' * 200}-{number}-{place}") for place in range(100)))
                assert all(wire.reply().body for _ in range(100))
        stopped.process.send_signal(signal.SIGCONT)
        stopped.until('"kind":"missed"')
        path = f"/functions/v1/last-{time.monotonic_ns()}"
        get(host, path)
        stopped.until(path)


def test_a_follower_ends_with_its_host(own_host):
    # Longer than a test waits for a host's end.
    host = own_host(settings={"SWIFTLET_GRACE_PERIOD": "10m"})
    with Following(host) as following:
        begun(host, following)
        host.stop()
        assert following.process.wait(timeout=PATIENCE) == 0


def test_without_a_host_the_command_says_so(make_host):
    host = make_host()
    done = subprocess.run(
        command(host), cwd=host.folder, env=host.environment, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 69 and "No host is running" in done.stderr
