"""Idempotency keys over real connections: 32 callers with one key, and `kill -9` at random moments."""

import contextlib
import http.client
import json
import os
import random
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from host import PATIENCE, READY, Clients, Host, token
from jobs import eventually

pytestmark = pytest.mark.engines("sqlite", "postgres")

CALLERS = 32
# `make test` has time for few. SWIFTLET_IDEMPOTENCY_ROUNDS=1000 and SWIFTLET_IDEMPOTENCY_KILLS=500 take their time.
ROUNDS = int(os.environ.get("SWIFTLET_IDEMPOTENCY_ROUNDS", "20"))
KILLS = int(os.environ.get("SWIFTLET_IDEMPOTENCY_KILLS", "10"))
CLIENTS = 4


class Player:
    """A user of Swivo on a kept-alive connection. Every `create_session` leaves a session, so that doubled ones show."""

    def __init__(self, host: Host, user: str, category: str):
        self.host, self.user, self.token = host, user, token(sub=user)
        self.body = json.dumps({"category_id": category})
        self.connection: http.client.HTTPConnection | None = None

    def create(self, key: str, path: str = "/functions/v1/create_session", body: str | None = None):
        """The status, whether the answer is replayed, and the answer."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.host.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", "Idempotency-Key": key}
        try:
            self.connection.request("POST", path, body or self.body, headers)
            response = self.connection.getresponse()
            content = response.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        return response.status, response.headers.get("Idempotent-Replayed") == "true", json.loads(content)

    def close(self) -> None:
        if self.connection:
            self.connection.close()
            self.connection = None


def category(host: Host) -> str:
    with host.database.reading() as tables:
        return tables.rows("SELECT id FROM categories ORDER BY sort_order LIMIT 1")[0]["id"]


def sessions(host: Host, user: str) -> list[str]:
    with host.database.reading() as tables:
        return [row["id"] for row in tables.rows("SELECT id FROM sessions WHERE created_by = ?", user)]


def test_of_32_callers_with_one_key_one_has_an_effect(make_host):
    """Proves: of 32 requests with one key at the same time one runs, and the others get its answer."""
    host = make_host().start()
    user, topic = str(uuid.uuid4()), category(host)
    players = [Player(host, user, topic) for _ in range(CALLERS)]
    with ThreadPoolExecutor(CALLERS) as pool:
        for _ in range(ROUNDS):
            key = str(uuid.uuid4())
            answers = list(pool.map(lambda player: player.create(f'"{key}"'), players))
            assert {status for status, _, _ in answers} == {200}
            assert sum(replayed for _, replayed, _ in answers) == CALLERS - 1
            assert len({json.dumps(answer) for _, _, answer in answers}) == 1
    assert len(sessions(host, user)) == ROUNDS
    for player in players:
        player.close()
    host.stop()


def test_keys_and_their_refusals(make_host):
    """Proves: a key is refused with another request, and malformed; a database function has keys too; a page of another
    origin may send a key and read whether an answer is replayed."""
    host = make_host().start()
    topic = category(host)
    player = Player(host, str(uuid.uuid4()), topic)
    first = player.create("key-1")
    assert first[:2] == (200, False)
    assert player.create('"key-1"') == (200, True, first[2])
    other = json.dumps({"category_id": topic, "quorum_n": 3})
    status, replayed, error = player.create("key-1", body=other)
    assert (status, replayed, error["error"]["code"]) == (422, False, "IDEMPOTENCY_KEY_REUSED")
    for key in ("", '"', "a b", "k" * 256):
        status, _, error = player.create(key)
        assert (status, error["code"]) == (400, "IDEMPOTENCY_KEY_INVALID")
    rpc, parameters = "/rest/v1/rpc/create_session", json.dumps({"p_category_id": topic})
    called = player.create("key-2", rpc, parameters)
    assert called[:2] == (200, False)
    assert player.create("key-2", rpc, parameters) == (200, True, called[2])
    assert len(sessions(host, player.user)) == 2
    player.close()
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    with contextlib.closing(connection):
        origin = {"Origin": "https://app.example"}
        asked = {**origin, "Access-Control-Request-Method": "POST"}
        connection.request("OPTIONS", "/functions/v1/create_session", headers=asked)
        response = connection.getresponse()
        response.read()
        assert "idempotency-key" in response.headers["Access-Control-Allow-Headers"]
        fields = {**origin, "Authorization": f"Bearer {player.token}", "Idempotency-Key": "key-1"}
        connection.request("POST", "/functions/v1/create_session", player.body, fields)
        response = connection.getresponse()
        response.read()
        exposed = ", ".join(response.headers.get_all("Access-Control-Expose-Headers"))
        assert "Idempotent-Replayed" in exposed
    host.stop()


class Load(Clients):
    """Clients that send each request again with its key until it is answered, through all the deaths of their host."""

    def __init__(self, host: Host, topic: str, seed: int):
        super().__init__()
        self.host = host
        self.users = [str(uuid.uuid4()) for _ in range(CLIENTS)]
        self.answered: dict[str, tuple[str, dict]] = {}
        self.replayed = self.cut_off = 0
        self.faults: list[tuple[int, object]] = []
        self.lock = threading.Lock()
        self.clients = [
            threading.Thread(target=self.client, args=(Player(host, user, topic), random.Random(seed + number)))
            for number, user in enumerate(self.users)]

    def client(self, player: Player, chance: random.Random) -> None:
        while not self.enough.is_set():
            key = str(uuid.UUID(int=chance.getrandbits(128)))
            self.deliver(player, key)
            time.sleep(chance.uniform(0, 0.01))
        player.close()

    def deliver(self, player: Player, key: str) -> None:
        """Sends one request until it is answered."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                status, replayed, answer = player.create(key)
            except ConnectionRefusedError:
                time.sleep(0.01)
                continue
            except (OSError, http.client.HTTPException, ValueError):
                with self.lock:
                    self.cut_off += 1
                continue
            # The database of a host that starts may be away for a moment, and the server may still end a killed host's session.
            if status in (409, 503):
                time.sleep(0.05)
                continue
            with self.lock:
                self.replayed += replayed
                if status == 200:
                    self.answered[key] = (player.user, answer)
                else:
                    self.faults.append((status, answer))
            return
        with self.lock:
            self.faults.append((0, f"{key} is wedged"))


