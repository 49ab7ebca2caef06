"""A host of the fixture bundle `bad-functions`, its worker processes, and clients that load it."""

import contextlib
import gc
import http.client
import json
import math
import os
import pathlib
import shutil
import signal
import subprocess
import threading
import time
import urllib.parse
import uuid

from database import ROOT
from host import BINARY, PATIENCE, Clients, Host, token

BUNDLE = pathlib.Path(os.environ.get("SWIFTLET_BAD_BUNDLE", ROOT / ".build/debug/bad-functions")).absolute()
# How long each load lasts. The contract's figures are for a minute each, and a release build.
SECONDS = float(os.environ.get("SWIFTLET_WORKERS_SECONDS", "3"))
IS_LONG = SECONDS >= 60
# What an answer may take beyond its limit: with a debug build on busy cores, a start of a worker alone takes seconds.
SLACK = 0.2 if IS_LONG else 60.0


class WorkerHost(Host):
    """A host that serves the fixture bundle."""

    def __init__(self, folder: pathlib.Path, config: str = "", **options):
        (folder / "tmp").mkdir(exist_ok=True)
        settings = {"TMPDIR": str(folder / "tmp"), **options.pop("settings", {})}
        super().__init__(folder, BINARY, config=config, settings=settings, **options)
        self.bundle = BUNDLE

    def bundles(self) -> list[str]:
        return [*super().bundles(), *(["--bundle", str(self.bundle)] if self.bundle else [])]

    def run(self, *command: str) -> subprocess.CompletedProcess:
        """A command of `swiftlet` beside the host."""
        return subprocess.run(
            [BINARY, *command, "--database", self.database.url, "--config", str(self.config)],
            cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=PATIENCE)

    def children(self) -> list[int]:
        """The processes that the host has started and that still run."""
        return [pid for pid, parent, state in processes() if parent == self.process.pid and state not in "ZX"]

    def descriptors(self) -> int:
        """The number of the host's open descriptors but for its connections to Postgres: it keeps an idle one for five minutes."""
        port = urllib.parse.urlsplit(self.database.url).port
        connections = {f"socket:[{inode}]" for inode in sockets_to(port)} if port else set()
        count = 0
        for descriptor in pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):
                count += os.readlink(descriptor) not in connections
        return count

    def temporary(self) -> list[str]:
        """The temporary files of the host and its workers."""
        return sorted(os.listdir(self.folder / "tmp"))

    def newer_bundle(self, number: int) -> pathlib.Path:
        """The same bundle with another digest."""
        path = self.folder / f"bad-{number}"
        shutil.copy(BUNDLE, path)
        with path.open("ab") as file:
            file.write(b"version %d" % number)
        return path


def sockets_to(port: int) -> set[str]:
    """The inodes of the machine's TCP connections to a port."""
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in pathlib.Path(table).read_text().splitlines()[1:]:
            fields = line.split()
            if int(fields[2].rpartition(":")[2], 16) == port:
                found.add(fields[9])
    return found


def processes() -> list[tuple[int, int, str]]:
    """Each process, its parent and its state."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                after_name = (entry / "stat").read_text().rpartition(")")[2].split()
                found.append((int(entry.name), int(after_name[1]), after_name[0]))
    return found


def of_folder(folder: pathlib.Path) -> list[str]:
    """The command lines of processes whose environment names a folder of the test."""
    found = []
    for pid, _, state in processes():
        with contextlib.suppress(OSError):
            if state not in "ZX" and str(folder).encode() in pathlib.Path(f"/proc/{pid}/environ").read_bytes():
                line = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                found.append(f"{pid} {line}")
    return found


def orphans(folder: pathlib.Path) -> list[int]:
    """The processes that the function `orphans` of a host has started. They begin in their worker's folder, below the host's: tests
    on another engine may have some of their own."""
    found = []
    for pid, _, state in processes():
        with contextlib.suppress(OSError):
            line = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
            place = os.readlink(f"/proc/{pid}/cwd")
            if state not in "ZX" and b"sleep\x004242" in line and place.startswith(f"{folder.resolve()}/"):
                found.append(pid)
    return found


def kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


class Answer:
    """An answer's status, headers and body, and its call's begin and end on the monotonic clock."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes, begun: float, ended: float):
        self.status, self.headers, self.body, self.begun, self.ended = status, headers, body, begun, ended

    @property
    def seconds(self) -> float:
        return self.ended - self.begun

    @property
    def code(self) -> str | None:
        with contextlib.suppress(ValueError, AttributeError):
            return json.loads(self.body).get("code")
        return None

    def __repr__(self) -> str:
        return f"{self.status} {self.body[:300]!r} after {self.seconds:.3f} s"


