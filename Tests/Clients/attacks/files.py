"""Attacks by the files of the embedded storage."""

from attacks.means import FILE, attack, connection, flood, many, send, unread
from host import token
from raw import request


def signed_url(path: str) -> str:
    return f"/storage/v1/object/sign/{path}?token={token('', url=path)}"


@attack()
async def file_heads(port: int):
    """HEAD of a file of 40 MiB."""
    target = signed_url(FILE)
    await flood(port, lambda: request("HEAD", target), connections=8, has_body=False)


@attack()
async def file_ranges(port: int):
    """One byte of a file of 40 MiB."""
    target = signed_url(FILE)

    async def step():
        async with connection(port) as (reader, writer):
            await send(writer, request("GET", target, Range="bytes=5-5"))
            # A host without ranges would send the whole file.
            await reader.readuntil(b"\r\n\r\n")

    await many(8, step)


@attack()
async def files_never_read(port: int):
    """50 connections that ask for a file of 40 MiB and do not read it."""
    await unread(port, request("GET", signed_url(FILE)), 50, 1)