def test_kills_leave_one_effect_for_each_key(make_host):
    """Proves: however often a host is killed, a request that is sent again with its key takes effect once, and its
    answer names that effect; no key is left without an answer."""
    moments = random.Random(17)
    host = make_host().start()
    topic = category(host)
    with Load(host, topic, seed=17) as load:
        for _ in range(KILLS):
            wanted = len(load.answered) + 5
            eventually(lambda: len(load.answered) >= wanted or host.process.poll() is not None)
            time.sleep(moments.uniform(0, 0.1))
            assert host.process.poll() is None, f"the host ended by itself:\n{host.log_text()[-4000:]}"
            host.kill()
            host.spawn()
        eventually(lambda: host.answers(READY))
    assert load.faults == []
    host.database.assert_sound()
    effects = {session for user in load.users for session in sessions(host, user)}
    created = [answer["session_id"] for _, answer in load.answered.values()]
    assert len(created) == len(set(created)) and set(created) == effects
    with host.database.reading() as tables:
        assert tables.rows("SELECT count(*) AS keys FROM swiftlet_idempotency_keys") == [{"keys": len(effects)}]
    print(f"{len(created)} keys, {load.cut_off} requests cut off, {load.replayed} answers replayed")
    # Or the kills proved nothing.
    assert load.cut_off >= KILLS / 2
    # Once more, after all: every key has the answer that its client got.
    for user in load.users:
        player = Player(host, user, topic)
        for key, (owner, answer) in load.answered.items():
            if owner == user:
                assert player.create(key) == (200, True, answer)
        player.close()
    assert {session for user in load.users for session in sessions(host, user)} == effects
    host.stop()
