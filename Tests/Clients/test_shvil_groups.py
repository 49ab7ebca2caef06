"""Shvil's groups, by the requests of its document: raw ones, and those of PyPI's `supabase`."""

import uuid

import httpx
import pytest
from postgrest.exceptions import APIError

from host import PATIENCE, token
from jobs import rows
from racing import CALLERS, race
from test_supabase import client, invoke

pytestmark = pytest.mark.engines("sqlite", "postgres")

GROUP = {
    "id", "name", "description", "created_by", "invite_code", "qr_code", "member_count", "created_at", "updated_at"}
MEMBER = {"id", "group_id", "user_id", "joined_at"}


class User:
    """A user, with the requests of the app."""

    def __init__(self, host):
        self.host = host
        self.id = str(uuid.uuid4())
        self.token = token(sub=self.id)

    @property
    def supabase(self):
        return client(self.host, self.token)

    def send(self, method: str, path: str, body: dict | None = None, **fields: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **fields}
        return httpx.request(method, f"{self.host.url}/rest/v1/{path}", json=body, headers=headers, timeout=PATIENCE)

    def rows(self, method: str, path: str, body: dict | None = None) -> list[dict]:
        """The rows of a request that has to succeed."""
        answer = self.send(method, path, body, Prefer="return=representation")
        assert answer.is_success, answer.text
        return answer.json()


