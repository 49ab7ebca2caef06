"""The building blocks of attacks. Each attack runs in a process of its own, with one core and some hundred connections.

Attacks ignore the host's responses. An attacker's computer is another one, so the process takes only the time that the host and the
normal client leave: `SCHED_IDLE`, beside which a woken thread does not wait for the end of a time slice."""

import asyncio
import contextlib
import os
import resource
import socket
import struct
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from host import EXAMPLE, token
from raw import request

HEALTH = request("GET", "/functions/v1/_internal/health")
LIKE = "/functions/v1/bench_like"
ACCESS = token(exp=int(time.time()) + 7 * 86_400)
"""The attacker's token: that of an ordinary user. It is made when pytest collects the tests, which may be hours before they run."""
MEBIBYTE = 1 << 20
FILE = "attacked/large.bin"
"""A file of 40 MiB in the storage of the host under attack."""


@dataclass(frozen=True)
class Attack:
    name: str
    run: Callable[[int], Awaitable[None]]
    binary: str


ATTACKS: dict[str, Attack] = {}


def attack(binary: str = EXAMPLE):
    """Registers an attack under its function's name."""
    def register(run):
        name = run.__name__.replace("_", " ")
        ATTACKS[name] = Attack(name, run, binary)
        return run
    return register


def run(name: str, port: int, seconds: float) -> None:
    """One attack, from beginning to end."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(_within(seconds, ATTACKS[name].run(port)))


async def _within(seconds: float, attack: Awaitable[None]) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(attack, seconds)


async def many(count: int, step: Callable[[], Awaitable[None]]) -> None:
    """Runs a number of connections at a time, and replaces each that the host ends."""
    async def again():
        while True:
            with contextlib.suppress(OSError, EOFError, ValueError):
                await step()
            await asyncio.sleep(0.001)

    await asyncio.gather(*(again() for _ in range(count)))


@contextlib.asynccontextmanager
async def connection(port: int):
    """A connection that ends with a reset, so that the kernel sends nothing after the attack has ended."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=MEBIBYTE)
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def send(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(data)
    await writer.drain()


async def read_answer(reader: asyncio.StreamReader, has_body: bool) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    _, _, length = head.partition(b"content-length: ")
    if has_body and length:
        await reader.readexactly(int(length.split(b"\r\n")[0]))


async def flood(port: int, requests: Callable[[], bytes], connections: int = 32, has_body: bool = True) -> None:
    """Requests as fast as they are answered."""
    async def step():
        async with connection(port) as (reader, writer):
            while True:
                await send(writer, requests())
                await read_answer(reader, has_body)

    await many(connections, step)


async def trickle(port: int, beginning: bytes, byte: bytes, connections: int = 400) -> None:
    """A request whose beginning is sent at once, and the rest byte by byte."""
    async def step():
        async with connection(port) as (_, writer):
            await send(writer, beginning)
            while True:
                await send(writer, byte)
                await asyncio.sleep(0.02)

    await many(connections, step)


async def pour(port: int, beginning: bytes, piece: bytes, connections: int = 16) -> None:
    """A request that never ends."""
    async def step():
        async with connection(port) as (_, writer):
            await send(writer, beginning)
            while True:
                await send(writer, piece)

    await many(connections, step)


async def unread(port: int, requests: bytes, connections: int, times: int) -> None:
    """Requests whose answers are never read."""
    async def step():
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(client, ("127.0.0.1", port))
            for _ in range(times):
                await loop.sock_sendall(client, requests)
            await asyncio.sleep(3600)

    await many(connections, step)


def post(path: str, body: bytes, access: str | None = None) -> bytes:
    return request("POST", path, access, body)


def chunked(path: str, access: str | None = None) -> bytes:
    return request("POST", path, access).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
