"""Load: tokens, request lines, and one run of wrk with its cost."""

import base64
import hashlib
import hmac
import json
import pathlib
import subprocess
import time
from dataclasses import dataclass

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
    sides: dict[str, Server], path: str, lines: pathlib.Path, seconds: float, rounds: int, warm_up: bool = True
) -> dict[str, list[Run]]:
    """The runs of several servers, which are loaded one after another in each round, so that all have the same machine."""
    if warm_up:
        for server in sides.values():
            run(server, path, lines, min(seconds, 2))
    runs = {name: [] for name in sides}
    for _ in range(rounds):
        for name, server in sides.items():
            runs[name].append(run(server, path, lines, seconds))
    return runs
