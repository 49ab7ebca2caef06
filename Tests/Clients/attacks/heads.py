"""Attacks by the heads of requests."""

from attacks.means import LIKE, attack, flood, pour
from raw import request


@attack()
async def large_heads(port: int):
    """Heads of nearly 32 KiB."""
    fields = {f"x_{number}": "v" * 330 for number in range(90)}
    await flood(port, lambda: request("GET", "/functions/v1/_internal/health", **fields))


@attack()
async def endless_heads(port: int):
    """Heads that have no end."""
    await pour(port, b"GET / HTTP/1.1\r\nHost: a\r\n", b"x: " + b"y" * 16_000)


@attack()
async def many_fields(port: int):
    """Heads of 10,000 lines."""
    await pour(port, b"GET / HTTP/1.1\r\nHost: a\r\n", b"a: b\r\n" * 10_000)


@attack()
async def empty_lines(port: int):
    """Empty lines, and never a request."""
    await pour(port, b"", b"\r\n" * 8000)


@attack()
async def long_targets(port: int):
    """Queries of 30 KiB and 10,000 parameters."""
    await flood(port, lambda: request("GET", "/functions/v1/countdown?from=0&" + "a=b&" * 7500))


@attack()
async def preflights(port: int):
    """Preflights that ask for 20 KiB of header names."""
    names = ",".join(f"x-{number}" for number in range(3000))
    asked = {"Origin": "http://a", "Access_Control_Request_Method": "POST", "Access_Control_Request_Headers": names}
    await flood(port, lambda: request("OPTIONS", LIKE, **asked))
