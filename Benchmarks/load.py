"""Load: tokens, request lines, and one run of wrk with its cost."""

import base64
import hashlib
import hmac
import json
import pathlib
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import TypeVar

from processes import Server

HERE = pathlib.Path(__file__).resolve().parent
SECRET = "a secret of the benchmark, and of nothing else"
CONNECTIONS = 32
Kind, Result = TypeVar("Kind"), TypeVar("Result")


def token(user: str, number: int = 0) -> str:
    """An authenticated user's HS256 token; another `number` is another token of the same user."""

    def encode(part: bytes) -> str:
        return base64.urlsafe_b64encode(part).rstrip(b"=").decode()

    claims = {"sub": user, "role": "authenticated", "aud": "authenticated", "exp": int(time.time()) + 86_400 + number}
    signed = f'{encode(json.dumps({"alg": "HS256", "typ": "JWT"}).encode())}.{encode(json.dumps(claims).encode())}'
    return f"{signed}.{encode(hmac.new(SECRET.encode(), signed.encode(), hashlib.sha256).digest())}"


def body(session: str, option: str) -> str:
    return json.dumps({"session_id": session, "option_id": option})


@dataclass
class Run:
    """What one run of wrk saw, and the CPU that the server spent on it."""

    per_second: float
    cpu_us: float
    p50_ms: float
    p99_ms: float
    requests: int


def run(server: Server, path: str, lines: pathlib.Path, seconds: float, most: int | None = None) -> Run:
    """Loads one server. An answer other than 2xx or a broken connection ends the benchmark: it would not be fair.

    `most` is the number of lines, if none may be sent twice."""
    before = server.cpu()
    output = subprocess.run(
        ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds:g}s", "-s", str(HERE / "requests.lua"),
         f"http://127.0.0.1:{server.port}{path}", "--", str(lines)],
        capture_output=True, text=True, check=True).stdout
    spent = server.cpu() - before
    seen = json.loads(output.partition("RESULT ")[2])
    if seen["refused"] or seen["broken"] or not seen["requests"]:
        raise RuntimeError(f"{path}: not every request was answered with success: {seen}")
    if most is not None and seen["requests"] > most:
        raise RuntimeError(f"{path}: {seen['requests']} requests were sent, but only {most} are different")
    return Run(
        per_second=seen["requests"] / seen["seconds"], cpu_us=spent / seen["requests"] * 1e6,
        p50_ms=seen["p50_ms"], p99_ms=seen["p99_ms"], requests=seen["requests"])


def turns(kinds: dict[Kind, Callable[[], Result]], rounds: int) -> dict[Kind, list[Result]]:
    """Measures each kind once in every round, so that all have the same machine.

    The next round begins with the next kind, since the machine's speed drifts within a round too."""
    results = {kind: [] for kind in kinds}
    order = list(kinds)
    for _ in range(rounds):
        for kind in order:
            results[kind].append(kinds[kind]())
        order = order[1:] + order[:1]
    return results


def in_turn(
    sides: dict[str, Server], path: str, lines: pathlib.Path, seconds: float, rounds: int
) -> dict[str, list[Run]]:
    """The runs of several servers that are up at the same time and loaded in turn, after a short run of each."""
    for server in sides.values():
        run(server, path, lines, min(seconds, 2))
    return turns({name: partial(run, server, path, lines, seconds) for name, server in sides.items()}, rounds)


def middle(runs: list[Run]) -> dict[str, float]:
    """The medians of several runs, figure by figure."""
    return {name: median(getattr(run, name) for run in runs) for name in ("per_second", "cpu_us", "p50_ms", "p99_ms")}


def middles(runs: dict[str, list[Run]]) -> dict[str, dict[str, float]]:
    """The medians of each kind's runs."""
    return {kind: middle(measured) for kind, measured in runs.items()}


def ratio(runs: list[Run], plain: list[Run], figure: str = "per_second") -> float:
    """A figure of runs, in multiples of the plain ones': the median of the rounds."""
    return median(getattr(one, figure) / getattr(other, figure) for one, other in zip(runs, plain))


def difference(runs: list[Run], plain: list[Run], figure: str) -> float:
    """What runs have more of a figure than the plain ones: the median of the rounds."""
    return median(getattr(one, figure) - getattr(other, figure) for one, other in zip(runs, plain))
