"""Guessing invite codes: ten wrong ones a minute for each user, on however many hosts and connections."""

import collections
import concurrent.futures
import itertools
import uuid

import httpx
import pytest

from host import token
from jobs import jobs
from test_supabase import client, invoke

pytestmark = pytest.mark.engines("sqlite", "postgres", "pgbouncer")

ALPHABET = "234679FHKLMRWXY"


def guesses():
    """Codes that no session has."""
    for letters in itertools.product(ALPHABET, repeat=4):
        yield "".join(letters) * 2 + "FF"


def join(host, access: str, code: str, way: str = "functions") -> httpx.Response:
    path, key = {"functions": ("functions/v1", "invite_code"), "rpc": ("rest/v1/rpc", "p_invite_code")}[way]
    return httpx.post(
        f"{host.url}/{path}/join_session", headers={"Authorization": f"Bearer {access}"}, json={key: code}, timeout=60)


def session(host) -> str:
    """The invite code of a new session."""
    access = token()
    category = invoke(host, "categories", access)[0]
    return invoke(host, "create_session", access, body={"category_id": category["id"]})["invite_code"]


def test_the_eleventh_wrong_code_of_a_minute_is_refused_and_so_is_a_right_one(host):
    access, codes = token(), guesses()
    for remaining in range(9, -1, -1):
        answer = join(host, access, next(codes))
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "SESSION_NOT_FOUND")
        assert (answer.headers["x-ratelimit-limit"], answer.headers["x-ratelimit-remaining"]) == ("10", str(remaining))
    right = session(host)
    for code in (next(codes), right):
        answer = join(host, access, code)
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "RATE_LIMIT_EXCEEDED")
        assert set(answer.json()) == {"error"} and answer.json()["error"]["message"]
        assert 1 <= int(answer.headers["retry-after"]) <= 60
        assert answer.headers["x-ratelimit-remaining"] == "0"
        assert int(answer.headers["x-ratelimit-reset"]) > 1_700_000_000
        assert "retry-after" in answer.headers["access-control-expose-headers"]
    assert join(host, token(), right).status_code == 200, "others are not held up"


def test_rpc_refuses_in_its_own_shape(host):
    access, codes = token(), guesses()
    for _ in range(10):
        answer = join(host, access, next(codes), "rpc")
        assert (answer.status_code, answer.json()) == (200, {"success": False, "message": "Session not found"})
    answer = join(host, access, next(codes), "rpc")
    assert answer.status_code == 429
    assert set(answer.json()) == {"code", "message", "details", "hint"}
    assert answer.json()["code"] == "RATE_LIMIT_EXCEEDED"
    assert int(answer.headers["retry-after"]) >= 1


def test_a_right_code_is_never_counted(host):
    access, code = token(), session(host)
    assert [join(host, access, code).status_code for _ in range(25)] == [200] + [409] * 24
    assert join(host, access, next(guesses())).headers["x-ratelimit-remaining"] == "9"


def test_a_new_session_has_a_long_code_and_an_old_ones_code_still_works(host):
    code = session(host)
    assert len(code) == 10 and set(code) <= set(ALPHABET)
    assert join(host, token(), f" {code[:5].lower()}-{code[5:]} ").status_code == 200
    with host.database.writing() as tables:
        tables.change("UPDATE sessions SET invite_code = ? WHERE invite_code = ?", ("FHKLMR", code))
    assert join(host, token(), "fhk-lmr").status_code == 200


def test_many_at_once_on_two_hosts_get_ten_answers(make_host, engine, tmp_path):
    first = make_host().start()
    hosts = [first]
    if engine != "sqlite":
        folder = tmp_path / "second"
        folder.mkdir()
        hosts.append(make_host(folder=folder, database=first.database).start())
    user = str(uuid.uuid4())
    access, codes = token(sub=user), list(itertools.islice(guesses(), 96))
    with concurrent.futures.ThreadPoolExecutor(24) as pool:
        answers = list(pool.map(
            lambda numbered: join(hosts[numbered[0] % len(hosts)], access, numbered[1]), enumerate(codes)))
    assert collections.Counter(answer.status_code for answer in answers) == {404: 10, 429: 86}
    with first.database.reading() as tables:
        rows = tables.rows("SELECT count(*) AS n FROM invite_code_misses WHERE user_id = ?", user)
    assert [row["n"] for row in rows] == [10]


def test_an_expired_sessions_code_is_unknown(make_host):
    # Its own schedule, at 23 minutes past each hour, could come before the code is tried.
    host = make_host(config='[jobs.expire_sessions]\nolder_than = "2d"\nenabled = false\n').start()
    old, young = session(host), session(host)
    with host.database.writing() as tables:
        moment = "2026-01-01T00:00:00.000Z"
        tables.change("UPDATE sessions SET created_at = ? WHERE invite_code = ?", (moment, old))
    assert join(host, token(), old).status_code == 200
    jobs(host, "run", "expire_sessions")
    answers = [join(host, token(), code) for code in (old, "XXXXXXXXXX")]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].json() == answers[1].json()
    rpc = client(host, token()).rpc("join_session", {"p_invite_code": old}).execute().data
    assert rpc == {"success": False, "message": "Session not found"}
    assert join(host, token(), young).status_code == 200