def code(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of an error, which stands in the document's envelope."""
    error = answer.json()["error"]
    assert error["message"]
    return answer.status_code, error["code"]


@pytest.fixture
def users(host):
    return [User(host) for _ in range(3)]


def test_the_documents_requests_line_by_line(users):
    owner, friend, stranger = users

    body = {"name": "Weekend Warriors", "description": "Adventure group for weekend trips"}
    assert owner.send("POST", "social_groups", body).status_code == 201
    [group] = owner.rows("GET", "social_groups")
    assert set(group) == GROUP
    assert {key: group[key] for key in body} == body
    assert (group["created_by"], group["member_count"]) == (owner.id, 1)
    assert group["qr_code"] == f"shvil://join/{group['invite_code']}"

    joining = {"invite_code": group["invite_code"]}
    joined = friend.send("POST", "social_groups/join", joining)
    assert joined.status_code == 200
    assert joined.json() == {**group, "member_count": 2}
    assert friend.send("POST", "social_groups/join", joining).json() == joined.json(), "again: the same answer"
    assert code(stranger.send("POST", "social_groups/join", {"invite_code": "ABC123"})) == (404, "GROUP_NOT_FOUND")

    members = f"group_members?group_id=eq.{group['id']}"
    for member in (owner, friend):
        listed = member.rows("GET", members)
        assert [row["user_id"] for row in listed] == [owner.id, friend.id]
        assert all(set(row) - {"display_name"} == MEMBER for row in listed)
    assert code(stranger.send("GET", members)) == (404, "GROUP_NOT_FOUND")

    leaving = f"group_members?group_id=eq.{group['id']}&user_id=eq.{friend.id}"
    assert friend.send("DELETE", leaving).status_code == 204
    assert [row["user_id"] for row in owner.rows("GET", members)] == [owner.id]
    assert code(friend.send("DELETE", leaving)) == (404, "GROUP_NOT_FOUND")


def test_the_clients_tables(users):
    owner, friend, _ = users
    group = owner.supabase.table("social_groups").insert({"name": "Hikers"}).execute().data[0]
    assert set(group) == GROUP - {"description"}
    joined = friend.supabase.rpc("join_social_group", {"invite_code": group["invite_code"].lower()}).execute().data
    assert joined["id"] == group["id"]

    def table(user, name="social_groups"):
        return user.supabase.table(name)

    assert table(friend).select("id, name, member_count").execute().data == [
        {"id": group["id"], "name": "Hikers", "member_count": 2}]
    one = table(friend).select("*").eq("id", group["id"]).single().execute().data
    assert one["created_by"] == owner.id
    members = table(owner, "group_members").select("user_id").eq("group_id", group["id"]).execute().data
    assert members == [{"user_id": owner.id}, {"user_id": friend.id}]

    renamed = table(owner).update({"name": "Climbers"}).eq("id", group["id"]).execute().data
    assert [row["name"] for row in renamed] == ["Climbers"]
    for attempt in (
        table(friend).update({"name": "x"}).eq("id", group["id"]), table(friend).delete().eq("id", group["id"]),
        table(friend, "group_members").delete().eq("group_id", group["id"]).eq("user_id", owner.id),
    ):
        with pytest.raises(APIError) as caught:
            attempt.execute()
        assert caught.value.code == "PERMISSION_DENIED"
    removal = table(owner, "group_members").delete().eq("group_id", group["id"]).eq("user_id", friend.id)
    assert [row["user_id"] for row in removal.execute().data] == [friend.id]
    assert table(friend).select("*").execute().data == []
    assert [row["id"] for row in table(owner).delete().eq("id", group["id"]).execute().data] == [group["id"]]
    assert table(owner).select("*").execute().data == []


def test_a_creator_who_leaves_hands_the_group_over(host, users):
    owner, friend, _ = users
    group = invoke(host, "create_social_group", owner.token, body={"name": "Hikers"})
    invoke(host, "join_social_group", friend.token, body={"invite_code": group["invite_code"]})
    invoke(host, "leave_social_group", owner.token, body={"group_id": group["id"]})
    assert friend.rows("GET", "social_groups")[0]["created_by"] == friend.id
    invoke(host, "leave_social_group", friend.token, body={"group_id": group["id"]})
    answer = owner.send("POST", "social_groups/join", {"invite_code": group["invite_code"]})
    assert code(answer) == (404, "GROUP_NOT_FOUND")


def test_every_request_needs_a_user_and_ones_own_group(host, users):
    owner, _, stranger = users
    [group] = owner.rows("POST", "social_groups", {"name": "Hikers"})
    requests = [
        ("PATCH", f"social_groups?id=eq.{group['id']}", {"name": "x"}),
        ("DELETE", f"social_groups?id=eq.{group['id']}", None), ("GET", f"social_groups?id=eq.{group['id']}", None),
        ("GET", f"group_members?group_id=eq.{group['id']}", None),
        ("DELETE", f"group_members?group_id=eq.{group['id']}&user_id=eq.{owner.id}", None),
        ("DELETE", f"group_members?group_id=eq.{group['id']}&user_id=eq.{stranger.id}", None),
    ]
    for method, path, body in requests:
        assert code(stranger.send(method, path, body)) == (404, "GROUP_NOT_FOUND"), path
        unknown = path.replace(group["id"], str(uuid.uuid4()))
        assert stranger.send(method, unknown, body).text == stranger.send(method, path, body).text, path
    for method, path, body in [
        *requests, ("GET", "social_groups", None), ("POST", "social_groups", {"name": "x"}),
        ("POST", "social_groups/join", {"invite_code": group["invite_code"]}),
    ]:
        for headers in ({}, {"Authorization": f"Bearer {token('anon')}"}):
            answer = httpx.request(method, f"{host.url}/rest/v1/{path}", json=body, headers=headers, timeout=PATIENCE)
            assert answer.status_code == 401, path
    assert owner.rows("GET", "social_groups") == [group]


def test_one_join_from_24_connections(host, users):
    owner, friend, _ = users
    [group] = owner.rows("POST", "social_groups", {"name": "Hikers"})
    joining = {"invite_code": group["invite_code"]}
    answers = race(host, "POST", "/rest/v1/social_groups/join", [(friend.token, joining)] * CALLERS)
    assert [answer.status_code for answer in answers] == [200] * CALLERS
    assert all(answer.json() == {**group, "member_count": 2} for answer in answers)
    stored = rows(host, "SELECT user_id FROM group_members WHERE group_id = ? ORDER BY joined_at", group["id"])
    assert stored == [{"user_id": owner.id}, {"user_id": friend.id}]


def test_joins_of_24_users_at_once(host, users):
    """Each answer counts one member more than another one."""
    owner, friends = users[0], [User(host) for _ in range(CALLERS)]
    [group] = owner.rows("POST", "social_groups", {"name": "Hikers"})
    joining = {"invite_code": group["invite_code"]}
    answers = race(host, "POST", "/rest/v1/social_groups/join", [(friend.token, joining) for friend in friends])
    assert [answer.status_code for answer in answers] == [200] * CALLERS
    assert sorted(answer.json()["member_count"] for answer in answers) == list(range(2, CALLERS + 2))
    members = owner.rows("GET", f"group_members?group_id=eq.{group['id']}")
    assert sorted(row["user_id"] for row in members) == sorted(user.id for user in (owner, *friends))
