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
from processes import Server, serve

ROUNDS = 3
COLD_STARTS, WARM_WORKERS, DEPLOYMENTS = 500, 20, 10
# Callers at a time of functions that have a process for each call.
ONESHOT_CALLERS = 4
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
        return serve(binary, f"sqlite:{database}", self.folder, self.env, *options, name=name)


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def lone(server: Server) -> float:
    """The p50 in milliseconds of one caller's calls, once the server has warmed to it."""
    caller = Caller(server.port)
    return statistics.median([caller.call() for _ in range(2000)][500:])


def calls(hosts: Hosts, peer, seconds: float) -> dict:
    """The typed call on 32 connections, and by one caller."""
    lines, path = data.call_lines(hosts.folder), "/functions/v1/bench_like"
    with hosts.isolated() as isolated, hosts.inline() as inline, peer() as other:
        sides = {"isolated": isolated, "inline": inline, "peer": other}
        runs = load.in_turn(sides, path, lines, seconds, ROUNDS)
        single = load.turns({"isolated": lambda: lone(isolated), "inline": lambda: lone(inline)}, ROUNDS)
    added = statistics.median(one - plain for one, plain in zip(single["isolated"], single["inline"]))
    return load.middles(runs) | {"added_p50_us": added * 1000}


def cold(hosts: Hosts) -> dict:
    """Calls that each start a process: one after another, and by several callers at a time."""
    with hosts.isolated(config=ONESHOT) as host:
        caller = Caller(host.port)
        times = [caller.call() for _ in range(COLD_STARTS)]
        began = time.perf_counter()
        with concurrent.futures.ThreadPoolExecutor(ONESHOT_CALLERS) as pool:
            callers = [Caller(host.port) for _ in range(ONESHOT_CALLERS)]
            list(pool.map(lambda own: [own.call() for _ in range(50)], callers))
        rate = ONESHOT_CALLERS * 50 / (time.perf_counter() - began)
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


def stored_likes(hosts: Hosts, inline: str, bundle: str, likes: data.Likes, seconds: float) -> dict:
    """`like_option` on SQLite, inline and in workers in turn, each on a fresh copy of one database."""

    def stored(make) -> load.Run:
        with make(likes.copy("likes.sqlite")) as server:
            return load.run(server, "/functions/v1/like_option", likes.requests, seconds, most=likes.count)

    runs = load.turns({
        "inline": lambda: stored(lambda database: hosts.inline(database, inline)),
        "isolated": lambda: stored(lambda database: hosts.isolated(bundle, database=database)),
    }, ROUNDS)
    return load.middles(runs) | {"of_inline": load.ratio(runs["isolated"], runs["inline"])}
