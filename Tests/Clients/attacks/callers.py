"""Attacks by tokens, function names and slow functions."""

import base64
import itertools
import json
import random

from attacks.means import ACCESS, LIKE, attack, connection, flood, many, post, send
from host import BINARY, token
from workers import BUNDLE
from raw import request


@attack()
async def forged_tokens(port: int):
    """Tokens that differ in each request, and are signed with another secret."""
    header, claims, _ = ACCESS.split(".")

    def forged() -> bytes:
        mark = base64.urlsafe_b64encode(random.randbytes(32)).rstrip(b"=").decode()
        return post(LIKE, b"{}", f"{header}.{claims}.{mark}")

    await flood(port, forged)


@attack()
async def large_tokens(port: int):
    """Tokens of 30 KiB, signed with another secret."""
    claims = base64.urlsafe_b64encode(json.dumps({str(key): key for key in range(1800)}).encode()).rstrip(b"=").decode()
    forged = f"{ACCESS.split('.')[0]}.{claims}.{'A' * 43}"
    await flood(port, lambda: post(LIKE, b"{}", forged))


@attack()
async def new_users(port: int):
    """Good tokens, a new one with each request."""
    await flood(port, lambda: post(LIKE, b"{}", token()))


@attack()
async def unknown_functions(port: int):
    """Functions that do not exist, another with each request."""
    numbers = itertools.count()
    await flood(port, lambda: post(f"/functions/v1/unknown_{next(numbers)}", b"{}", ACCESS))


@attack()
async def noise(port: int):
    """Random bytes."""
    async def step():
        async with connection(port) as (reader, writer):
            await send(writer, random.randbytes(2000))
            await reader.read()

    await many(32, step)


@attack()
async def handlers_that_keep_their_thread(port: int):
    """40 callers of a function that keeps its thread for half a second."""
    await flood(port, lambda: request("GET", "/functions/v1/blocking?ms=500"), connections=40)


@attack(str(BUNDLE))
async def handlers_that_keep_their_thread_in_workers(port: int):
    """40 callers of a function in a worker that keeps its thread for a second, beside another function of its bundle."""
    await flood(port, lambda: post("/functions/v1/blocking_sleep?s=1", b"{}"), connections=40)


@attack()
async def handlers_that_take_their_time(port: int):
    """400 callers of a function that waits for a second."""
    await flood(port, lambda: request("GET", "/functions/v1/sleepy?ms=1000"), connections=400)


@attack(BINARY)
async def invite_codes(port: int):
    """Wrong invite codes of one user."""
    numbers = itertools.count(100_000)
    await flood(port, lambda: post(
        "/functions/v1/join_session", json.dumps({"invite_code": str(next(numbers))}).encode(), ACCESS))
