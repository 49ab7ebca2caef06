"""Attacks by bodies, JSON above all."""

import asyncio

from attacks.means import ACCESS, LIKE, MEBIBYTE, attack, chunked, connection, flood, many, post, pour, send
from host import token
from raw import request


@attack()
async def chunks_of_one_byte(port: int):
    """Bodies in chunks of one byte, without an end."""
    await pour(port, chunked(LIKE, token()), b"1\r\n \r\n" * 4000)


@attack()
async def bodies_without_a_token(port: int):
    """400 connections that each leave a body of nearly 64 KiB unfinished, with no token."""
    beginning = request("POST", LIKE).replace(b"Length: 0", b"Length: 65536") + b" " * 65_000

    async def step():
        async with connection(port) as (_, writer):
            await send(writer, beginning)
            await asyncio.sleep(3600)

    await many(400, step)


@attack()
async def bodies_that_stop(port: int):
    """24 connections that each leave a body of 8 MiB unfinished, with a token."""
    beginning = request("POST", LIKE, token()).replace(b"Length: 0", b"Length: %d" % (8 * MEBIBYTE + 1))

    async def step():
        async with connection(port) as (_, writer):
            await send(writer, beginning)
            for _ in range(8):
                await send(writer, b" " * MEBIBYTE)
            await asyncio.sleep(3600)

    await many(24, step)


@attack()
async def json_of_many_values(port: int):
    """Bodies of a million numbers."""
    body = b"[" + b"1," * MEBIBYTE + b"1]"
    await flood(port, lambda: post(LIKE, body, ACCESS), connections=4)


@attack()
async def json_of_many_keys(port: int):
    """Bodies of 100,000 keys that are equal but for their end."""
    members = ",".join(f'"\u00e9{"k" * 20}{number}":0' for number in range(100_000))
    body = ("{" + members + "}").encode()
    await flood(port, lambda: post(LIKE, body, ACCESS), connections=4)


@attack()
async def deep_json(port: int):
    """Bodies of a million brackets."""
    await flood(port, lambda: post(LIKE, b"[" * MEBIBYTE, ACCESS), connections=4)


@attack()
async def uploads_after_413(port: int):
    """Uploads that go on after the host has refused them."""
    await pour(port, request("POST", LIKE, ACCESS).replace(b"Length: 0", b"Length: 999999999"), b"x" * 65_536)


@attack()
async def chunked_uploads_after_413(port: int):
    """Chunked uploads that go on after the host has refused them."""
    await pour(port, chunked(LIKE, ACCESS), b"10000\r\n" + b"x" * 65_536 + b"\r\n")
