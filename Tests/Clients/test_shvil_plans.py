"""Shvil's plans and saved places at their tables, as the app's document writes the requests."""

import json
import uuid

import httpx
import pytest

from host import token
from limits import Minute
from test_shvil_shares import people, request  # noqa: F401  (a fixture)
from test_supabase import client, invoke
from test_tables import failure

pytestmark = pytest.mark.engines("sqlite", "postgres")

PLAN = {
    "title": "Weekend Adventure",
    "description": "A fun weekend trip",
    "stops": [{"name": "Coffee Shop", "address": "123 Main St", "latitude": 37.7749, "longitude": -122.4194}],
}
PLACE = {
    "name": "Favorite Coffee Shop",
    "address": "123 Main St, San Francisco, CA",
    "latitude": 37.7749,
    "longitude": -122.4194,
    "category": "coffee",
}
ROWS = {"Prefer": "return=representation"}


def test_the_documents_requests_of_plans(host, people):  # noqa: F811
    (user, access), _ = people
    made = request(host, "POST", "/rest/v1/adventure_plans", access, json.dumps(PLAN), **ROWS)
    assert made.status_code == 201
    (plan,) = made.json()
    assert plan == {
        **PLAN, "id": plan["id"], "user_id": user, "status": "draft", "route_data": None,
        "created_at": plan["created_at"], "updated_at": plan["created_at"]}

    mine = f"/rest/v1/adventure_plans?user_id=eq.{user}"
    assert request(host, "GET", mine, access).json() == [plan]

    one = f"/rest/v1/adventure_plans?id=eq.{plan['id']}"
    change = {"title": "Updated Adventure", "status": "active"}
    changed = request(host, "PATCH", one, access, json.dumps(change), **ROWS)
    assert changed.status_code == 200
    assert changed.json() == [{**plan, **change, "updated_at": changed.json()[0]["updated_at"]}]
    silent = request(host, "PATCH", one, access, json.dumps({"status": "completed"}))
    assert (silent.status_code, silent.content) == (204, b"")

    gone = request(host, "DELETE", one, access)
    assert (gone.status_code, gone.content) == (204, b"")
    assert request(host, "GET", mine, access).json() == []


def test_the_documents_requests_of_places(host, people):  # noqa: F811
    (user, access), _ = people
    made = request(host, "POST", "/rest/v1/saved_places", access, json.dumps(PLACE), **ROWS)
    assert made.status_code == 201
    (place,) = made.json()
    assert {key: place[key] for key in PLACE} == PLACE
    assert (place["user_id"], place["place_type"], place["updated_at"]) == (user, "coffee", place["created_at"])

    mine = f"/rest/v1/saved_places?user_id=eq.{user}"
    assert request(host, "GET", mine, access).json() == [place]
    gone = request(host, "DELETE", f"/rest/v1/saved_places?id=eq.{place['id']}", access)
    assert (gone.status_code, gone.content) == (204, b"")
    assert request(host, "GET", mine, access).json() == []


def test_plans_and_places_are_their_owners_alone(host, people):  # noqa: F811
    (user, access), (_, others_access) = people
    mine, theirs = client(host, access), client(host, others_access)
    kept = {}
    for table, row in (("adventure_plans", PLAN), ("saved_places", PLACE)):
        (kept[table],) = mine.from_(table).insert(row).execute().data
        one = kept[table]["id"]
        for select in (
            theirs.from_(table).select("*"), theirs.from_(table).select("*").eq("user_id", user),
            theirs.from_(table).select("*").eq("id", one),
        ):
            assert select.execute().data == []
        assert theirs.from_(table).delete().eq("id", one).execute().data == []
        for method, target in (("GET", ""), ("POST", ""), ("DELETE", f"?id=eq.{one}")):
            answer = request(host, method, f"/rest/v1/{table}{target}", token("anon"), "{}" if method == "POST" else None)
            assert (answer.status_code, one in answer.text) == (401, False)
    change = theirs.from_("adventure_plans").update({"title": "x"}).eq("id", kept["adventure_plans"]["id"])
    assert failure(change).code == "PLAN_NOT_FOUND"
    for table, row in kept.items():
        assert mine.from_(table).select("*").execute().data == [row]


