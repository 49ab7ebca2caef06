"""The likes to give: a database with sessions to like in, and the request lines for each part of the benchmark."""

import pathlib
import random
import shutil
import sqlite3
import time
import uuid

from load import body, token

USERS = 32
OPTIONS = 500
STAMP = "2026-01-01T00:00:00.000Z"


def new_id() -> str:
    return str(uuid.uuid4())


def growing_id() -> uuid.UUID:
    """A UUID of version 7, which grows with time as the id of a host's run does."""
    milliseconds = time.time_ns() // 1_000_000
    return uuid.UUID(int=milliseconds << 80 | 7 << 76 | random.getrandbits(12) << 64 | 2 << 62 | random.getrandbits(62))


def call_lines(folder: pathlib.Path) -> pathlib.Path:
    """The calls of 32 users, each with one token. Any connection sends the next one."""
    lines = folder / "calls.tsv"
    lines.write_text("".join(f"{token(new_id())}\t{body(new_id(), new_id())}\n" for _ in range(USERS)))
    return lines


def stranger_lines(folder: pathlib.Path, count: int) -> pathlib.Path:
    """A different token with every request, so that no token was verified before."""
    lines, user = folder / "strangers.tsv", new_id()
    content = body(new_id(), new_id())
    lines.write_text("".join(f"{token(user, number)}\t{content}\n" for number in range(count)))
    return lines


class Likes:
    """A migrated database in which `count` different likes can be given, none of which makes a match."""

    def __init__(self, folder: pathlib.Path, migrated: pathlib.Path, count: int):
        self.folder = folder
        self.template = folder / "template.sqlite"
        shutil.copyfile(migrated, self.template)
        users = [new_id() for _ in range(USERS)]
        options = [new_id() for _ in range(OPTIONS)]
        sessions = [(new_id(), users[number % USERS]) for number in range(-(-count // OPTIONS))]
        self._insert(users, options, sessions)
        tokens = {user: token(user) for user in users}
        # Neighbours in the list are of different sessions, as concurrent likes are.
        likes = [(session, option, user) for option in options for session, user in sessions]
        self.requests = folder / "likes.requests.tsv"
        self.requests.write_text("".join(f"{tokens[u]}\t{body(s, o)}\n" for s, o, u in likes))
        # The same likes with an idempotency key each.
        self.keyed = folder / "likes.keyed.tsv"
        self.keyed.write_text("".join(f"{tokens[u]}\t{body(s, o)}\t{new_id()}\n" for s, o, u in likes))
        self.plain = folder / "likes.tsv"
        self.plain.write_text("".join(f"{s}\t{o}\t{u}\n" for s, o, u in likes))
        self.count = len(likes)

    def copy(self, name: str) -> pathlib.Path:
        """A fresh copy of the database under `name`."""
        target = self.folder / name
        for suffix in ("-wal", "-shm"):
            target.with_name(name + suffix).unlink(missing_ok=True)
        shutil.copyfile(self.template, target)
        return target

    def _insert(self, users: list[str], options: list[str], sessions: list[tuple[str, str]]) -> None:
        category = new_id()
        database = sqlite3.connect(self.template)
        with database:
            insert = lambda table, columns, rows: database.executemany(
                f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * len(columns.split(',')))})", rows)
            insert("users", "id, created_at", [(user, STAMP) for user in users])
            insert("categories", "id, name, sort_order", [(category, "Benchmark", 99)])
            insert("options", "id, category_id, label, sort_order", [
                (option, category, option, index) for index, option in enumerate(options)])
            insert("sessions", "id, category_id, created_by, invite_code, quorum_n, status, created_at", [
                (session, category, user, f"B{number}", 2, "open", STAMP)
                for number, (session, user) in enumerate(sessions)])
            insert("session_participants", "session_id, user_id, joined_at", [
                (session, user, STAMP) for session, user in sessions])
            insert("session_options", "session_id, option_id, order_index", [
                (session, option, index) for session, _ in sessions for index, option in enumerate(options)])
        database.close()
