"""A live worker as the system sees it from outside, by /proc: what it may do, what it has inherited, and its limits."""

import contextlib
import http.server
import os
import pathlib
import threading
import urllib.parse

import pytest

from host import SECRET
from workers import WorkerHost, call

MIB = 1 << 20
# What every worker is given.
OWN = {"HOME", "TMPDIR", "SWIFTLET_WORKER", "SWIFTLET_MANIFEST", "SWIFT_BACKTRACE"}
# What Supabase gives to every function. A bundle's own secrets come beside them; the fixture has none.
STANDARD = {"SUPABASE_URL", "SUPABASE_ANON_KEY", "SUPABASE_SERVICE_ROLE_KEY", "SUPABASE_DB_URL", "SB_REGION"}


class InheritingHost(WorkerHost):
    """A host with two descriptors of its parent, which a program that it starts would inherit."""

    def command(self) -> list[str]:
        return ["sh", "-c", 'exec "$@" 8</etc/passwd 9>>inherited', "sh", *super().command()]


class WorkerView:
    """The files of a worker's process in /proc."""

    def __init__(self, host: WorkerHost, pid: int):
        self.host, self.pid = host, pid

    def text(self, name: str) -> str:
        return pathlib.Path(f"/proc/{self.pid}/{name}").read_text()

    def status(self, field: str) -> str:
        (value,) = [line.partition(":")[2].strip() for line in self.text("status").splitlines() if line.startswith(f"{field}:")]
        return value

    def limit(self, name: str) -> tuple[str, str]:
        """The soft and the hard limit."""
        (line,) = [line for line in self.text("limits").splitlines() if line.startswith(name)]
        soft, hard = line.removeprefix(name).split()[:2]
        return soft, hard

    def environment(self) -> dict[str, str]:
        entries = self.text("environ").split("\0")
        return dict(entry.split("=", 1) for entry in entries if entry)

    def descriptors(self) -> dict[int, str]:
        """What each descriptor is open for."""
        found = {}
        for entry in pathlib.Path(f"/proc/{self.pid}/fd").iterdir():
            # It may be closed meanwhile.
            with contextlib.suppress(FileNotFoundError):
                found[int(entry.name)] = os.readlink(entry)
        return found


@pytest.fixture
def worker(request, tmp_path):
    """A worker that has answered a call, in the sandbox of the test's parameter or, without one, in the default one."""
    sandbox = getattr(request, "param", None)
    config = '[workers]\nidle_exit = "60s"\n' + (f'sandbox = "{sandbox}"\n' if sandbox else "")
    host = InheritingHost(tmp_path, config, settings={"HOST_ONLY_MARK": "only the host's"})
    try:
        host.start()
        assert call(host, "neighbour").status == 200
        (pid,) = host.children()
        yield WorkerView(host, pid)
        host.stop()
    finally:
        host.kill()


