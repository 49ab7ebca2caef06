"""A whole Swivo match, and the seeds' database functions by `rpc`, from PyPI's `supabase`."""

import uuid

import httpx
import pytest
from postgrest.exceptions import APIError

from host import PATIENCE, token
from test_supabase import client, refused

pytestmark = pytest.mark.engines("sqlite", "postgres", "pgbouncer")


class Match:
    """A session of two, made by `rpc` as the seed shows."""

    def __init__(self, host):
        self.host = host
        self.first, self.second = client(host, token()), client(host, token())
        category = self.first.functions.invoke("categories", {"responseType": "json"})[0]
        wish = {"p_category_id": category["id"], "p_quorum_n": 2}
        self.session = self.first.rpc("create_session", wish).execute().data
        assert set(self.session) == {"session_id", "invite_code", "created_at"}
        joined = self.join(self.second)
        assert joined == {"success": True, "session_id": self.id}
        listed = self.first.functions.invoke(
            "session_options", {"body": {"session_id": self.id}, "responseType": "json"})
        assert [option["order_index"] for option in listed] == sorted(option["order_index"] for option in listed)
        self.options = [option["options"]["id"] for option in listed]

    @property
    def id(self) -> str:
        return self.session["session_id"]

    def join(self, player):
        return player.rpc("join_session", {"p_invite_code": self.session["invite_code"]}).execute().data

    def like(self, player, option: str):
        return player.rpc("like_option", {"p_session_id": self.id, "p_option_id": option}).execute().data


@pytest.fixture
def match(host):
    return Match(host)


def failure(call) -> APIError:
    """The error of a call that has to fail, in PostgREST's shape."""
    with pytest.raises(APIError) as caught:
        call()
    assert set(caught.value.json()) == {"code", "message", "details", "hint"}
    assert caught.value.code and caught.value.message
    return caught.value


def test_a_match_by_rpc(match):
    one, other = match.options[:2]
    assert match.like(match.first, one) == {"success": True, "match_found": False}
    assert match.like(match.second, other) == {"success": True, "match_found": False}
    won = {"success": True, "match_found": True, "matched_option_id": one}
    assert match.like(match.second, one) == won
    end = {"matched_option_id": one, "session_status": "matched"}
    assert match.like(match.second, one) == {**won, **end}, "a repeated like is answered as it was first, with the match"
    assert match.like(match.first, one) == {"success": True, "match_found": False, **end}, "and so is an earlier one"
    assert failure(lambda: match.like(match.first, other)).code == "CONFLICT"


def test_a_match_by_functions(host):
    players = [client(host, token()) for _ in range(2)]

    def call(player, name, body=None):
        return player.functions.invoke(name, {"responseType": "json", "body": body or {}})

    category = call(players[0], "categories")[0]
    session = call(players[0], "create_session", {"category_id": category["id"]})
    call(players[1], "join_session", {"invite_code": session["invite_code"]})
    listed = call(players[0], "session_options", {"session_id": session["session_id"]})
    like = {"session_id": session["session_id"], "option_id": listed[0]["options"]["id"]}
    opened = [row["id"] for row in call(players[1], "open_sessions")]
    assert session["session_id"] in opened
    assert call(players[0], "like_option", like) == {"success": True, "match_found": False}
    won = {"success": True, "match_found": True, "matched_option_id": like["option_id"]}
    assert call(players[1], "like_option", like) == won
    assert call(players[1], "like_option", like) == {**won, "session_status": "matched"}
    assert session["session_id"] not in [row["id"] for row in call(players[1], "open_sessions")]


def test_joining_fails_softly_by_rpc(match):
    stranger = client(match.host, token())
    wrong = stranger.rpc("join_session", {"p_invite_code": "no such code"}).execute().data
    assert wrong["success"] is False and wrong["message"] and "session_id" not in wrong
    twice = match.join(match.second)
    assert twice["success"] is False and twice["message"]


def test_joining_fails_with_a_status_by_route(match):
    access = token()
    body = {"invite_code": match.session["invite_code"]}
    client(match.host, access).functions.invoke("join_session", {"body": body})
    status, answer, _ = refused(match.host, "join_session", access, body=body)
    assert (status, answer["error"]["code"]) == (409, "CONFLICT")
    status, answer, _ = refused(match.host, "join_session", access, body={"invite_code": "no such code"})
    assert status == 404 and answer["error"]["code"].endswith("NOT_FOUND")


def test_likes_that_are_refused(match):
    stranger = client(match.host, token())
    assert failure(lambda: match.like(stranger, match.options[0])).code == "PERMISSION_DENIED"
    assert failure(lambda: match.like(match.first, str(uuid.uuid4()))).code.endswith("NOT_FOUND")
    absent = {"p_session_id": str(uuid.uuid4()), "p_option_id": match.options[0]}
    assert failure(lambda: stranger.rpc("like_option", absent).execute()).code == "SESSION_NOT_FOUND"
    assert failure(lambda: stranger.rpc("like_option", {"p_session_id": match.id}).execute()).code == "VALIDATION_ERROR"


def test_only_the_creator_closes(match):
    def close(player):
        return player.rpc("close_session", {"p_session_id": match.id}).execute().data

    assert close(match.second) is False
    assert close(match.first) is True
    assert failure(lambda: match.like(match.first, match.options[0])).code == "CONFLICT"


def test_a_push_token_is_set_and_taken_back(host):
    player = client(host, token())
    for value in ("ab" * 32, None):
        assert player.rpc("update_apns_token", {"p_token": value}).execute().data == []
    assert failure(lambda: player.rpc("update_apns_token", {}).execute()).code == "VALIDATION_ERROR"
    bare = httpx.post(
        f"{host.url}/rest/v1/rpc/update_apns_token",
        headers={"Authorization": f"Bearer {token()}"}, json={"p_token": None}, timeout=PATIENCE)
    assert (bare.status_code, bare.content) == (204, b"")


def test_an_unknown_database_function(host):
    failure(lambda: client(host, token()).rpc("nobody_wrote_this", {}).execute())


def test_get_is_for_reading_only(host, match):
    listed = match.first.rpc("session_options", {"p_session_id": match.id}, get=True).execute().data
    assert [row["options"]["id"] for row in listed] == match.options
    writing = client(host, token()).rpc("update_apns_token", {"p_token": "ab" * 32}, get=True)
    failure(writing.execute)
    bare = httpx.get(
        f"{host.url}/rest/v1/rpc/update_apns_token", headers={"Authorization": f"Bearer {token()}"}, timeout=PATIENCE)
    assert bare.status_code == 405
