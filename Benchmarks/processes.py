"""Server processes: started, watched and stopped."""

import http.client
import pathlib
import signal
import socket
import statistics
import subprocess
import time

TICK = 1 / 100  # USER_HZ of /proc, the same on every Linux
HEALTH = "/functions/v1/_internal/health"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A running server and its children: their CPU is counted together."""

    def __init__(self, command: list[str], port: int, folder: pathlib.Path, env: dict[str, str], name: str = ""):
        self.port = port
        with (folder / f"{name or pathlib.Path(command[0]).name}.log").open("wb") as log:
            self.process = subprocess.Popen(
                command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def __enter__(self) -> "Server":
        deadline = time.monotonic() + 30
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.__exit__()
                raise RuntimeError(f"{self.process.args[0]} did not start; see its log in .build-bench")
        return self

    def __exit__(self, *_) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def answers(self, status: int | None = None) -> bool:
        """Whether a GET of the health route is answered just now, with `status` if one is asked for."""
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
            connection.request("GET", HEALTH)
            answered = connection.getresponse().status
            return status in (None, answered)
        except (OSError, http.client.HTTPException):
            return False

    def cpu(self) -> float:
        """Seconds of CPU, user and system, of the process and all below it."""
        parents, used = {}, {}
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            # After the name: state, parent, …; user and system time and those of children that were waited for.
            parents[int(entry.name)] = int(fields[1])
            used[int(entry.name)] = sum(map(int, fields[11:15])) * TICK
        total = 0.0
        for pid in used:
            above = pid
            while above and above != self.process.pid:
                above = parents.get(above, 0)
            total += used[pid] if above else 0
        return total

    def resident(self) -> float:
        """Megabytes of the process's own memory that are resident (RssAnon), without the pages of the program's file."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) * 1024 / 1e6
        raise RuntimeError("no RssAnon")


def serve(
    binary: str, database: str, folder: pathlib.Path, env: dict[str, str], *options: str, name: str = ""
) -> Server:
    """Starts a host on a free port. `database` is its URL."""
    port = free_port()
    command = [binary, "serve", "--port", str(port), "--database", database, *options]
    return Server(command, port, folder, env, name)


def start_to_answer(make, times: int = 10) -> float:
    """Milliseconds from exec to the first 200 of the health route: the median of several starts."""
    measured = []
    for _ in range(times):
        begin = time.perf_counter()
        server = make()
        while not server.answers(200):
            if server.process.poll() is not None:
                raise RuntimeError("the host did not start; see its log in .build-bench")
        measured.append((time.perf_counter() - begin) * 1000)
        server.__exit__()
    return statistics.median(measured)