@pytest.mark.parametrize(
    ("table", "row", "path"),
    [
        ("adventure_plans", {**PLAN, "title": ""}, "$.title"), ("adventure_plans", {"description": "x"}, "$.title"),
        ("adventure_plans", {**PLAN, "status": "banana"}, "$.status"), ("adventure_plans", {**PLAN, "stops": {}}, "$.stops"),
        ("adventure_plans", {**PLAN, "stops": [{"latitude": 91}]}, "$.stops[0].latitude"),
        ("adventure_plans", {**PLAN, "stops": [{"x": "y" * 20_000}]}, "$.stops"),
        ("saved_places", {**PLACE, "name": "x" * 201}, "$.name"), ("saved_places", {**PLACE, "latitude": -90.5}, "$.latitude"),
        ("saved_places", {**PLACE, "longitude": "here"}, "$.longitude"), ("saved_places", {"address": "x"}, "$.name"),
    ],
)
def test_a_fault_is_named_by_its_path(host, people, table, row, path):  # noqa: F811
    supabase = client(host, people[0][1])
    error = failure(supabase.from_(table).insert(row))
    assert error.code == "VALIDATION_ERROR" and f"{path}" in error.message
    assert supabase.from_(table).select("*").execute().data == []


def test_the_functions_do_the_same(host, people):  # noqa: F811
    _, access = people[0]
    plan = invoke(host, "create_adventure_plan", access, body=PLAN)
    assert invoke(host, "adventure_plans", access) == [plan]
    changed = invoke(host, "update_adventure_plan", access, body={"plan_id": plan["id"], "description": None})
    assert changed == {**plan, "description": None, "updated_at": changed["updated_at"]}
    assert invoke(host, "delete_adventure_plan", access, body={"plan_id": plan["id"]}) == [changed]
    place = invoke(host, "save_place", access, body=PLACE)
    assert invoke(host, "saved_places", access) == [place]
    assert invoke(host, "delete_saved_place", access, body={"place_id": place["id"]}) == [place]
    assert invoke(host, "delete_saved_place", access, body={"place_id": place["id"]}) == []


def test_a_write_that_is_sent_again_with_its_key_takes_effect_once(host, people):  # noqa: F811
    _, access = people[0]
    key = {"Idempotency-Key": str(uuid.uuid4()), **ROWS}
    answers = [request(host, "POST", "/rest/v1/saved_places", access, json.dumps(PLACE), **key) for _ in range(3)]
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    assert answers[2].headers["idempotent-replayed"] == "true"
    assert request(host, "GET", "/rest/v1/saved_places", access).json() == answers[0].json()


@pytest.mark.parametrize("table", ["adventure_plans", "saved_places", "group_members", "hunt_leaderboard"])
def test_searches_have_a_limit_of_their_own(host, table):
    headers = {"Authorization": f"Bearer {token()}", "Prefer": "return=representation"}
    with httpx.Client(headers=headers, base_url=f"{host.url}/rest/v1/", timeout=60) as caller:

        def made(of: str, row: dict) -> str:
            return caller.post(of, json=row).raise_for_status().json()[0]["id"]

        target = table
        if table == "group_members":
            target = f"{table}?group_id=eq.{made('social_groups', {'name': 'Hikers'})}"
        if table == "hunt_leaderboard":
            target = f"{table}?hunt_id=eq.{made('scavenger_hunts', {'title': 'City'})}"
        minute = Minute(host, 50, lambda: caller.get(target))
        minute.admit()
        refused = minute.refuse()
        assert refused.headers["x-ratelimit-limit"] == "50" and int(refused.headers["retry-after"]) <= 2
        assert refused.json()["code"] == "RATE_LIMIT_EXCEEDED"
        assert caller.get("eta_shares").status_code == 200
        # All searches have one limit together.
        minute.call = lambda: caller.get("saved_places" if table == "adventure_plans" else "adventure_plans")
        minute.refuse()


@pytest.mark.parametrize("function, field", [("saved_places", "category"), ("adventure_plans", "status")])
def test_a_filter_that_no_engine_can_store_is_refused(host, people, function, field):  # noqa: F811
    (_, access), _ = people
    for text in ("a\0b", "a" * 65):
        refused = request(host, "POST", f"/functions/v1/{function}", access, json.dumps({field: text}))
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "VALIDATION_ERROR")