def filters(pid: int) -> int:
    """The number of filters of system calls that a process has. A container may have given some to all of its processes."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("Seccomp_filters:")[2].split()[0])


@pytest.mark.skipif(not pathlib.Path("/proc/sys/kernel/seccomp").exists(), reason="the kernel has no filters of system calls")
@pytest.mark.parametrize(("worker", "more"), [(None, 1), ("strict", 1), ("open", 0)], indirect=["worker"])
def test_a_strict_worker_has_a_filter_of_system_calls(worker, more):
    assert filters(worker.pid) == filters(worker.host.process.pid) + more
    if more:
        assert worker.status("Seccomp") == "2"


@pytest.mark.parametrize("worker", ["strict", "open"], indirect=True)
def test_a_worker_gains_no_privileges(worker):
    assert worker.status("NoNewPrivs") == "1"


def test_a_strict_worker_has_no_capabilities(worker):
    for field in ("CapInh", "CapPrm", "CapEff", "CapAmb"):
        assert int(worker.status(field), 16) == 0, field


def test_a_worker_has_a_session_of_its_own(worker):
    assert os.getsid(worker.pid) == os.getpgid(worker.pid) == worker.pid
    assert os.getsid(worker.host.process.pid) != worker.pid


@pytest.mark.parametrize("worker", ["strict", "open"], indirect=True)
def test_a_worker_has_limits(worker):
    assert worker.text("oom_score_adj").strip() == "500"
    assert worker.limit("Max open files") == ("256", "256")
    # A core dump to a program ignores a limit of 0, and heeds 1 (core(5)).
    assert set(worker.limit("Max core file size")) <= {"0", "1"}
    soft, hard = worker.limit("Max data size")
    # What it had when its boot ended, and 256 MiB more.
    assert soft == hard and 256 * MIB < int(soft) < 512 * MIB
    assert worker.limit("Max msgqueue size") == ("0", "0")


def test_a_workers_environment_has_nothing_of_the_hosts(worker):
    hosts = WorkerView(worker.host, worker.host.process.pid).environment()
    assert {"HOST_ONLY_MARK", "SUPABASE_JWT_SECRET", "PATH"} <= set(hosts)
    environment = worker.environment()
    assert OWN <= set(environment) <= OWN | STANDARD
    assert (environment["SWIFTLET_WORKER"], environment["SWIFT_BACKTRACE"]) == ("1", "enable=no")
    text = worker.text("environ")
    assert SECRET not in text and hosts["HOST_ONLY_MARK"] not in text
    folder = environment["TMPDIR"]
    assert environment["HOME"] == folder == os.readlink(f"/proc/{worker.pid}/cwd")
    assert pathlib.Path(folder).is_relative_to((worker.host.folder / "tmp").resolve())
    assert worker.status("Umask") == "0077"


def test_a_worker_has_inherited_its_channel_and_its_streams_alone(worker):
    inherited = WorkerView(worker.host, worker.host.process.pid).descriptors()
    assert inherited[8] == "/etc/passwd" and inherited[9] == str(worker.host.folder / "inherited")
    descriptors = worker.descriptors()
    assert descriptors[0] == "/dev/null"
    assert descriptors[1] == descriptors[2] and descriptors[1].startswith("pipe:")
    channel = descriptors[3]
    assert channel.startswith("socket:")
    # What the worker's loops wait with. The descriptor of the call page was closed when the page was mapped.
    own = {channel, "anon_inode:[eventpoll]", "anon_inode:[eventfd]", "anon_inode:[timerfd]"}
    assert {number: file for number, file in descriptors.items() if number > 3 and file not in own} == {}
    assert list(descriptors.values()).count(channel) == 1
    assert "/memfd:swiftlet-calls" in worker.text("maps")


class Hello(http.server.BaseHTTPRequestHandler):
    """A server that answers all requests alike."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.mark.parametrize(
    ("config", "answer"),
    [
        ("", "notAllowed"),
        ('[workers]\nsandbox = "open"\n', "200"),
        ('[workers]\nallow_hosts = ["127.0.0.1"]\n', "200"),
        ('[functions.fetches]\nallow_hosts = ["127.0.0.1"]\n', "200"),
        ('[workers]\nallow_hosts = ["127.0.0.1"]\n[functions.fetches]\nallow_hosts = ["a.example"]\n', "notAllowed"),
    ])
def test_a_function_reaches_servers_of_this_machine_that_it_may(tmp_path, config, answer):
    host = WorkerHost(tmp_path, config)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hello)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        host.start()
        query = urllib.parse.urlencode({"url": f"http://127.0.0.1:{server.server_port}/"})
        assert call(host, f"fetches?{query}").body.decode() == answer
        host.stop()
    finally:
        host.kill()
        server.shutdown()
        server.server_close()


def test_a_function_uses_temporary_files_as_usual(tmp_path):
    host = WorkerHost(tmp_path)
    try:
        host.start()
        assert call(host, "uses_files").body == b"a a/b a/x c c/b c/x, one two, false"
        host.stop()
    finally:
        host.kill()


@pytest.mark.parametrize(
    "config", ["", '[workers]\nallow_hosts = ["127.0.0.1"]\n', '[functions.fetches]\nallow_hosts = ["127.0.0.1"]\n'])
def test_a_function_reaches_its_own_host(tmp_path, config):
    """By the URL that it knows as `SUPABASE_URL`, but for the controls: it may have the service key."""
    host = WorkerHost(tmp_path, config)
    try:
        host.start()

        def fetched(path: str) -> str:
            query = urllib.parse.urlencode({"url": f"http://127.0.0.1:{host.port}{path}"})
            return call(host, f"fetches?{query}").body.decode()

        assert fetched("/functions/v1/neighbour") == "200"
        for path in ("/functions/v1/_internal/health", "/functions/v1/%5finternal/jobs_list", "/console", "/a/../console/"):
            assert fetched(path) == "notAllowed", path
        host.stop()
    finally:
        host.kill()
