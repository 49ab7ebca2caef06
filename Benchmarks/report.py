"""The figures of each part as a table with their aims, and its place in BENCHMARKS.md."""

import datetime
import os
import pathlib
import platform


def machine() -> str:
    """The processor, the cores and the system that the figures are true for."""
    model = "unknown processor"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    return f"{model}, {os.cpu_count()} cores, Linux {platform.release()}"


Aim = tuple[str, str, str, bool]
"""What was aimed at: the sentence, the aim, what came out, whether it is met."""


def host_aims(figures: dict) -> list[Aim]:
    ours, peer, like = figures["call"]["ours"], figures["call"]["peer"], figures["like"]
    cpu, rate = ours["cpu_us"] / peer["cpu_us"], ours["per_second"] / peer["per_second"]
    grouped = like["ours"]["per_second"] / like["grouped"]
    single = like["ours"]["per_second"] / like["single"]
    limited = figures["limited"]["added_us"]
    return [
        ("CPU of a typed call, of the peer's", "≤ 0.5", f"{cpu:.2f}", cpu <= 0.5),
        ("requests/s of a typed call, of the peer's", "≥ 2", f"{rate:.2f}", rate >= 2),
        ("CPU of a rate limit, for each call", "≤ 1 µs", f"{limited:.2f} µs", limited <= 1),
        ("`like_option`/s, of the bare loop in groups of 32", "≥ 0.4", f"{grouped:.2f}", grouped >= 0.4),
        ("`like_option`/s, of the bare loop, one commit each", "> 1", f"{single:.2f}", single > 1),
        ("`like_option`/s with idempotency keys, of those without", "≥ 0.85", f"{like['of_plain']:.2f}",
         like["of_plain"] >= 0.85),
        ("idle memory (RssAnon)", "≤ 40 MB", f"{figures['idle_mb']:.1f} MB", figures["idle_mb"] <= 40),
        ("start to first answer", "≤ 150 ms", f"{figures['start_ms']:.0f} ms", figures["start_ms"] <= 150),
    ]


def gateway_aims(figures: dict) -> list[Aim]:
    ours, nginx, functions = figures["ours"], figures["nginx"], figures["functions"]
    rate = ours["per_second"] / nginx["per_second"]
    p99 = functions["times_p99"]
    return [
        ("CPU of a forwarded GET", "≤ 60 µs", f"{ours['cpu_us']:.0f} µs", ours["cpu_us"] <= 60),
        ("forwarded GETs/s, of nginx's", "≥ 0.5", f"{rate:.2f}", rate >= 0.5),
        ("p99 of a typed call while the project hangs, times the undisturbed", "≤ 1.2", f"{p99:.2f}", p99 <= 1.2),
    ]


def workers_aims(figures: dict) -> list[Aim]:
    call, cold = figures["call"], figures["cold"]
    rate = call["isolated"]["per_second"] / call["peer"]["per_second"]
    cpu, added, like = call["isolated"]["cpu_us"], call["added_p50_us"], figures["like"]["of_inline"]
    built, change = figures["author"]["first_build_s"], figures["author"]["change_s"]
    return [
        ("CPU of a typed call in a worker, all processes", "≤ 22 µs", f"{cpu:.0f} µs", cpu <= 22),
        ("requests/s of a typed call in a worker, of the peer's", "≥ 1.5", f"{rate:.2f}", rate >= 1.5),
        ("p50 that a worker adds to a call of one caller", "≤ 60 µs", f"{added:.0f} µs", added <= 60),
        ("`like_option`/s in a worker, of those inline", "≥ 0.7", f"{like:.2f}", like >= 0.7),
        ("cold start to the whole answer, p50", "≤ 12 ms", f"{cold['p50_ms']:.1f} ms", cold["p50_ms"] <= 12),
        ("cold start to the whole answer, p99", "≤ 30 ms", f"{cold['p99_ms']:.1f} ms", cold["p99_ms"] <= 30),
        ("memory of 20 warm workers (Pss)", "≤ 150 MB", f"{figures['warm_mb']:.0f} MB", figures["warm_mb"] <= 150),
        ("from `deploy` to the new version's first answer", "≤ 300 ms", f"{figures['deployment_ms']:.0f} ms",
         figures["deployment_ms"] <= 300),
        ("the first build of an author's package", "≤ 90 s", f"{built:.0f} s", built <= 90),
        ("`swiftlet dev`, from saving a line to its answer", "≤ 6 s", f"{change:.1f} s", change <= 6),
    ]


