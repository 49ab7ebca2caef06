"""The sender beside C loops and aioapns, and the time from a match to its notification."""

import datetime
import http.client
import json
import os
import pathlib
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from functools import partial
from statistics import median, quantiles

import jwt

from data import STAMP, new_id
from load import HERE, body, token, turns
from processes import Server, free_port, serve

DEVICES = 4000
ROUNDS = 5
# How many connections, and in flight on each.
CASES = [(1, 100), (1, 300), (4, 75)]
MATCHES_PER_SECOND = 50


class AppleLike(Server):
    """nghttpd, which answers 200 to every device."""

    def __init__(self, folder: pathlib.Path):
        devices = folder / "htdocs" / "3" / "device"
        devices.mkdir(parents=True, exist_ok=True)
        for number in range(DEVICES):
            # Two bytes end together with their stream. After an answer without any libcurl resets the stream, and
            # nghttpd hangs up after a thousand resets.
            (devices / f"{number:064x}").write_text("{}")
        self.certificate, self.key = folder / "localhost.pem", folder / "localhost-key.pem"
        _openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
                 "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                 "-keyout", self.key, "-out", self.certificate)
        port = free_port()
        super().__init__(
            [_nghttpd(), "-a", "127.0.0.1", "-d", str(folder / "htdocs"), "-m", "1000", str(port), str(self.key),
             str(self.certificate)], port, folder, {"PATH": os.environ["PATH"]})

    def answers(self, status: int | None = None) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


def _nghttpd() -> str:
    return shutil.which("nghttpd", path=os.environ["PATH"] + ":/usr/sbin") or "nghttpd"


def _openssl(*arguments) -> None:
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


