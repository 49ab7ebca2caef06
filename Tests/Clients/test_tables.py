"""Requests to tables that functions answer: `from_("…")` of PyPI's `supabase`, on Shvil's groups."""

import json
import urllib.error
import urllib.request
import uuid

import pytest
from postgrest.exceptions import APIError

from host import token
from test_supabase import client, invoke

pytestmark = pytest.mark.engines("sqlite", "postgres")


@pytest.fixture
def supabase(host):
    """A client of a new user."""
    return client(host, token())


@pytest.fixture
def groups(supabase):
    """The user's three groups, in the order of their names."""
    return [supabase.from_("social_groups").insert({"name": name}).execute().data[0] for name in ("a", "b", "c")]


def failure(call) -> APIError:
    with pytest.raises(APIError) as caught:
        call.execute()
    return caught.value


def test_rows_are_inserted(supabase):
    table = supabase.from_("social_groups")
    one = table.insert({"name": "one", "description": "first"}).execute()
    assert [row["name"] for row in one.data] == ["one"]
    assert table.insert({"name": "two"}, returning="minimal").execute().data == []
    (listed,) = table.insert([{"name": "three"}], count="exact").execute().data
    assert listed["member_count"] == 1
    single = table.insert({"name": "four"}).select("id", "name").execute().data
    assert single == [{"id": single[0]["id"], "name": "four"}]
    names = table.select("name").order("name").execute().data
    assert names == [{"name": name} for name in ("four", "one", "three", "two")]
    assert "VALIDATION_ERROR" == failure(table.insert([{"name": "five"}, {"name": "six"}])).code
    assert "VALIDATION_ERROR" == failure(table.insert({"name": ""})).code


def test_rows_are_selected(supabase, groups):
    table = supabase.from_("social_groups")
    assert table.select("*").order("name").execute().data == groups
    assert table.select("id").order("name", desc=True).limit(2).execute().data == [
        {"id": group["id"]} for group in groups[:0:-1]]
    assert table.select("name").order("name").range(1, 2).execute().data == [{"name": "b"}, {"name": "c"}]
    counted = table.select("id", count="exact").order("name").limit(1).execute()
    assert (counted.count, len(counted.data)) == (3, 1)
    assert table.select("*", count="exact", head=True).execute().count == 3
    assert table.select("description").limit(1).execute().data == [{"description": None}]


def test_one_row_is_asked_for(supabase, groups):
    table = supabase.from_("social_groups")
    assert table.select("*").eq("id", groups[1]["id"]).single().execute().data == groups[1]
    error = failure(table.select("*").single())
    assert (error.code, error.details) == ("PGRST116", "The result contains 3 rows")
    error = failure(table.select("*").eq("id", str(uuid.uuid4())).single())
    assert error.code == "GROUP_NOT_FOUND"


def test_rows_are_changed_and_deleted(supabase, groups):
    table = supabase.from_("social_groups")
    changed = table.update({"name": "new"}).eq("id", groups[0]["id"]).execute().data
    assert changed == [{**groups[0], "name": "new", "updated_at": changed[0]["updated_at"]}]
    # A whole model, as typed clients send it.
    assert table.update({**changed[0], "name": "newer"}).eq("id", groups[0]["id"]).execute().data[0]["name"] == "newer"
    assert table.update({"name": "newest"}, returning="minimal").eq("id", groups[0]["id"]).execute().data == []
    assert [row["id"] for row in table.delete().eq("id", groups[0]["id"]).execute().data] == [groups[0]["id"]]
    assert len(table.select("id").execute().data) == 2
    assert failure(table.delete().eq("id", groups[0]["id"])).code == "GROUP_NOT_FOUND"


def test_members_by_their_group(host, supabase, groups):
    friend = str(uuid.uuid4())
    code = groups[0]["invite_code"]
    joined = invoke(host, "join_social_group", token(sub=friend), body={"invite_code": code})
    assert joined["id"] == groups[0]["id"]
    members = supabase.from_("group_members").select("user_id").eq("group_id", groups[0]["id"]).execute().data
    assert members[1] == {"user_id": friend} and len(members) == 2
    removal = supabase.from_("group_members").delete().eq("group_id", groups[0]["id"]).eq("user_id", friend)
    assert [row["user_id"] for row in removal.execute().data] == [friend]
    assert removal.execute().data == []


@pytest.mark.parametrize(
    "build", [
        lambda table: table.select("*, group_members(*)"), lambda table: table.select("*").neq("name", "x"),
        lambda table: table.select("*").in_("id", ["x"]), lambda table: table.upsert({"name": "x"}),
        lambda table: table.update({"name": "x"}), lambda table: table.delete(),
        lambda table: table.delete().eq("name", "x"), lambda table: table.select("*").or_("id.eq.x"),
    ], ids=["embedded", "other operator", "list", "upsert", "update all", "delete all", "other column", "or"])
def test_other_requests_need_a_project(supabase, groups, build):
    error = failure(build(supabase.from_("social_groups")))
    assert error.code == "NOT_IMPLEMENTED" and "the table social_groups" in error.message
    assert "/rest/v1/social_groups" in error.hint and "SUPABASE_URL" in error.hint
    assert len(supabase.from_("social_groups").select("id").execute().data) == 3


def test_a_limit_is_a_number_from_0(supabase):
    assert failure(supabase.from_("social_groups").select("*").limit(-1)).code == "PGRST100"


def test_errors_have_the_documented_envelope_too(host):
    """Clients without a library read the app's document: `{"error":{"code","message","details"}}`."""
    request = urllib.request.Request(
        f"{host.url}/rest/v1/social_groups/join", json.dumps({"invite_code": "NOTACODE"}).encode(),
        {"Authorization": f"Bearer {token()}", "Content-Type": "application/json"})
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request)
    body = json.loads(caught.value.read())
    assert caught.value.code == 404
    assert body["error"] == {"code": "GROUP_NOT_FOUND", "message": "Group not found"}
    assert (body["code"], body["message"], body["details"], body["hint"]) == (
        "GROUP_NOT_FOUND", "Group not found", None, None)