def jobs_aims(jobs: dict) -> list[Aim]:
    history = jobs["drained_per_second"] / jobs["drained_per_second_with_history"]
    return [
        ("from enqueue to start, p50, idle host", "≤ 3 ms", f"{jobs['enqueue_to_start_p50_ms']:.2f} ms",
         jobs["enqueue_to_start_p50_ms"] <= 3),
        ("from enqueue to start, p99, idle host", "≤ 15 ms", f"{jobs['enqueue_to_start_p99_ms']:.2f} ms",
         jobs["enqueue_to_start_p99_ms"] <= 15),
        ("no-op jobs drained/s", "≥ 15,000", f"{jobs['drained_per_second']:,.0f}", jobs["drained_per_second"] >= 15_000),
        ("the same with a million runs in the history, times slower", "≤ 1.2", f"{history:.2f}", history <= 1.2),
        ("enqueued/s by 32 tasks, one transaction each", "≥ 5,000", f"{jobs['enqueued_per_second']:,.0f}",
         jobs["enqueued_per_second"] >= 5_000),
        ("1,000 schedules of one second, p99 of the lateness", "≤ 50 ms", f"{jobs['lateness_p99_ms']:.1f} ms",
         jobs["lateness_p99_ms"] <= 50),
        ("CPU of an idle scheduler of 1,000", "< 0.5 %", f"{jobs['idle_cpu_percent']:.2f} %",
         jobs["idle_cpu_percent"] < 0.5),
    ]


def push_aims(figures: dict) -> list[Aim]:
    aims = []
    for case in figures["senders"]:
        ours = case["ours"]["per_second"]
        loop = ours / max(case["perform"]["per_second"], case["socket_action"]["per_second"])
        peer = ours / case["aioapns"]["per_second"]
        where = f"{case['connections']} × {case['in_flight']} in flight: notifications/s,"
        aims += [
            (f"{where} of the better C loop's", "≥ 0.9", f"{loop:.2f}", loop >= 0.9),
            (f"{where} of aioapns's", "≥ 5", f"{peer:.1f}", peer >= 5),
        ]
    match = figures["match"]
    return aims + [
        ("from a match to its notification, p50", "≤ 10 ms", f"{match['p50_ms']:.1f} ms", match["p50_ms"] <= 10),
        ("from a match to its notification, p99", "≤ 40 ms", f"{match['p99_ms']:.1f} ms", match["p99_ms"] <= 40),
    ]


def call_table(rows: list[tuple[str, dict]]) -> list[str]:
    """The table of calls, each kind with its name and its figures."""
    return ["| | requests/s | CPU µs per request | p50 ms | p99 ms |", "|---|---:|---:|---:|---:|"] + [
        f"| {name} | {row['per_second']:,.0f} | {row['cpu_us']:.0f} | {row['p50_ms']:.2f} | {row['p99_ms']:.2f} |"
        for name, row in rows
    ]


def host_rows(figures: dict) -> list[str]:
    like = figures["like"]
    rows = [
        ("typed call, Swiftlet", figures["call"]["ours"]),
        ("typed call, Deno", figures["call"]["peer"]),
        ("typed call under a rate limit, Swiftlet", figures["limited"]["limited"]),
        ("the same bytes from an epoll loop in C that looks at nothing", figures["call"]["limit"]),
        ("typed call, another token each time, Swiftlet", figures["stranger"]["ours"]),
        ("typed call, another token each time, Deno", figures["stranger"]["peer"]),
        ("`like_option` on SQLite, Swiftlet", like["ours"]),
        ("`like_option` on SQLite with idempotency keys, Swiftlet", like["keyed"]),
    ]
    return call_table(rows) + [
        f"| the statements of `like_option` in C, one commit each | {like['single']:,.0f} | | | |",
        f"| the statements of `like_option` in C, 32 to a commit | {like['grouped']:,.0f} | | | |",
    ]


def gateway_rows(figures: dict) -> list[str]:
    rows = [
        ("forwarded GET, Swiftlet", figures["ours"]), ("forwarded GET, nginx", figures["nginx"]),
        ("typed call, Swiftlet", figures["functions"]["alone"]),
        ("typed call while 200 requests hang at the project, Swiftlet", figures["functions"]["beside"]),
    ]
    return call_table(rows)


def workers_rows(figures: dict) -> list[str]:
    call, like = figures["call"], figures["like"]
    rows = [
        ("typed call in a worker, Swiftlet", call["isolated"]), ("typed call inline, Swiftlet", call["inline"]),
        ("typed call, Deno", call["peer"]),
        ("`like_option` on SQLite in a worker, Swiftlet", like["isolated"]),
        ("`like_option` on SQLite inline, Swiftlet", like["inline"]),
    ]
    oneshot = figures["cold"]["oneshot_per_second"]
    return call_table(rows) + [f"| `oneshot`: a process for each call, 4 callers | {oneshot:,.0f} | | | |"]


