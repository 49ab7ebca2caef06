"""The databases of the hosts under test, on every engine: their addresses, and reading and changing their tables.

SQL is written as SQLite has it, with `?` and `swiftlet_jobs`; on Postgres they are `%s` and `swiftlet.jobs`.
"""

import contextlib
import os
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import urllib.parse
import uuid

import psycopg
from psycopg.rows import dict_row

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Tables:
    """The tables within one transaction. `execute` and `executemany` are its cursor's."""

    def __init__(self, cursor, spell=lambda sql: sql):
        self.cursor = cursor
        self.spell = spell

    def rows(self, sql: str, *parameters) -> list[dict]:
        return self.cursor.execute(self.spell(sql), parameters).fetchall()

    def change(self, sql: str, *rows: tuple) -> None:
        """Runs a statement for each row of parameters."""
        self.cursor.executemany(self.spell(sql), rows)


class SQLite:
    """A SQLite database in a file."""

    def __init__(self, path: pathlib.Path):
        self.path = path
        self.url = f"sqlite:{path}"
        self.is_seeded = True

    @contextlib.contextmanager
    def connected(self, begin: str, timeout: float = 10):
        with contextlib.closing(sqlite3.connect(self.path, timeout=timeout, isolation_level=None)) as connection:
            connection.row_factory = lambda cursor, row: dict(zip((column[0] for column in cursor.description), row))
            connection.execute(begin)
            yield Tables(connection.cursor())
            connection.execute("COMMIT")

    def reading(self):
        """The tables as they are at one instant, while the host may go on."""
        return self.connected("BEGIN")

    def writing(self):
        """The tables, to be changed."""
        return self.connected("BEGIN IMMEDIATE")

    def is_locked(self) -> bool:
        """Whether a transaction holds the lock for writing at this moment."""
        try:
            with self.connected("BEGIN IMMEDIATE", timeout=0.1):
                return False
        except sqlite3.OperationalError:
            return True

    def assert_sound(self) -> None:
        with self.reading() as tables:
            assert [list(row.values()) for row in tables.rows("PRAGMA integrity_check")] == [["ok"]]


class Postgres:
    """A database on a server. `address` is where hosts find it, if it is not the server's own."""

    def __init__(self, server: str, address: str | None = None):
        self.server = server
        self.url = address or server
        self.is_seeded = False

    @contextlib.contextmanager
    def connected(self, level: psycopg.IsolationLevel):
        with psycopg.connect(
            self.server, row_factory=dict_row, connect_timeout=10, application_name="tests", options="-c timezone=UTC",
        ) as connection:
            connection.isolation_level = level
            # Ids are compared with those of the wire.
            connection.adapters.register_loader("uuid", psycopg.types.string.TextLoader)
            yield Tables(connection.cursor(), spell)

    def reading(self):
        """The tables as they are at one instant, while the host may go on."""
        return self.connected(psycopg.IsolationLevel.REPEATABLE_READ)

    def writing(self):
        """The tables, to be changed."""
        return self.connected(psycopg.IsolationLevel.READ_COMMITTED)

    def is_locked(self) -> bool:
        """False: Postgres locks rows and not the database."""
        return False

    def assert_sound(self) -> None:
        """A server's files are its own business."""


def spell(sql: str) -> str:
    """SQLite's spelling as psycopg's."""
    sql = re.sub(r"\bswiftlet_(?=jobs|job_runs|job_settings|hosts|auth_|idempotency_|console_)", "swiftlet.", sql)
    return sql.replace("%", "%%").replace("?", "%s")


class PostgresServer:
    """A server that Scripts/postgres.sh starts for the tests. It ends with them, also when they are killed."""

    def __init__(self, folder: pathlib.Path, **settings: str):
        self.folder = folder
        self.settings = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        self.url = self.start()

    def script(self, *arguments: str) -> str:
        run = subprocess.run(
            [ROOT / "Scripts/postgres.sh", *arguments],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
        assert run.returncode == 0, run.stderr
        return run.stdout.strip()

    def start(self) -> str:
        return self.script("start", str(self.folder), "--with-pid", str(os.getpid()), *self.settings)

    def stop(self, *options: str) -> None:
        self.script("stop", str(self.folder), *options)

    def log_text(self) -> str:
        return (self.folder / "server.log").read_text(errors="replace")


@contextlib.contextmanager
def server_for_all():
    """The URL of the server that all tests share: the one of the environment, or one of their own."""
    given = os.environ.get("SWIFTLET_TEST_POSTGRES")
    if given:
        yield given
        return
    # Not in pytest's folder: there, several runs of it share one parent that only root may enter.
    server = PostgresServer(pathlib.Path(tempfile.mkdtemp(prefix="swiftlet-postgres-")), fsync="off")
    try:
        yield server.url
    finally:
        server.stop()


def create_database(server: str) -> str:
    """The URL of a new, empty database on a server."""
    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return urllib.parse.urlsplit(server)._replace(path=f"/{name}").geturl()