def measure_senders(folder: pathlib.Path, program: str, seconds: float) -> list[dict]:
    """Each sender in turn, for each case: the medians of notifications per second and CPU per notification."""
    key = folder / "benchmark.p8"
    _openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key)
    provider_token = jwt.encode({"iss": "BENCHMARKS", "iat": int(time.time())}, key.read_text(), algorithm="ES256",
                                headers={"kid": "BENCHMARK0", "typ": None})
    count = int(min(seconds, 4) * 6250)
    # What it is run by, what it is authorised by, and how many it sends: the slow one fewer.
    senders = {
        "ours": ([program], key, count),
        "perform": ([folder / "push_perform"], provider_token, count),
        "socket_action": ([folder / "push_socket_action"], provider_token, count),
        "aioapns": ([sys.executable, HERE / "aioapns_loop.py"], key, count // 8),
    }

    def send(case: tuple[int, int], name: str) -> dict:
        command, credential, number = senders[name]
        arguments = [*command, f"https://localhost:{server.port}", server.certificate, credential, *case, number]
        output = subprocess.run([str(part) for part in arguments], capture_output=True, text=True, timeout=120)
        if output.returncode:
            raise RuntimeError(f"{name} failed: {output.stderr[-500:]}")
        return json.loads(output.stdout)

    with AppleLike(folder) as server:
        runs = {case: turns({name: partial(send, case, name) for name in senders}, ROUNDS) for case in CASES}
    return [
        {"connections": case[0], "in_flight": case[1], **{
            name: {"per_second": median(run["sent"] / run["seconds"] for run in measured),
                   "cpu_us": median(run["cpu_seconds"] / run["sent"] * 1e6 for run in measured)}
            for name, measured in runs[case].items()}}
        for case in CASES
    ]


class Matches:
    """A database with sessions of two users, each one like short of its match."""

    def __init__(self, migrated: pathlib.Path, file: pathlib.Path, count: int):
        shutil.copyfile(migrated, file)
        self.file = file
        category, self.option = new_id(), new_id()
        users = [new_id() for _ in range(2 * count)]
        pairs = list(zip(users[::2], users[1::2]))
        self.sessions = {new_id(): pair for pair in pairs}
        database = sqlite3.connect(file)
        with database:
            database.execute("INSERT INTO categories (id, name, sort_order) VALUES (?, 'Benchmark', 99)", [category])
            database.execute("INSERT INTO options (id, category_id, label, sort_order) VALUES (?, ?, 'Pizza', 0)",
                             [self.option, category])
            database.executemany("INSERT INTO users (id, created_at, apns_token) VALUES (?, ?, ?)", [
                (user, STAMP, f"{number:064x}") for number, user in enumerate(users)])
            database.executemany(
                "INSERT INTO sessions (id, category_id, created_by, invite_code, quorum_n, status, created_at) "
                "VALUES (?, ?, ?, ?, 2, 'open', ?)",
                [(session, category, first, f"M{number}", STAMP)
                 for number, (session, (first, _)) in enumerate(self.sessions.items())])
            database.executemany("INSERT INTO session_participants (session_id, user_id, joined_at) VALUES (?, ?, ?)", [
                (session, user, STAMP) for session, pair in self.sessions.items() for user in pair])
            database.executemany("INSERT INTO session_options (session_id, option_id, order_index) VALUES (?, ?, 0)", [
                (session, self.option) for session in self.sessions])
            database.executemany(
                "INSERT INTO likes (id, session_id, option_id, user_id, match_found, created_at) "
                "VALUES (?, ?, ?, ?, 0, ?)",
                [(new_id(), session, self.option, first, STAMP) for session, (first, _) in self.sessions.items()])
        database.close()

    def stored(self) -> dict[str, datetime.datetime]:
        """When each match was stored: its instant is taken when its transaction begins."""
        database = sqlite3.connect(self.file)
        rows = database.execute("SELECT id, matched_at FROM sessions WHERE matched_at IS NOT NULL").fetchall()
        database.close()
        return {session: datetime.datetime.fromisoformat(instant) for session, instant in rows}


def measure_matches(folder: pathlib.Path, binary: str, migrated: pathlib.Path, env: dict[str, str],
                    seconds: float) -> dict:
    """Milliseconds from the match to its two notifications at the simulator, at a modest rate."""
    warm_up, count = 50, max(500, int(seconds * 75))
    matches = Matches(migrated, folder / "matches.sqlite", warm_up + count)
    apns, inspection = free_port(), free_port()
    certificates = folder / "simulator"
    simulator = Server([binary, "apns-simulator", "--port", str(apns), "--inspection-port", str(inspection),
                        "--folder", str(certificates)], inspection, folder, env, name="apns-simulator")
    with simulator:
        sending = {**env, "APNS_URL": f"https://127.0.0.1:{apns}", "APNS_CA_FILE": str(certificates / "ca.pem")}
        with serve(binary, f"sqlite:{matches.file}", folder, sending) as host:
            _play(matches, host.port)
            arrived = _arrivals(inspection, 2 * len(matches.sessions))
    stored = matches.stored()
    waits = [(instant - stored[session]) / datetime.timedelta(milliseconds=1)
             for session, instants in arrived.items() for instant in instants
             if session in list(matches.sessions)[warm_up:]]
    cuts = quantiles(waits, n=100)
    return {"matches": count, "p50_ms": cuts[49], "p99_ms": cuts[98]}


def _play(matches: Matches, port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    for session, (_, second) in matches.sessions.items():
        # As players do: not in step with anything.
        time.sleep(random.uniform(0, 2 / MATCHES_PER_SECOND))
        connection.request("POST", "/functions/v1/like_option", body(session, matches.option), {
            "Authorization": f"Bearer {token(second)}", "Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 200 or not json.loads(text)["match_found"]:
            raise RuntimeError(f"a like made no match: {answer.status} {text.decode()}")
    connection.close()


def _arrivals(port: int, expected: int) -> dict[str, list[datetime.datetime]]:
    """When the notifications of each session arrived; each has to, and once."""
    deadline = time.monotonic() + 20
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request("GET", f"/_simulator/notifications?limit={2 * expected}")
        page = json.loads(connection.getresponse().read())
        connection.close()
        if page["total"] >= expected:
            break
        if time.monotonic() > deadline:
            raise RuntimeError(f"only {page['total']} of {expected} notifications arrived")
        time.sleep(0.1)
    arrived: dict[str, list[datetime.datetime]] = {}
    for push in page["notifications"]:
        arrived.setdefault(push["payload"]["session_id"], []).append(
            datetime.datetime.fromisoformat(push["received_at"]))
    if any(len(instants) != 2 for instants in arrived.values()) or page["total"] != expected:
        raise RuntimeError("a match did not reach its two players once each")
    return arrived