def push_rows(figures: dict) -> list[str]:
    names = [("ours", "Swiftlet"), ("perform", "C, `curl_multi_perform`"),
             ("socket_action", "C, `curl_multi_socket_action`"), ("aioapns", "aioapns")]
    lines = ["| connections × in flight | sender | notifications/s | CPU µs per notification |", "|---|---|---:|---:|"]
    return lines + [
        f"| {case['connections']} × {case['in_flight']} | {label} "
        f"| {case[name]['per_second']:,.0f} | {case[name]['cpu_us']:.0f} |"
        for case in figures["senders"] for name, label in names
    ]


def console_aims(figures: dict) -> list[Aim]:
    pages, logs = figures["pages"]["of_alone"], figures["logs"]["of_alone"]
    recorded = 1 - figures["call_us"] / figures["pages"]["alone"]["cpu_us"]
    lines, tracing = 2 * figures["logs"]["beside"]["per_second"], figures["tracing"]
    hundredth, every = tracing["hundredth"]["added_us"], tracing["all"]["added_us"]
    return [
        ("CPU of recording a call", "≤ 0.3 µs", f"{figures['call_us']:.2f} µs", figures["call_us"] <= 0.3),
        ("calls/s with the recording, of those without (by its part of the CPU)", "≥ 0.98", f"{recorded:.3f}",
         recorded >= 0.98),
        ("CPU of a call with one trace in a hundred exported, beyond that without", "≤ 0.3 µs", f"{hundredth:.2f} µs",
         hundredth <= 0.3),
        ("CPU of a call with each trace exported, beyond that without", "≤ 2.5 µs", f"{every:.2f} µs", every <= 2.5),
        ("calls/s with 20 open pages, of those without", "≥ 0.98", f"{pages:.3f}", pages >= 0.98),
        ("lines of the log/s while `logs --follow` reads", "≥ 50,000", f"{lines:,.0f}", lines >= 50_000),
        ("calls/s with a reader of the log, of those without", "≥ 0.98", f"{logs:.3f}", logs >= 0.98),
    ]


def console_rows(figures: dict) -> list[str]:
    rows = [
        ("typed call", figures["pages"]["alone"]), ("typed call, 20 pages of the console open", figures["pages"]["beside"]),
        ("typed call with two lines of the log", figures["logs"]["alone"]),
        ("the same while `logs --follow` reads", figures["logs"]["beside"]),
        ("typed call, no traces exported", figures["tracing"]["off"]),
        ("typed call, one trace in a hundred exported", figures["tracing"]["hundredth"]),
        ("typed call, each trace exported", figures["tracing"]["all"]),
    ]
    return call_table(rows) + [
        f"| recording a call in the ring, without a host | | {figures['call_us']:.2f} | | |",
        f"| recording a line of the log in the ring | | {figures['line_us']:.2f} | | |",
    ]


PEERS = [("pgqueuer 10", "pgqueuer, as it comes (batches of 10)"), ("pgqueuer 500", "pgqueuer, batches of 500"),
         ("procrastinate 10", "procrastinate, 10 at a time")]


def postgres_aims(figures: dict) -> list[Aim]:
    like, drains, latency, claims = (figures[name] for name in ("like", "drains", "latency", "claims"))
    bench, peer = like["of_pgbench"], like["of_peer"]
    one = drains["ours"]["one"]
    usual = one / max(drains[name]["one"] for name in ("pgqueuer 10", "procrastinate 10"))
    best = one / max(drains[name]["one"] for name, _ in PEERS)
    history, held = claims["history_ms"] / claims["fresh_ms"], claims["held_ms"] / claims["history_ms"]
    p50, p99 = latency["enqueue_to_start_p50_ms"], latency["enqueue_to_start_p99_ms"]
    return [
        ("`like_option`/s over HTTP, of pgbench's", "≥ 0.75", f"{bench:.2f}", bench >= 0.75),
        ("`like_option`/s over HTTP, of the peer's", "≥ 1.5", f"{peer:.2f}", peer >= 1.5),
        ("`like_option`/s with idempotency keys, of those without", "≥ 0.85", f"{like['of_plain']:.2f}",
         like["of_plain"] >= 0.85),
        ("`like_option`/s in a worker, of those inline", "≥ 0.7", f"{like['of_inline']:.2f}", like["of_inline"] >= 0.7),
        ("no-op jobs drained/s, one host", "≥ 15,000", f"{one:,.0f}", one >= 15_000),
        ("the same, of the faster peer's as it comes", "≥ 2.5", f"{usual:.1f}", usual >= 2.5),
        ("the same, of the faster peer's at its best", "≥ 2.5", f"{best:.1f}", best >= 2.5),
        ("from enqueue to start, p50, idle host", "≤ 3 ms", f"{p50:.2f} ms", p50 <= 3),
        ("from enqueue to start, p99, idle host", "≤ 15 ms", f"{p99:.2f} ms", p99 <= 15),
        ("a claim with a million finished jobs, times an empty history's", "≤ 1.5", f"{history:.2f}", history <= 1.5),
        (f"a claim after {claims['held_seconds']:.0f} s of a transaction held open, times", "≤ 1.5", f"{held:.2f}",
         held <= 1.5),
    ]


