"""A match reaches every phone: by `rpc` from PyPI's `supabase`, by Supabase's database webhook, and when the host is killed."""

import contextlib
import http.client
import json
import time
import uuid

import pytest

from host import PATIENCE, token
from jobs import QUICKLY, eventually, jobs, rows
from test_push_simulator import make_simulator  # noqa: F401  (a fixture)
from test_supabase import client

pytestmark = pytest.mark.engines("sqlite", "postgres")


def notify(host, body: dict, role: str = "service_role") -> tuple[int, dict]:
    """Calls notify_match; the status and the answer."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)) as connection:
        headers = {"Authorization": f"Bearer {token(role)}", "Content-Type": "application/json"}
        connection.request("POST", "/functions/v1/notify_match", json.dumps(body), headers)
        response = connection.getresponse()
        answer = json.loads(response.read())
        return response.status, answer


def webhook(session: str, old: str = "open") -> dict:
    """What Supabase posts when a row of `sessions` changes."""
    record = {"id": session, "status": "matched", "quorum_n": 3, "matched_at": "2026-03-01T12:00:00+00:00"}
    return {
        "type": "UPDATE", "table": "sessions", "schema": "public", "record": record,
        "old_record": {**record, "status": old, "matched_at": None}}


def play(host, phones: list[str | None], players: list | None = None) -> str:
    """A match by `rpc` among as many users as there are phones; the session's id."""
    players = players or [client(host, token()) for _ in phones]
    for player, phone in zip(players, phones):
        if phone:
            player.rpc("update_apns_token", {"p_token": phone, "p_environment": "sandbox"}).execute()
    category = players[0].functions.invoke("categories", {"responseType": "json"})[0]
    wish = {"p_category_id": category["id"], "p_quorum_n": len(phones)}
    session = players[0].rpc("create_session", wish).execute().data
    for player in players[1:]:
        player.rpc("join_session", {"p_invite_code": session["invite_code"]}).execute()
    listed = players[0].rpc("session_options", {"p_session_id": session["session_id"]}).execute().data
    like = {"p_session_id": session["session_id"], "p_option_id": listed[0]["options"]["id"]}
    answers = [player.rpc("like_option", like).execute().data["match_found"] for player in players]
    assert answers == [False] * (len(phones) - 1) + [True]
    return session["session_id"]


def test_a_match_and_its_webhook_notify_once(make_host, make_simulator):  # noqa: F811
    simulator = make_simulator()
    host = make_host(settings=simulator.settings).start()
    phones = [uuid.uuid4().hex * 2 for _ in range(3)]
    session = play(host, [*phones, None])
    assert notify(host, webhook(session)) == (202, {"status": "accepted", "session_id": session})
    assert notify(host, {"session_id": session})[0] == 202
    assert notify(host, webhook(session, old="matched"))[1] == {"status": "ignored"}
    eventually(lambda: len(simulator.arrived()) >= 3)
    eventually(lambda: not rows(host, "SELECT id FROM swiftlet_jobs"))
    # Once more, when everything is over.
    assert notify(host, webhook(session))[0] == 202
    eventually(lambda: not rows(host, "SELECT id FROM swiftlet_jobs"))
    arrived = simulator.arrived()
    assert sorted(push["token"] for push in arrived) == sorted(phones)
    assert {push["collapse_id"] for push in arrived} == {f"match-{session}"}
    outcomes = [row["outcome"] for row in rows(host, "SELECT outcome FROM match_deliveries")]
    assert sorted(outcomes) == ["delivered"] * 3 + ["no_token"]
    for role in ("authenticated", "anon"):
        assert notify(host, webhook(session), role)[0] == 403
    host.stop()


def test_a_phone_that_lost_the_app_is_forgotten(make_host, make_simulator):  # noqa: F811
    simulator = make_simulator()
    host = make_host(settings=simulator.settings).start()
    gone, there = uuid.uuid4().hex, uuid.uuid4().hex
    # Later than the registration, which a slow machine makes some time after this.
    simulator.ask("unregister", "POST", {"token": gone, "timestamp": int(time.time() * 1000) + 86_400_000})
    play(host, [gone, there])
    decided = "SELECT outcome FROM match_deliveries WHERE outcome <> 'pending' ORDER BY outcome"
    eventually(lambda: [row["outcome"] for row in rows(host, decided)] == ["delivered", "unregistered"])
    kept = rows(host, "SELECT apns_token FROM users WHERE apns_token IS NOT NULL")
    assert [row["apns_token"] for row in kept] == [there]
    host.stop()