class Connection:
    """A kept-alive connection that never sends a request twice."""

    def __init__(self, host: Host):
        self.connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
        self.connection.connect()

    def post(self, path: str, key: str | None = None) -> Answer:
        start = time.monotonic()
        # Without a connection, http.client opens another one by itself.
        assert self.connection.sock is not None, "the host closed a connection that was to be kept"
        headers = {"Content-Type": "application/json", **({"Idempotency-Key": key} if key else {})}
        self.connection.request("POST", f"/functions/v1/{path}", b"{}", headers)
        response = self.connection.getresponse()
        body = response.read()
        return Answer(response.status, dict(response.getheaders()), body, start, time.monotonic())


def call(host: Host, path: str) -> Answer:
    return Connection(host).post(path)


class Load(Clients):
    """Clients that call a function over and over; each answer is kept, and each failure to get one.

    With a `rate`, in calls per second of all clients together, each call is due at a time of its own; one after the other without."""

    def __init__(self, host: Host, path="neighbour", count: int = 4, rate: float = math.inf):
        super().__init__()
        self.answers: list[Answer] = []
        self.failures: list[str] = []
        self.path = path if callable(path) else lambda: path
        self.clients = [threading.Thread(target=self.run, args=(host, count / rate)) for _ in range(count)]

    def __enter__(self) -> "Load":
        # A collection of a minute's answers would stop all threads for a tenth of a second.
        gc.disable()
        return super().__enter__()

    def __exit__(self, *error) -> None:
        super().__exit__(*error)
        gc.enable()

    def run(self, host: Host, interval: float) -> None:
        try:
            connection = Connection(host)
            due = time.monotonic()
            while not self.enough.is_set():
                self.answers.append(connection.post(self.path()))
                due = max(due + interval, time.monotonic() - 1)
                time.sleep(max(0.0, due - time.monotonic()))
        except (OSError, AssertionError, http.client.HTTPException) as error:
            self.failures.append(f"{type(error).__name__}: {error}")

    def errors(self) -> list:
        return self.failures + [answer for answer in self.answers if answer.status != 200]

    def p99(self) -> float:
        times = sorted(answer.seconds for answer in self.answers)
        return times[int(len(times) * 0.99)] if times else 0.0


class KeyedLoad(Load):
    """Clients that call `pays` with a key each time, and send a call again with its key until it is answered well."""

    def __init__(self, host: Host, count: int = 4):
        super().__init__(host, count=count)
        self.keys: list[str] = []

    def run(self, host: Host, interval: float) -> None:
        try:
            connection = Connection(host)
            while not self.enough.is_set():
                key = str(uuid.uuid4())
                for _ in range(100):
                    answer = connection.post(f"pays?call={key}", key)
                    self.answers.append(answer)
                    if answer.status == 200:
                        self.keys.append(key)
                        break
                else:
                    self.failures.append(f"{key} is wedged: {answer}")
        except (OSError, AssertionError, http.client.HTTPException) as error:
            self.failures.append(f"{type(error).__name__}: {error}")


class KeepAliveLoad:
    """wrk on 32 kept-alive connections, from the block's begin to its end. It sends no request twice."""

    def __init__(self, host: WorkerHost, function: str = "neighbour"):
        lines = host.folder / "requests.tsv"
        lines.write_text(f"{token()}\t{{}}\n")
        # The block's end comes before the ten minutes are over.
        self.command = [
            "wrk", "-t1", "-c32", "-d600s", "-s", str(ROOT / "Benchmarks/requests.lua"), f"{host.url}/functions/v1/{function}",
            "--", str(lines)]
        self.process: subprocess.Popen | None = None
        self.seconds = 0.0
        self.requests = self.refused = self.broken = 0

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.requests / self.seconds

    def __enter__(self) -> "KeepAliveLoad":
        self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, kind, *_) -> None:
        has_ended = self.process.poll() is not None
        try:
            # It prints its figures at an interrupt.
            self.process.send_signal(signal.SIGINT)
            output, _ = self.process.communicate(timeout=PATIENCE)
        finally:
            self.process.kill()
        if kind:
            return
        assert not has_ended, "wrk ended before the block"
        seen = json.loads(output.partition("RESULT ")[2])
        self.seconds, self.requests, self.refused, self.broken = (
            seen[name] for name in ("seconds", "requests", "refused", "broken"))
