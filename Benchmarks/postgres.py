"""A Postgres server for the benchmark, with databases on it, and whoever runs against them."""

import asyncio
import os
import pathlib
import subprocess
import urllib.parse

import asyncpg

SCRIPT = pathlib.Path(__file__).resolve().parents[1] / "Scripts/postgres.sh"
# As it comes, but that it counts what its statements take.
SETTINGS = ["-c", "shared_preload_libraries=pg_stat_statements"]


class Postgres:
    """A server in a folder, which ends with this process however that ends."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder / "postgres"

    def __enter__(self) -> "Postgres":
        self.url = self._script("start", "--with-pid", str(os.getpid()), *SETTINGS)
        self.bin = pathlib.Path(subprocess.run([SCRIPT, "find"], check=True, capture_output=True, text=True)
                                .stdout.strip())
        return self

    def __exit__(self, *_) -> None:
        self._script("stop")

    def _script(self, action: str, *options: str) -> str:
        command = [SCRIPT, action, self.folder, *options]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def database(self, name: str, template: str = "template1") -> "Database":
        """A new database in place of any of that name. What ran before is written back first."""
        ask(self.url, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        ask(self.url, f"CREATE DATABASE {name} TEMPLATE {template}")
        ask(self.url, "CHECKPOINT")
        database = Database(urllib.parse.urlsplit(self.url)._replace(path=f"/{name}").geturl())
        database.run("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
        return database


def ask(url: str, sql: str) -> list:
    async def rows() -> list:
        connection = await asyncpg.connect(url)
        try:
            return await connection.fetch(sql)
        finally:
            await connection.close()

    return asyncio.run(rows())


class Database:
    """A database of the server."""

    def __init__(self, url: str):
        self.url = url

    def run(self, script: str) -> None:
        """Runs statements without parameters, each for itself."""
        async def execute() -> None:
            connection = await asyncpg.connect(self.url)
            try:
                await connection.execute(script)
            finally:
                await connection.close()

        asyncio.run(execute())

    def settle(self) -> None:
        """Leaves nothing to do for vacuum and checkpoints that is not of what is measured."""
        for statement in ("VACUUM ANALYZE", "CHECKPOINT"):
            self.run(statement)

    def value(self, sql: str):
        return ask(self.url, sql)[0][0]

    def wait(self, sql: str, seconds: float, pause: float) -> None:
        """Asks again and again, on one connection, until the answer is 0 or less."""
        async def ask_again() -> None:
            connection = await asyncpg.connect(self.url)
            try:
                async with asyncio.timeout(seconds):
                    while await connection.fetchval(sql) > 0:
                        await asyncio.sleep(pause)
            finally:
                await connection.close()

        asyncio.run(ask_again())