def test_a_phone_that_is_registered_after_the_match_gets_it_once(make_host, make_simulator):  # noqa: F811
    simulator = make_simulator()
    host = make_host(settings=simulator.settings).start()
    players = [client(host, token()) for _ in range(2)]
    there, late = uuid.uuid4().hex, uuid.uuid4().hex
    play(host, [there, None], players)

    def outcomes() -> list[str]:
        return [row["outcome"] for row in rows(host, "SELECT outcome FROM match_deliveries ORDER BY outcome")]

    eventually(lambda: outcomes() == ["delivered", "no_token"])
    for _ in range(2):
        players[1].rpc("update_apns_token", {"p_token": late, "p_environment": "sandbox"}).execute()
    eventually(lambda: outcomes() == ["delivered", "delivered"])
    eventually(lambda: not rows(host, "SELECT id FROM swiftlet_jobs"))
    assert sorted(push["token"] for push in simulator.arrived()) == sorted([there, late])
    host.stop()


SESSIONS = 150
PHONES = 3


def store_matches(database) -> list[str]:
    """Writes matched sessions without notifications; their ids."""
    with database.writing() as tables:
        option, category = tables.rows("SELECT id, category_id FROM options LIMIT 1")[0].values()
        sessions = []
        for number in range(SESSIONS):
            session = str(uuid.uuid4())
            users = [str(uuid.uuid4()) for _ in range(PHONES)]
            tables.change(
                "INSERT INTO users (id, apns_token, apns_environment) VALUES (?, ?, 'sandbox')",
                *((user, uuid.uuid4().hex * 2) for user in users))
            tables.change(
                """
                INSERT INTO sessions (id, category_id, created_by, invite_code, status, matched_option_id, matched_at)
                VALUES (?, ?, ?, ?, 'matched', ?, '2026-03-01T12:00:00.000Z')
                """, (session, category, users[0], f"K{number:05}", option))
            tables.change(
                "INSERT INTO session_participants (session_id, user_id) VALUES (?, ?)",
                *((session, user) for user in users))
            sessions.append(session)
        return sessions


@pytest.mark.parametrize("kills", [1, 3])
def test_killed_in_the_middle_of_a_batch_all_arrive(make_host, make_simulator, kills, tmp_path):  # noqa: F811
    simulator = make_simulator()
    # Slow enough to be killed in the middle; what is in flight then was taken without the host having learnt of it.
    simulator.ask("faults", "POST", {"steps": [{"requests": "all", "faults": [{"fault": "slow", "milliseconds": 300}]}]})
    settings = {**simulator.settings, **QUICKLY, "SWIFTLET_MAX_RUNNING_JOBS": "8"}
    host = make_host(settings=settings).start()
    sessions = store_matches(host.database)
    for session in sessions:
        assert notify(host, webhook(session))[0] == 202
    total = SESSIONS * PHONES
    for number in range(kills):
        share = total * (number + 1) // (kills + 2)
        eventually(lambda: simulator.ask("status")["accepted"] >= share, what="too few arrive")
        host.kill()
        assert len({push["apns_id"] for push in simulator.arrived()}) < total, "it was killed too late"
        host.start()

    def have_all_arrived() -> bool:
        # Three kills may have met one job: to the queue that is a job that kills. It goes on when it is asked to.
        if rows(host, "SELECT id FROM swiftlet_jobs WHERE state = 'dead'"):
            assert kills >= 3, "a job is dead"
            jobs(host, "retry", "--state", "dead", "--error", "its host died", "--yes")
        return len({push["apns_id"] for push in simulator.arrived()}) >= total and not rows(host, "SELECT id FROM swiftlet_jobs")

    eventually(have_all_arrived, what="not all arrive")
    arrived = simulator.arrived()
    kept = rows(host, "SELECT apns_id, outcome FROM match_deliveries")
    assert len(kept) == total
    assert {row["outcome"] for row in kept} == {"delivered"}
    assert {push["apns_id"] for push in arrived} == {row["apns_id"] for row in kept}
    # One phone, one notification, however often it was sent.
    assert len({(push["apns_id"], push["token"], push["collapse_id"]) for push in arrived}) == total
    again = len(arrived) - total
    assert again <= kills * 8 * PHONES, "more was sent twice than was on the wire"
    host.stop()
