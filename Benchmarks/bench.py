"""Measures the host, the gateway, the jobs, the pushes, the console and Postgres beside their peers, and writes the tables into BENCHMARKS.md.

`make bench` builds what it needs and runs it; `Scripts/bench.sh --json --seconds 2` is a quick look, and `--only push` measures one part.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
from statistics import median

import authors
import console
import data
import gateway
import likes
import load
import postgres
import push
import queues
import report
import tracing
import workers
from processes import Server, free_port, serve, start_to_answer

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".build-bench"
BINARY = os.environ.get("SWIFTLET_BINARY", str(ROOT / ".build/release/swiftlet"))
JOBS = os.environ.get("SWIFTLET_JOBS_BENCHMARK", str(ROOT / ".build/release/jobs-benchmark"))
CONSOLE = os.environ.get("SWIFTLET_CONSOLE_BENCHMARK", str(ROOT / ".build/release/console-benchmark"))
PUSH = os.environ.get("SWIFTLET_PUSH_BENCHMARK", str(ROOT / ".build/release/push-benchmark"))
EXAMPLE = os.environ.get("SWIFTLET_EXAMPLE_BINARY", str(ROOT / ".build/release/own-package"))
INLINE = os.environ.get("SWIFTLET_INLINE_BINARY", str(ROOT / ".build/release/swiftlet-inline"))
# The folder of the bundles' executables.
BUNDLES = pathlib.Path(os.environ.get("SWIFTLET_BUNDLES", str(ROOT / ".build/release")))
ROUNDS = 3
# A rate limit costs less than two runs of the same host differ by, so it is measured in more rounds.
PAIRS = 9
PARTS = ("host", "workers", "gateway", "jobs", "push", "console", "postgres")
# More different likes than a second serves: the list must not run out. Of tokens, more than a host would remember.
LIKES_PER_SECOND, STRANGERS = 20_000, 100_000


def environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    return {**kept, "SUPABASE_JWT_SECRET": load.SECRET}


def host(binary: str, database: pathlib.Path, config: pathlib.Path | None = None) -> Server:
    options = ["--config", str(config)] if config else []
    return serve(binary, f"sqlite:{database}", FOLDER, environment(), *options, name=config.stem if config else "")


def peer() -> Server:
    port = free_port()
    deno = shutil.which("deno", path=str(pathlib.Path(sys.executable).parent)) or "deno"
    script = str(load.HERE / "peer.ts")
    return Server([deno, "run", "--allow-net", "--allow-env", script, str(port)], port, FOLDER, environment())


def limit() -> Server:
    port = free_port()
    return Server([str(FOLDER / "answer_loop"), str(port)], port, FOLDER, environment())


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def measure_calls(lines: pathlib.Path, seconds: float) -> dict:
    """The typed call with a token: ours, the peer's and the limit's in turn."""
    path = "/functions/v1/bench_like"
    with host(EXAMPLE, FOLDER / "calls.sqlite") as ours, peer() as other, limit() as bare:
        sides = {"ours": ours, "peer": other, "limit": bare}
        return load.middles(load.in_turn(sides, path, lines, seconds, ROUNDS))


def measure_limited(lines: pathlib.Path, seconds: float) -> dict:
    """The typed call under a limit by user that refuses none, and without a limit, in turn."""
    path, config = "/functions/v1/bench_like", FOLDER / "limited.toml"
    config.write_text('[limits.general]\nrate = "1000000/second"\n')
    with (host(EXAMPLE, FOLDER / "free.sqlite") as free,
          host(EXAMPLE, FOLDER / "limited.sqlite", config) as limited):
        runs = load.in_turn({"free": free, "limited": limited}, path, lines, seconds, PAIRS)
    return load.middles(runs) | {"added_us": load.difference(runs["limited"], runs["free"], "cpu_us")}


def measure_likes(likes: data.Likes, seconds: float) -> dict:
    """`like_option` over HTTP, without and with idempotency keys, and the bare loop in turn, each on a fresh copy of one database."""

    def loop(group: int) -> float:
        command = [FOLDER / "like_loop", likes.copy("loop.sqlite"), likes.plain, str(group), str(seconds)]
        return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    def over_http(requests: pathlib.Path) -> load.Run:
        with host(INLINE, likes.copy("likes.sqlite")) as ours:
            return load.run(ours, "/functions/v1/like_option", requests, seconds, most=likes.count)

    runs = load.turns({
        "ours": lambda: over_http(likes.requests), "keyed": lambda: over_http(likes.keyed),
        "single": lambda: loop(1), "grouped": lambda: loop(load.CONNECTIONS),
    }, ROUNDS)
    loops = {name: median(runs.pop(name)) for name in ("single", "grouped")}
    return load.middles(runs) | loops | {"of_plain": load.ratio(runs["keyed"], runs["ours"])}


def measure_jobs(seconds: float) -> dict:
    """The queue, the scheduler and the expressions, in a process of their own; a short run takes a part of the work."""
    command = [JOBS, str(FOLDER), str(min(1.0, seconds / 8))]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True, timeout=900).stdout)


def measure_host(migrated: pathlib.Path, seconds: float) -> dict:
    """What a host costs that idles, starts, is called and stores likes."""
    say("starting and idling")
    figures = {"start_ms": start_to_answer(lambda: host(INLINE, migrated))}
    with host(INLINE, migrated) as idle:
        # The memory of a host that has had no work for two seconds.
        subprocess.run(["sleep", "2"], check=True)
        figures["idle_mb"] = idle.resident()
    say(f"a typed call, {ROUNDS} rounds of {seconds:g} s for each side")
    figures["call"] = measure_calls(data.call_lines(FOLDER), seconds)
    say("the same with another token each time")
    figures["stranger"] = measure_calls(data.stranger_lines(FOLDER, STRANGERS), min(seconds, 4))
    say("the same under a rate limit")
    figures["limited"] = measure_limited(data.call_lines(FOLDER), min(seconds, 4))
    say("like_option and the bare loop")
    figures["like"] = measure_likes(data.Likes(FOLDER, migrated, int(seconds * LIKES_PER_SECOND)), seconds)
    return figures


def measure_push(migrated: pathlib.Path, seconds: float) -> dict:
    """The sender beside others, and the whole way from a match to the phone."""
    say("the sender, the C loops and aioapns")
    figures = {"senders": push.measure_senders(FOLDER, PUSH, seconds)}
    say("from matches to their notifications")
    figures["match"] = push.measure_matches(FOLDER, INLINE, migrated, environment(), seconds)
    return figures


def measure_workers(migrated: pathlib.Path, seconds: float) -> dict:
    """What a process of its own costs a function, beside the same function inline."""
    hosts = workers.Hosts(FOLDER, environment(), BINARY, EXAMPLE, str(BUNDLES / "bench"))
    say("a typed call in a worker, inline, and of the peer")
    figures = {"call": workers.calls(hosts, peer, seconds)}
    say("like_option in a worker and inline")
    given = data.Likes(FOLDER, migrated, int(seconds * LIKES_PER_SECOND))
    figures["like"] = workers.stored_likes(hosts, INLINE, str(BUNDLES / "swivo"), given, seconds)
    say(f"{workers.COLD_STARTS} cold starts")
    figures["cold"] = workers.cold(hosts)
    say(f"the memory of {workers.WARM_WORKERS} workers, and deployments")
    figures |= {"warm_mb": workers.memory(hosts), "deployment_ms": workers.deployments(hosts)}
    say("an author's first build, and changes of a line")
    return figures | {"author": authors.measure(FOLDER, BINARY, environment())}


def measure_postgres(seconds: float) -> dict:
    """Likes and jobs on a server of the benchmark's own, and their peers on the same server."""
    with postgres.Postgres(FOLDER) as server:
        say("like_option on Postgres, pgbench and a Python host")
        bundle = str(BUNDLES / "swivo")
        figures = {"like": likes.measure(INLINE, BINARY, bundle, server, FOLDER, environment(), seconds)}
        say("the queue on Postgres, pgqueuer and procrastinate")
        return figures | queues.measure(JOBS, server, FOLDER, seconds)


