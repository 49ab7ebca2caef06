"""Enigmate's document: the riddle of the day and its model, chats and scores, with PyPI's `supabase`."""

import concurrent.futures
import datetime
import uuid

import httpx
import pytest

from host import PATIENCE, token
from test_match import failure
from test_supabase import client, refused

pytestmark = [pytest.mark.engines("sqlite", "postgres"), pytest.mark.usefixtures("one_day")]

MESSAGES = [{"role": "user", "content": "Is it the first road? 🛤"}, {"role": "assistant", "content": "Ask them."}]


def call(player, name: str, **body):
    return player.functions.invoke(name, {"body": body, "responseType": "json"})


@pytest.fixture
def player(host):
    return client(host, token())


@pytest.fixture
def riddle(player) -> int:
    return call(player, "riddle")["id"]


def test_the_documents_riddle_of_the_day_is_what_it_was(host):
    answer = httpx.post(
        f"{host.url}/functions/v1/riddle_today",
        headers={"Authorization": f"Bearer {token('anon')}", "Content-Type": "application/json"}, timeout=PATIENCE)
    assert answer.status_code == 200
    assert list(answer.json()) == ["id", "question", "imageURL"]


def test_the_riddle_has_the_members_of_the_model(host, player):
    whole = call(player, "riddle")
    assert list(whole) == [
        "id", "title", "date", "question", "answer", "image", "imageURL", "duration", "difficulty", "hint1", "hint2",
        "hint3"]
    assert whole["date"] == datetime.datetime.now(datetime.UTC).date().isoformat()
    assert whole["difficulty"] in (1, 2, 3, 4) and whole["duration"] > 0
    assert all(whole[hint] for hint in ("hint1", "hint2", "hint3"))
    assert call(player, "riddle_today")["id"] == whole["id"]
    picture = httpx.get(whole["imageURL"], timeout=PATIENCE)
    assert picture.status_code == 200 and picture.content.startswith(b"\x89PNG")
    later = whole["id"] + 1
    status, answer, _ = refused(host, "riddle", body={"riddle_id": later})
    assert (status, answer["error"]["code"]) == (404, "RIDDLE_NOT_FOUND")
    assert failure(lambda: player.rpc("riddle", {"p_riddle_id": later}).execute()).code == "RIDDLE_NOT_FOUND"


def test_a_chat_is_saved_and_read(host, player, riddle):
    empty = {"id": None, "riddle_id": riddle, "messages": [], "updated_at": None}
    assert call(player, "get_chat", riddle_id=riddle) == empty
    saved = call(player, "save_chat", riddle_id=riddle, messages=MESSAGES)
    assert saved["messages"] == MESSAGES and saved["riddle_id"] == riddle
    longer = player.rpc("save_chat", {"p_riddle_id": riddle, "p_messages": MESSAGES * 2}).execute().data
    assert longer["id"] == saved["id"] and longer["messages"] == MESSAGES * 2
    assert player.rpc("get_chat", {"p_riddle_id": riddle}, get=True).execute().data == longer
    assert call(client(host, token()), "get_chat", riddle_id=riddle) == empty, "a chat is its user's own"
    for name in ("get_chat", "save_chat"):
        body = {"riddle_id": riddle + 1, "messages": []}
        assert refused(host, name, body=body)[:1] == (404,), "tomorrow's riddle has no chat"
        assert refused(host, name, token("anon"), body=body)[0] == 401
    too_long = [{"content": "a" * 70_000}]
    status, answer, _ = refused(host, "save_chat", body={"riddle_id": riddle, "messages": too_long})
    assert (status, answer["error"]["code"]) == (400, "VALIDATION_ERROR")
    # Postgres would write each of these numbers with 309 digits.
    large = [{"n": [1e308] * 10}] * 500
    status = httpx.post(
        f"{host.url}/functions/v1/save_chat", headers={"Authorization": f"Bearer {token()}"},
        json={"riddle_id": riddle, "messages": large}, timeout=PATIENCE).status_code
    assert status in (200, 400)


def test_the_best_score_stays(host, player, riddle):
    assert failure(lambda: player.rpc("best_score", {"p_riddle_id": riddle}).execute()).code == "SCORE_NOT_FOUND"
    first = call(player, "save_score", riddle_id=riddle, score=80, duration=12, msg_count=5)
    assert first.pop("is_best") is True
    assert {key: first[key] for key in ("riddle_id", "score", "duration", "msg_count")} == {
        "riddle_id": riddle, "score": 80, "duration": 12, "msg_count": 5}
    worse = player.rpc("save_score", {"p_riddle_id": riddle, "p_score": 70, "p_duration": 1}).execute().data
    assert worse.pop("is_best") is False and worse == first
    better = call(player, "save_score", riddle_id=riddle, score=90)
    assert better.pop("is_best") is True and better["duration"] is None
    assert call(player, "best_score", riddle_id=riddle) == better == call(player, "best_score")
    assert call(player, "own_scores") == [better] == player.rpc("own_scores", {}, get=True).execute().data
    assert call(client(host, token()), "own_scores") == []
    assert refused(host, "save_score", body={"riddle_id": riddle + 1, "score": 1})[0] == 404
    assert refused(host, "save_score", body={"riddle_id": riddle, "score": -1})[0] == 400


def test_twenty_four_callers_begin_one_chat_and_keep_one_score(host, riddle):
    user = str(uuid.uuid4())
    fields = {"Authorization": f"Bearer {token(sub=user)}"}

    def save(number: int) -> list[int]:
        bodies = {
            "save_chat": {"riddle_id": riddle, "messages": [{"n": number}]},
            "save_score": {"riddle_id": riddle, "score": number},
        }
        return [
            httpx.post(f"{host.url}/functions/v1/{name}", headers=fields, json=body, timeout=60).status_code
            for name, body in bodies.items()]

    with concurrent.futures.ThreadPoolExecutor(24) as pool:
        assert list(pool.map(save, range(1, 25))) == [[200, 200]] * 24
    with host.database.reading() as tables:
        assert tables.rows("SELECT count(*) AS n FROM chats WHERE user_id = ?", user) == [{"n": 1}]
        assert tables.rows("SELECT score FROM scores WHERE user_id = ?", user) == [{"score": 24}]
