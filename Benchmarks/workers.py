"""Functions in workers beside the same functions inline: calls, likes, cold starts, memory, deployments."""

import concurrent.futures
import http.client
import pathlib
import shutil
import statistics
import subprocess
import time

import data
import load
from processes import Server, free_port

ROUNDS = 3
COLD_STARTS, WARM_WORKERS, DEPLOYMENTS = 500, 20, 10
# A bundle's functions under these settings have a new process for each call.
ONESHOT = '[edge_runtime]\npolicy = "oneshot"\n'


class Caller:
    """One connection of a user, which calls a function again and again."""

    def __init__(self, port: int):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.headers = {"Authorization": f"Bearer {load.token(data.new_id())}", "Content-Type": "application/json"}
        self.content = load.body(data.new_id(), data.new_id())

    def call(self, function: str = "bench_like") -> float:
        """Milliseconds from the request to the whole answer."""
        began = time.perf_counter()
        self.connection.request("POST", f"/functions/v1/{function}", self.content, self.headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{function}: {answer.status} {text[:200]!r}")
        return (time.perf_counter() - began) * 1000


class Hosts:
    """Starts hosts for the measurements, each on a database of its own."""

    def __init__(self, folder: pathlib.Path, env: dict[str, str], binary: str, example: str, bundle: str):
        self.folder, self.env = folder, env
        self.binary, self.example, self.bundle = binary, example, bundle

    def inline(self, database: pathlib.Path | None = None, binary: str | None = None) -> Server:
        return self._host(binary or self.example, database or self.folder / "inline.sqlite", [], "inline")

    def isolated(self, *bundles: str, database: pathlib.Path | None = None, config: str = "") -> Server:
        options = [part for bundle in bundles or (self.bundle,) for part in ("--bundle", bundle)]
        if config:
            file = self.folder / "workers.toml"
            file.write_text(config)
            options += ["--config", str(file)]
        return self._host(self.binary, database or self.folder / "isolated.sqlite", options, "isolated")

    def _host(self, binary: str, database: pathlib.Path, options: list[str], name: str) -> Server:
        port = free_port()
        command = [binary, "serve", "--port", str(port), "--database", f"sqlite:{database}", *options]
        return Server(command, port, self.folder, self.env, name=name)


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def calls(hosts: Hosts, peer, seconds: float, middle) -> dict:
    """The typed call by 32 callers, and by one."""
    lines, path = data.call_lines(hosts.folder), "/functions/v1/bench_like"
    with hosts.isolated() as isolated, hosts.inline() as inline, peer() as other:
        sides = {"isolated": isolated, "inline": inline, "peer": other}
        runs = load.in_turn(sides, path, lines, seconds, ROUNDS)
        single = {}
        for name in ("isolated", "inline"):
            caller = Caller(sides[name].port)
            times = [caller.call() for _ in range(2000)]
            single[name] = statistics.median(times[500:])
    return {name: middle(measured) for name, measured in runs.items()} | {
        "added_p50_us": (single["isolated"] - single["inline"]) * 1000}


def cold(hosts: Hosts) -> dict:
    """Calls that each start a process: one after another, and as many at once as there are cores."""
    with hosts.isolated(config=ONESHOT) as host:
        caller = Caller(host.port)
        times = [caller.call() for _ in range(COLD_STARTS)]
        began = time.perf_counter()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda own: [own.call() for _ in range(50)], [Caller(host.port) for _ in range(4)]))
        rate = 200 / (time.perf_counter() - began)
    return {"p50_ms": percentile(times, 0.5), "p99_ms": percentile(times, 0.99), "oneshot_per_second": rate}


def memory(hosts: Hosts) -> float:
    """Megabytes that 20 workers of one executable take together, without counting shared pages twice (Pss)."""
    with hosts.isolated() as host:
        caller = Caller(host.port)
        for number in range(1, WARM_WORKERS + 1):
            caller.call(f"bench_warm_{number}")
        children = pathlib.Path(f"/proc/{host.process.pid}/task").glob("*/children")
        pids = {pid for file in children for pid in file.read_text().split()}
        if len(pids) < WARM_WORKERS:
            raise RuntimeError(f"{len(pids)} workers run, not {WARM_WORKERS}")
        total = 0
        for pid in pids:
            for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) * 1024
        return total / 1e6


def deployments(hosts: Hosts) -> float:
    """Milliseconds from the command `deploy` to the first answer of the new version, the median."""
    database, times = hosts.folder / "deployed.sqlite", []
    # Without `--bundle`, whose executable would go before a deployed one.
    with hosts.inline(database, hosts.binary) as host:
        for number in range(DEPLOYMENTS):
            executable = hosts.folder / "bench-version"
            shutil.copyfile(hosts.bundle, executable)
            with executable.open("ab") as file:
                file.write(f"version {number}".encode())
            executable.chmod(0o755)
            caller = Caller(host.port)
            began = time.perf_counter()
            subprocess.run(
                [hosts.binary, "deploy", "bench", str(executable), "--database", f"sqlite:{database}"], cwd=hosts.folder,
                env=hosts.env, check=True, capture_output=True)
            caller.call()
            times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def stored_likes(hosts: Hosts, inline: str, bundle: str, likes: data.Likes, seconds: float, middle) -> dict:
    """`like_option` on SQLite, inline and in workers in turn, each on a fresh copy of one database."""
    runs = {"inline": [], "isolated": []}
    for _ in range(ROUNDS):
        for name in runs:
            database = likes.copy("likes.sqlite")
            server = hosts.inline(database, inline) if name == "inline" else hosts.isolated(bundle, database=database)
            with server:
                runs[name].append(load.run(server, "/functions/v1/like_option", likes.requests, seconds))
    of_inline = statistics.median(
        one.per_second / other.per_second for one, other in zip(runs["isolated"], runs["inline"]))
    return {name: middle(measured) for name, measured in runs.items()} | {"of_inline": of_inline}
