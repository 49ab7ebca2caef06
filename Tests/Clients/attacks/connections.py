"""Attacks by connections: slow ones, idle ones, unread ones, and many."""

import asyncio

from attacks.means import HEALTH, LIKE, attack, connection, many, send, trickle, unread
from host import token
from raw import request


@attack()
async def slow_heads(port: int):
    """400 connections that send a head byte by byte."""
    await trickle(port, b"GET / HTTP/1.1\r\nHost: a\r\nX: ", b"x")


@attack()
async def slow_second_heads(port: int):
    """400 connections that sent one request and send the next byte by byte."""
    await trickle(port, HEALTH + b"GET / HTTP/1.1\r\nHost: a\r\nX: ", b"x")


@attack()
async def slow_bodies(port: int):
    """400 connections that send a body of 64 KiB byte by byte, with no token."""
    await trickle(port, request("POST", LIKE).replace(b"Length: 0", b"Length: 65536"), b"x")


@attack()
async def expectations(port: int):
    """400 connections that wait for a 100 and send no body."""
    head = request("POST", LIKE, Expect="100-continue").replace(b"Length: 0", b"Length: 65536")
    await trickle(port, head, b"")


@attack()
async def idle_connections(port: int):
    """1,000 connections that send nothing."""
    async def step():
        async with connection(port):
            await asyncio.sleep(3600)

    await many(1000, step)


@attack()
async def slow_readers(port: int):
    """100 connections that each ask for 100,000 events and read none."""
    await unread(port, request("GET", "/functions/v1/countdown?from=100000&ms=0"), 100, 1)


@attack()
async def pipelines_never_read(port: int):
    """100 connections that send requests without an end and read no answer."""
    await unread(port, HEALTH * 500, 100, 10_000)


@attack()
async def connection_flood(port: int):
    """Connections that are opened and closed as fast as one core can."""
    async def step():
        async with connection(port):
            pass

    await many(64, step)


@attack()
async def reset_flood(port: int):
    """Connections that send a request and are reset."""
    async def step():
        async with connection(port) as (_, writer):
            await send(writer, HEALTH)

    await many(64, step)
