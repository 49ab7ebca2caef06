"""The host under test: a real process on a free loopback port, in a folder of its own."""

import contextlib
import http.client
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import threading
import time
import uuid

import jwt

from database import ROOT, SQLite

BINARY = os.path.abspath(os.environ.get("SWIFTLET_BINARY", ROOT / ".build/debug/swiftlet-inline"))
# The executables of bundles that hosts of BINARY serve; none for a program that has the apps in it.
BUNDLES = [os.path.abspath(path) for path in os.environ.get("SWIFTLET_TEST_BUNDLES", "").split(":") if path]
# The options of BINARY that name them.
BUNDLE_OPTIONS = [part for bundle in BUNDLES for part in ("--bundle", bundle)]
# The time limit of waits: it ends a test that hangs, and has no effect on others.
PATIENCE = 300
EXAMPLE = os.path.abspath(os.environ.get("SWIFTLET_EXAMPLE_BINARY", ROOT / ".build/debug/own-package"))
SECRET = "a secret of the tests, and of nothing else"
READY = "/functions/v1/_internal/ready"
HEALTH = "/functions/v1/_internal/health"


def own_ports() -> range:
    """The ports of this process, where pytest-xdist runs several. They lie below the range that Linux gives to clients, so that a
    port stays free while its host is down."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    count = 12_000 // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    return range(20_000 + number * count, 20_000 + (number + 1) * count)


# The ports that `free_port` has returned.
returned_ports: set[int] = set()


def free_port() -> int:
    """A free loopback port of this process, and another one with each call: the hosts of a test get their ports before the first of
    them listens, and a stopped host listens on its port again."""
    ports = [port for port in own_ports() if port not in returned_ports] or own_ports()
    for port in random.SystemRandom().sample(ports, min(100, len(ports))):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            returned_ports.add(port)
            return port
    raise AssertionError("no port is free")


def token(role: str = "authenticated", sub: str | None = None, **claims) -> str:
    """A token signed with the tests' secret; `authenticated` without `sub` is a new user."""
    payload = {"role": role, "iat": int(time.time()), "exp": int(time.time()) + 3600, **claims}
    if sub or role == "authenticated":
        payload["sub"] = sub or str(uuid.uuid4())
    return jwt.encode(payload, SECRET, algorithm="HS256")


def environment(**more: str) -> dict[str, str]:
    """The environment of hosts that the tests start."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR") if name in os.environ}
    return {**kept, "SUPABASE_JWT_SECRET": SECRET, **more}


def assert_built(*programs: str) -> None:
    """Fails a test whose programs are missing, and says what builds them."""
    missing = [program for program in programs if not os.path.exists(program)]
    assert not missing, (
        f"{missing} are not built: run 'swift build --disable-index-store', and for the programs of examples Scripts/example.sh")


class Host:
    """One `serve` process, on a database of its own if none is given. `prefix` runs it under another program, such as
    strace; `settings` are of its environment."""

    def __init__(
        self, folder: pathlib.Path, binary: str = BINARY, config: str = "", prefix: tuple[str, ...] = (),
        settings: dict[str, str] | None = None, database=None,
    ):
        self.folder = folder
        self.binary = binary
        self.prefix = prefix
        self.environment = environment(**(settings or {}))
        self.port = free_port()
        self.database = database or SQLite(folder / "host.sqlite")
        self.log = folder / "host.log"
        self.config = folder / "config.toml"
        self.config.write_text(config)
        self.process: subprocess.Popen | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        bundles = self.bundles()
        assert_built(self.binary, *bundles[1::2])
        return [
            *self.prefix, self.binary, "serve", "--port", str(self.port),
            "--database", self.database.url, "--config", str(self.config), *bundles,
        ]

    def bundles(self) -> list[str]:
        """The options that name the apps' bundles, if they are not in the program."""
        return BUNDLE_OPTIONS if self.binary == BINARY else []

    def spawn(self) -> None:
        """Starts the process, ready or not."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(), cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def start(self) -> "Host":
        """Starts the process and returns once it is ready."""
        self.spawn()
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            if self.answers(READY):
                self.seed()
                return self
            time.sleep(0.01)
        self.kill()
        raise AssertionError(f"the host did not become ready; its log ends:\n{self.log_text()[-4000:]}")

    def seed(self) -> None:
        """Fills the apps' database once, if it is a server's: with a file, the host has done so by itself."""
        if self.binary == BINARY and not self.database.is_seeded:
            command = [self.binary, "seed", "--database", self.database.url, "--config", str(self.config), *self.bundles()]
            subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, timeout=PATIENCE, check=True)
            self.database.is_seeded = True

    def answers(self, path: str) -> bool:
        """Whether a GET of `path` is answered with 200 just now."""
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            connection.request("GET", path)
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False

    def log_text(self) -> str:
        """The whole lines of the log: a host writes many lines in pieces of 16 KiB."""
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return text[:text.rfind("\n") + 1]

    def target(self) -> int:
        """The pid of the host itself, which under a prefix is the prefix's child."""
        if not self.prefix:
            return self.process.pid
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return int(children[0]) if children else self.process.pid

    def terminate(self) -> None:
        os.kill(self.target(), signal.SIGTERM)

    def stop(self) -> None:
        """SIGTERM, and the exit code 0 that must follow."""
        if self.process.poll() is None:
            self.terminate()
        code = self.process.wait(timeout=PATIENCE)
        assert code == 0, f"exit code {code}; the log ends:\n{self.log_text()[-4000:]}"

    def kill(self) -> None:
        if self.process and self.process.poll() is None:
            os.kill(self.target(), signal.SIGKILL)
            self.process.wait(timeout=PATIENCE)


class Clients:
    """Threads that load a host as long as the block lasts, and longer if that is what it takes them to finish a call."""

    def __init__(self):
        self.enough = threading.Event()
        self.clients: list[threading.Thread] = []

    def __enter__(self):
        for client in self.clients:
            client.start()
        return self

    def __exit__(self, *_) -> None:
        self.enough.set()
        for client in self.clients:
            client.join()


class Caller:
    """One user on one kept-alive connection, calling functions by their route."""

    def __init__(self, host: Host, user: str | None = None):
        self.user = user or str(uuid.uuid4())
        self.token = token(sub=self.user)
        self.connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)

    def call(self, name: str, body: dict | None = None) -> tuple[int, object]:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        content = json.dumps({} if body is None else body)
        self.connection.request("POST", f"/functions/v1/{name}", content, headers)
        response = self.connection.getresponse()
        answer = response.read()
        return response.status, json.loads(answer) if answer else None

    def ask(self, name: str, body: dict | None = None):
        """The response of a call that has to succeed."""
        status, answer = self.call(name, body)
        assert status == 200, f"{name}: {status} {answer}"
        return answer
