"""`kill -9` during writes, 20 times: what was acknowledged is there, and no session has two matches."""

import contextlib
import pathlib
import random
import shutil
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException

from host import PATIENCE, Caller, Host

ROUNDS = 20
SESSIONS = 40
PLAYERS = 3
THREADS = 16


def prepare(host: Host, category: str, users: list[Caller]) -> list[tuple[str, str, str]]:
    """Sessions of quorum 2 with three players each, and every like that they could give, shuffled."""

    def make(number: int) -> list[tuple[str, str, str]]:
        players = [users[(number + shift) % len(users)] for shift in range(PLAYERS)]
        callers = [Caller(host, player.user) for player in players]
        session = callers[0].ask("create_session", {"category_id": category, "quorum_n": 2})
        for caller in callers[1:]:
            caller.ask("join_session", {"invite_code": session["invite_code"]})
        listed = callers[0].ask("session_options", {"session_id": session["session_id"]})
        return [(session["session_id"], row["options"]["id"], caller.user) for row in listed for caller in callers]

    with ThreadPoolExecutor(THREADS) as pool:
        likes = [like for made in pool.map(make, range(SESSIONS)) for like in made]
    random.shuffle(likes)
    return likes


def like_until_killed(host: Host, likes: list[tuple[str, str, str]], after: int) -> tuple[list, int]:
    """Likes from 16 threads until the host dies, `after` answers from now; the acknowledged ones and those cut off."""
    acknowledged, cut_off, lock, enough = [], 0, threading.Lock(), threading.Event()

    def worker(mine: list[tuple[str, str, str]]) -> None:
        nonlocal cut_off
        callers: dict[str, Caller] = {}
        for session, option, user in mine:
            caller = callers.setdefault(user, Caller(host, user))
            try:
                status, answer = caller.call("like_option", {"session_id": session, "option_id": option})
            except (OSError, HTTPException, ValueError):
                with lock:
                    cut_off += 1
                return
            assert status in (200, 409), (status, answer)
            if status == 200:
                with lock:
                    acknowledged.append((session, option, user, answer.get("matched_option_id")))
                    if len(acknowledged) == after:
                        enough.set()

    with ThreadPoolExecutor(THREADS) as pool:
        running = [pool.submit(worker, likes[number::THREADS]) for number in range(THREADS)]
        assert enough.wait(timeout=PATIENCE), "too few likes were acknowledged"
        host.kill()
        for one in running:
            one.result()
    return acknowledged, cut_off


def test_kill_during_writes(make_host):
    random.seed(20)
    host = make_host().start()
    users = [Caller(host) for _ in range(8)]
    category = users[0].ask("categories")[0]["id"]
    cut_off_in_all, every = 0, []
    for _ in range(ROUNDS):
        likes = prepare(host, category, users)
        acknowledged, cut_off = like_until_killed(host, likes, after=random.randint(10, SESSIONS))
        cut_off_in_all += cut_off
        every += acknowledged
        check(host, every)
        host.start()
    host.stop()
    check(host, every)
    assert cut_off_in_all >= ROUNDS, "the kills did not fall into writes"


def check(host: Host, acknowledged: list) -> None:
    """The file as the kill left it: acknowledged likes are rows, and a quorum is the one match of its session."""
    # A copy is read, so that the host itself has to recover the file.
    copy = host.folder / "copy.sqlite"
    for suffix in ("", "-wal"):
        source = pathlib.Path(f"{host.database.path}{suffix}")
        if source.exists():
            shutil.copyfile(source, f"{copy}{suffix}")
        else:
            pathlib.Path(f"{copy}{suffix}").unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(copy)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        stored = set(database.execute("SELECT session_id, option_id, user_id FROM likes"))
        matches = dict(database.execute(
            "SELECT id, matched_option_id FROM sessions WHERE status = 'matched'"))
        quorums = database.execute(
            "SELECT session_id, option_id FROM likes GROUP BY session_id, option_id HAVING count(DISTINCT user_id) >= 2"
        ).fetchall()
    lost = [like for like in acknowledged if like[:3] not in stored]
    assert not lost
    assert len(quorums) == len({session for session, _ in quorums}), "a session has two matches"
    assert dict(quorums) == matches
    for session, _, _, matched in acknowledged:
        assert matched is None or matches[session] == matched
