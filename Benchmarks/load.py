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
from statistics import median

from processes import Server

HERE = pathlib.Path(__file__).resolve().parent
SECRET = "a secret of the benchmark, and of nothing else"
CONNECTIONS = 32


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


def run(server: Server, path: str, lines: pathlib.Path, seconds: float) -> Run:
    """Loads one server. An answer other than 2xx or a broken connection ends the benchmark: it would not be fair."""
    before = server.cpu()
    output = subprocess.run(
        ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds:g}s", "-s", str(HERE / "requests.lua"),
         f"http://127.0.0.1:{server.port}{path}", "--", str(lines)],
        capture_output=True, text=True, check=True).stdout
    spent = server.cpu() - before
    seen = json.loads(output.partition("RESULT ")[2])
    if seen["refused"] or seen["broken"] or not seen["requests"]:
        raise RuntimeError(f"{path}: not every request was answered with success: {seen}")
    return Run(
        per_second=seen["requests"] / seen["seconds"], cpu_us=spent / seen["requests"] * 1e6,
        p50_ms=seen["p50_ms"], p99_ms=seen["p99_ms"], requests=seen["requests"])


def in_turn(
    sides: dict[str, Server], path: str, lines: pathlib.Path, seconds: float, rounds: int
) -> dict[str, list[Run]]:
    """The runs of several servers, which are loaded one after another in each round, so that all have the same machine."""
    for server in sides.values():
        run(server, path, lines, min(seconds, 2))
    runs = {name: [] for name in sides}
    for _ in range(rounds):
        for name, server in sides.items():
            runs[name].append(run(server, path, lines, seconds))
    return runs


@dataclass
class Pairs:
    """Runs of two kinds, one of each in every round."""

    plain: list[Run]
    other: list[Run]

    def ratio(self, figure: str) -> float:
        """A figure of the other runs, in multiples of the plain ones': the median of the rounds."""
        return median(getattr(one, figure) / getattr(plain, figure) for one, plain in zip(self.other, self.plain))

    def difference(self, figure: str) -> float:
        """What the other runs have more of a figure: the median of the rounds."""
        return median(getattr(one, figure) - getattr(plain, figure) for one, plain in zip(self.other, self.plain))


def in_pairs(plain: Callable[[], Run], other: Callable[[], Run], rounds: int) -> Pairs:
    """Makes runs of two kinds. Each kind goes first in every other round, since the machine's speed drifts."""
    pairs = Pairs([], [])
    for number in range(rounds):
        kinds = [(pairs.plain, plain), (pairs.other, other)]
        for runs, make in kinds if number % 2 == 0 else reversed(kinds):
            runs.append(make())
    return pairs
