"""Swivo's document line by line: its database functions, edge functions and queries, with PyPI's `supabase`.

The queries of tables are the functions that answer them (`open_sessions`, `session_options`, `session`), since there is
no PostgREST here; with one, the policies that `test_postgres_rls.py` checks show the same rows.
"""

import concurrent.futures
import json
import threading
import time
import uuid

import httpx
import pytest

from host import token
from test_match import failure
from test_supabase import client, refused

pytestmark = pytest.mark.engines("sqlite", "postgres")


class Session:
    """A session of two in which the first player has liked an option, made by `rpc` as the document shows."""

    def __init__(self, host):
        self.host = host
        self.users = [str(uuid.uuid4()) for _ in range(2)]
        self.tokens = [token(sub=user) for user in self.users]
        self.first, self.second = (client(host, access) for access in self.tokens)
        category = next(
            row for row in self.first.rpc("categories", {}).execute().data if row["name"] == "Movies")
        self.created = self.first.rpc(
            "create_session", {"p_category_id": category["id"], "p_quorum_n": 2}).execute().data
        self.id, self.code = self.created["session_id"], self.created["invite_code"]
        self.options = [
            row["options"]["id"] for row in self.first.rpc("session_options", {"p_session_id": self.id}).execute().data]

    def join(self):
        answer = self.second.rpc("join_session", {"p_invite_code": self.code}).execute().data
        assert answer == {"success": True, "session_id": self.id}

    def like(self, player):
        wish = {"p_session_id": self.id, "p_option_id": self.options[0]}
        return player.rpc("like_option", wish).execute().data

    def read(self, player):
        return player.functions.invoke("session", {"body": {"session_id": self.id}, "responseType": "json"})

    def request(self, number: int = 0, **options):
        """The URL and the fields of a request by a player, for `httpx`."""
        fields = {"Authorization": f"Bearer {self.tokens[number]}", **options}
        return f"{self.host.url}/functions/v1/session", fields


@pytest.fixture
def session(host):
    return Session(host)


def test_the_document_from_creation_to_match(session):
    assert set(session.created) == {"session_id", "invite_code", "created_at"}
    session.join()
    assert session.second.rpc("set_username", {"p_username": f"Ben {session.code}"}).execute().data == {
        "success": True, "username": f"Ben {session.code}"}
    # "Get User's Open Sessions", "Get Session Options for Swiping", "Get Session Participants".
    opened = session.second.rpc("open_sessions", {}, get=True).execute().data
    assert [row["id"] for row in opened] == [session.id]
    expected = {
        "id": session.id, "status": "open", "invite_code": session.code, "quorum_n": 2, "matched_option_id": None,
        "created_at": session.created["created_at"],
        "session_participants": [
            {"users": {"id": session.users[0], "username": None}},
            {"users": {"id": session.users[1], "username": f"Ben {session.code}"}},
        ],
    }
    for player in (session.first, session.second):
        assert session.read(player) == expected
        assert player.rpc("session", {"session_id": session.id}).execute().data == expected
        assert player.rpc("session", {"p_session_id": session.id}, get=True).execute().data == expected
    # Who liked first learns of the match; a replay carries it.
    assert session.like(session.first) == {"success": True, "match_found": False}
    won = {"success": True, "match_found": True, "matched_option_id": session.options[0]}
    assert session.like(session.second) == won
    end = {**expected, "status": "matched", "matched_option_id": session.options[0]}
    assert session.read(session.first) == session.read(session.second) == end
    assert session.like(session.second) == {**won, "session_status": "matched"}
    assert session.like(session.first) == {**won, "match_found": False, "session_status": "matched"}
    assert session.first.rpc("close_session", {"p_session_id": session.id}).execute().data is False
    assert session.first.rpc("update_apns_token", {"p_token": "ab" * 32}).execute().data == []
    assert session.first.functions.invoke(
        "update_apns_token", {"body": {"token": None}, "responseType": "json"}) == {"success": True}


def test_only_participants_see_a_session(session):
    stranger = token()
    body = {"session_id": session.id}
    status, answer, _ = refused(session.host, "session", stranger, body=body)
    assert (status, answer["error"]["code"]) == (403, "PERMISSION_DENIED")
    status, answer, _ = refused(session.host, "session", stranger, body={"session_id": str(uuid.uuid4())})
    assert (status, answer["error"]["code"]) == (404, "SESSION_NOT_FOUND")
    assert refused(session.host, "session", token("anon"), body=body)[0] == 401
    assert failure(lambda: client(session.host, stranger).rpc("session", body).execute()).code == "PERMISSION_DENIED"


def test_a_waiting_request_learns_of_each_change(session):
    url, fields = session.request()
    with httpx.Client(timeout=60) as http, concurrent.futures.ThreadPoolExecutor() as pool:
        def wait(tag: str):
            return http.get(
                url, params={"session_id": session.id, "wait": 25}, headers={**fields, "If-None-Match": tag})

        known = http.get(url, params={"session_id": session.id}, headers=fields)
        waiting = pool.submit(wait, known.headers["etag"])
        session.join()
        joined = waiting.result()
        assert len(joined.json()["session_participants"]) == 2
        waiting = pool.submit(wait, joined.headers["etag"])
        session.like(session.first)
        session.like(session.second)
        began = time.monotonic()
        matched = waiting.result()
        assert matched.json()["matched_option_id"] == session.options[0]
        assert time.monotonic() - began < 25
        assert wait(matched.headers["etag"]).status_code == 304, "a session that is over changes no more"


def test_the_changes_come_as_server_sent_events(session):
    url, fields = session.request(Accept="text/event-stream")
    states = []
    opened = threading.Event()

    def listen():
        with httpx.stream("POST", url, headers=fields, json={"session_id": session.id}, timeout=60) as response:
            assert response.status_code == 200
            assert response.headers["content-type"] == "text/event-stream"
            for line in response.iter_lines():
                if line.startswith("data: {"):
                    states.append(json.loads(line.removeprefix("data: ")))
                    opened.set()

    with concurrent.futures.ThreadPoolExecutor() as pool:
        listening = pool.submit(listen)
        assert opened.wait(60)
        session.join()
        session.like(session.first)
        session.like(session.second)
        listening.result(60)
    assert states[0]["status"] == "open" and len(states[0]["session_participants"]) == 1
    assert states[-1]["status"] == "matched" and states[-1]["matched_option_id"] == session.options[0]
    assert all(one != other for one, other in zip(states, states[1:]))


def test_a_close_ends_the_stream(session):
    url, fields = session.request(Accept="text/event-stream")
    with httpx.stream("GET", url, params={"session_id": session.id}, headers=fields, timeout=60) as response:
        lines = response.iter_lines()
        assert next(lines) == "event: session"
        assert session.first.rpc("close_session", {"p_session_id": session.id}).execute().data is True
        rest = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: {")]
    assert [state["status"] for state in rest] == ["open", "closed"]


def test_twenty_four_callers_take_one_name(host):
    name = uuid.uuid4().hex[:20]

    def take(_):
        answer = httpx.post(
            f"{host.url}/functions/v1/set_username", headers={"Authorization": f"Bearer {token()}"},
            json={"username": name}, timeout=60)
        return answer.status_code

    with concurrent.futures.ThreadPoolExecutor(24) as pool:
        statuses = sorted(pool.map(take, range(24)))
    assert statuses == [200] + [409] * 23
    with host.database.reading() as tables:
        assert tables.rows("SELECT count(*) AS n FROM users WHERE username = ?", name) == [{"n": 1}]