def measure_console(seconds: float) -> dict:
    """What the pages, the reader of the log and the export of traces take from calls."""
    say("calls with 20 pages of the console open, and with a reader of the log")
    figures = console.measure(FOLDER, EXAMPLE, CONSOLE, environment(), seconds)
    say("calls without and with an export of traces")
    calls = data.call_lines(FOLDER)
    return figures | {"tracing": tracing.measure(FOLDER, EXAMPLE, environment(), calls, min(seconds, 4))}


def measure(part: str, migrated: pathlib.Path, seconds: float) -> dict:
    match part:
        case "host":
            return measure_host(migrated, seconds)
        case "workers":
            return measure_workers(migrated, seconds)
        case "gateway":
            say("a forwarded GET, nginx, and own functions while the project hangs")
            return gateway.measure(FOLDER, BINARY, EXAMPLE, environment(), seconds)
        case "jobs":
            say("the queue, the scheduler and the schedules")
            return measure_jobs(seconds)
        case "push":
            return measure_push(migrated, seconds)
        case "console":
            return measure_console(seconds)
        case "postgres":
            return measure_postgres(seconds)
    raise ValueError(part)


def write(part: str, measured: dict, seconds: float) -> None:
    """Prints the table of a part, and writes it into BENCHMARKS.md: what is measured stays if a later part fails."""
    rounds = {"push": push.ROUNDS, "console": console.ROUNDS}.get(part, ROUNDS)
    text = report.markdown(part, measured, seconds, rounds)
    print(text, flush=True)
    report.write(ROOT / "BENCHMARKS.md", part, text)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seconds", type=float, default=8, help="length of each run (default: 8)")
    options.add_argument("--only", choices=PARTS, help="measure one part, not all")
    options.add_argument("--json", action="store_true", help="print JSON and leave BENCHMARKS.md alone")
    chosen = options.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.sqlite*"):
        # Beside a database stands the folder of its bundles.
        shutil.rmtree(old) if old.is_dir() else old.unlink()

    migrated = FOLDER / "migrated.sqlite"
    first_start_ms = start_to_answer(lambda: host(INLINE, migrated), times=1)
    figures = {}
    for part in (chosen.only,) if chosen.only else PARTS:
        figures[part] = measure(part, migrated, chosen.seconds)
        if part == "host":
            figures[part]["first_start_ms"] = first_start_ms
        if not chosen.json:
            write(part, figures[part], chosen.seconds)
    if chosen.json:
        print(json.dumps({"machine": report.machine(), **figures}, indent=2))


if __name__ == "__main__":
    main()