def postgres_rows(figures: dict) -> list[str]:
    like, drains, claims = figures["like"], figures["drains"], figures["claims"]
    lines = call_table([
        ("`like_option`, Swiftlet", like["ours"]),
        ("`like_option` with idempotency keys, Swiftlet", like["keyed"]),
        ("`like_option` in a worker, Swiftlet", like["isolated"]),
        ("`like_option`, Starlette and asyncpg", like["peer"]),
    ])
    lines += [f"| `like_option` by pgbench, one statement, 16 connections | {like['pgbench']:,.0f} | | | |", ""]
    lines += ["| no-op jobs drained per second | one host | four hosts |", "|---|---:|---:|"]
    lines += [f"| {label} | {drains[name]['one']:,.0f} | {drains[name]['four']:,.0f} |"
              for name, label in [("ours", "Swiftlet"), *PEERS]]
    lines += ["", f"| a claim at {claims['per_second']:,} jobs/s | mean, server | enqueue to start, p50 | p99 |",
              "|---|---:|---:|---:|"]
    return lines + [
        f"| {label} | {claims[f'{name}_ms']:.3f} ms | {claims[f'{name}_p50_ms']:.2f} ms | {claims[f'{name}_p99_ms']:.1f} ms |"
        for name, label in (("fresh", "empty history"), ("history", "a million finished jobs"),
                            ("held", f"after {claims['held_seconds']:.0f} s of a transaction held open"))
    ]


def markdown(part: str, figures: dict, seconds: float, rounds: int) -> str:
    """One part's page: what it was measured on and with, its figures, its aims, and what else is worth a line."""
    how = {
        "host": f"{rounds} rounds of {seconds:g} s in turn, 9 of the rate limit, medians; `wrk -t1 -c32` on the same machine",
        "workers": f"{rounds} rounds of {seconds:g} s in turn, medians; `wrk -t1 -c32` on the same machine",
        "gateway": f"{rounds} rounds of {seconds:g} s in turn, 9 while the project hangs, medians; `wrk -t1 -c32` on the same machine",
        "jobs": "medians of three drains; everything in one process",
        "push": f"{rounds} rounds in turn, medians; nghttpd on the same machine",
        "console": f"{rounds} pairs of {seconds:g} s in turn, medians; `wrk -t1 -c32` on the same machine",
        "postgres": f"{rounds} rounds of {seconds:g} s in turn, 9 of likes, medians; Debian's Postgres on the same machine",
    }[part]
    rows = {
        "host": host_rows, "workers": workers_rows, "gateway": gateway_rows, "jobs": lambda _: [], "push": push_rows,
        "console": console_rows, "postgres": postgres_rows,
    }[part](figures)
    aims = {
        "host": host_aims, "workers": workers_aims, "gateway": gateway_aims, "jobs": jobs_aims, "push": push_aims,
        "console": console_aims, "postgres": postgres_aims,
    }[part](figures)
    lines = [f"{datetime.date.today().isoformat()}, {machine()}. Command: `Scripts/bench.sh --only {part}` ({how}).", ""]
    lines += [*rows, ""] if rows else []
    lines += ["| aim | wanted | measured | |", "|---|---|---:|---|"]
    lines += [f"| {what} | {aim} | {got} | {'met' if met else '**not met**'} |" for what, aim, got, met in aims]
    if part == "host":
        first = f"{figures['first_start_ms']:.0f} ms"
        lines += ["", f"The very first start, which makes, migrates and seeds the database: {first}."]
    if part == "jobs":
        lines += ["", "To the next fire, in nanoseconds: " + ", ".join(
            f"{name.replace('_', ' ')} {figures[f'next_fire_{name}_ns']:.0f}"
            for name in ("minutely", "weekdays", "monthly", "leap_day")) + "."]
    return "\n".join(lines)


def write(file: pathlib.Path, part: str, text: str) -> None:
    """Replaces what stands between the part's markers."""
    opening, closing = f"<!-- bench:{part}:begin -->", f"<!-- bench:{part}:end -->"
    before, begin, rest = file.read_text().partition(opening)
    _, end, after = rest.partition(closing)
    if not begin or not end:
        raise SystemExit(f"{file.name} has lost its markers {opening} and {closing}")
    file.write_text(f"{before}{opening}\n\n{text}\n\n{closing}{after}")
