"""Shvil's shared arrival times at their table, as the app's document writes the requests: plain HTTP and PyPI's `supabase`."""

import json
import time
import uuid

import httpx
import pytest

from host import token
from jobs import eventually, rows
from limits import Minute
from test_push_simulator import make_simulator  # noqa: F401  (a fixture)
from test_shvil import MODEL, body, instant
from test_supabase import client, invoke
from test_tables import failure

pytestmark = pytest.mark.engines("sqlite", "postgres")

# The document's, as it stands there: the date's text has no milliseconds.
ROUTE = """{
    "origin": {"latitude": 37.7749, "longitude": -122.4194, "address": "123 Main St"},
    "destination": {"latitude": 37.7849, "longitude": -122.4094, "address": "456 Oak St"},
    "distance": 5.2,
    "duration": 1800,
    "transport_mode": "driving",
    "estimated_arrival": "2024-01-01T15:30:00Z"
}"""


@pytest.fixture
def people():
    """Two users: their ids and their tokens."""
    ids = [str(uuid.uuid4()) for _ in range(2)]
    return [(user, token(sub=user)) for user in ids]


def request(host, method: str, target: str, access: str, text: str | None = None, **headers) -> httpx.Response:
    """A request of the document: a method, a target, the bearer's token and JSON."""
    fields = {"Authorization": f"Bearer {access}", "Content-Type": "application/json", **headers}
    return httpx.request(method, f"{host.url}{target}", headers=fields, content=text, timeout=60)


def shares(host, access: str, state: bool | None = None) -> list[dict]:
    select = client(host, access).from_("eta_shares").select("*")
    return (select if state is None else select.eq("is_active", state)).execute().data


def test_the_documents_requests(host, people):
    (sharer, access), (friend, friends_access) = people
    sent = f'{{"route_data": {ROUTE}, "recipients": ["{friend}"], "expires_at": "{instant(hours=1)}"}}'
    made = request(host, "POST", "/rest/v1/eta_shares", access, sent, Prefer="return=representation")
    assert made.status_code == 201
    (share,) = made.json()
    assert set(share) == MODEL
    assert share["route_data"] == json.loads(ROUTE)
    assert (share["user_id"], share["recipients"], share["is_active"]) == (sharer, [friend], True)
    for reader in (access, friends_access):
        listed = request(host, "GET", "/rest/v1/eta_shares?is_active=eq.true", reader)
        assert (listed.status_code, listed.json()) == (200, [share])
    assert request(host, "GET", "/rest/v1/eta_shares?is_active=eq.true", token()).json() == []
    # Without a preference nothing comes back, as from PostgREST.
    more = request(host, "POST", "/rest/v1/eta_shares", access, sent)
    assert (more.status_code, more.content) == (201, b"")


def test_a_route_is_kept_as_it_came(host, people):
    (_, access), (friend, friends_access) = people
    extra = '"zoom": 12.50, "tiles": [1, {"b": null, "a": "x"}], "order": 12345678901234567890, '
    route = ROUTE.replace("{", "{" + extra, 1)
    sent = f'{{"route_data": {route}, "recipients": ["{friend}"], "expires_at": "{instant(hours=1)}"}}'
    assert request(host, "POST", "/rest/v1/eta_shares", access, sent).status_code == 201
    listed = request(host, "GET", "/rest/v1/eta_shares", friends_access)
    assert listed.json()[0]["route_data"] == json.loads(route)
    for spelling in ("12.50", "12345678901234567890", '"2024-01-01T15:30:00Z"'):
        assert spelling in listed.text
    # Postgres' jsonb has an order of its own.
    if host.database.url.startswith("sqlite"):
        keys = list(json.loads(route))
        assert list(listed.json()[0]["route_data"]) == keys


def test_the_owner_changes_and_ends_a_share(host, people):
    (_, access), (friend, friends_access) = people
    table = client(host, access).from_("eta_shares")
    (share,) = table.insert(body(friend)).execute().data
    route = {**share["route_data"], "duration": 900, "estimated_arrival": instant(minutes=15), "lane": "fast"}
    end = instant(hours=2)
    (changed,) = table.update({"route_data": route, "expires_at": end}).eq("id", share["id"]).execute().data
    assert changed == {**share, "route_data": route, "expires_at": end, "updated_at": changed["updated_at"]}
    assert shares(host, friends_access, True) == [changed]

    for _ in range(2):
        (ended,) = table.update({"is_active": False}).eq("id", share["id"]).execute().data
        assert ended == {**changed, "is_active": False, "updated_at": ended["updated_at"]}
    assert shares(host, friends_access, True) == [] and shares(host, friends_access, False) == [ended]
    assert failure(table.update({"expires_at": end}).eq("id", share["id"])).code == "CONFLICT"


def test_others_change_nothing(host, people):
    (_, access), (friend, friends_access) = people
    share = invoke(host, "share_eta", access, body=body(friend))
    for other in (friends_access, token()):
        change = client(host, other).from_("eta_shares").update({"is_active": False}).eq("id", share["id"])
        assert failure(change).code == "SHARE_NOT_FOUND"
    assert failure(client(host, access).from_("eta_shares").update({"is_active": False}).eq(
        "id", str(uuid.uuid4()))).code == "SHARE_NOT_FOUND"
    for method, target in [
        ("POST", "/rest/v1/eta_shares"), ("GET", "/rest/v1/eta_shares"),
        ("PATCH", f"/rest/v1/eta_shares?id=eq.{share['id']}"),
    ]:
        text = None if method == "GET" else '{"is_active": false}'
        assert request(host, method, target, token("anon"), text).status_code == 401
    assert shares(host, access) == [share]


def test_newer_ended_shares_hide_no_active_one(host, people):
    user, reader = people[0]
    active = [invoke(host, "share_eta", token(), body=body(user))["id"] for _ in range(5)]
    for _ in range(5):
        sharer = token()
        for _ in range(20):
            share = invoke(host, "share_eta", sharer, body=body(user))
            invoke(host, "update_eta_share", sharer, body={"share_id": share["id"], "is_active": False})
    assert {share["id"] for share in shares(host, reader, True)} == set(active)
    listed = shares(host, reader)
    assert len(listed) == 100 and {share["id"] for share in listed[:5]} == set(active)


def test_a_user_makes_a_hundred_calls_a_minute(host):
    with httpx.Client(headers={"Authorization": f"Bearer {token()}"}, timeout=60) as caller:
        minute = Minute(host, 100, lambda: caller.get(f"{host.url}/rest/v1/eta_shares?is_active=eq.true"))
        first = minute.admit()[0]
        assert (first.headers["x-ratelimit-limit"], first.headers["x-ratelimit-remaining"]) == ("100", "99")
        refused = minute.refuse()
    assert refused.json()["code"] == "RATE_LIMIT_EXCEEDED"
    assert 1 <= int(refused.headers["retry-after"]) <= 2


def test_recipients_are_told_once_for_each_event(make_host, make_simulator, people):  # noqa: F811
    simulator = make_simulator()
    host = make_host(settings=simulator.settings).start()
    (_, access), (friend, friends_access) = people
    phone = uuid.uuid4().hex * 2
    client(host, friends_access).rpc("update_apns_token", {"p_token": phone, "p_environment": "sandbox"}).execute()
    table = client(host, access).from_("eta_shares")
    (share,) = table.insert(body(friend)).execute().data
    eventually(lambda: len(simulator.arrived()) >= 1)
    for _ in range(3):
        table.update({"is_active": False}).eq("id", share["id"]).execute()
    eventually(lambda: len(simulator.arrived()) >= 2)
    eventually(lambda: not rows(host, "SELECT id FROM swiftlet_jobs"))
    arrived = simulator.arrived()
    assert sorted(push["payload"]["event"] for push in arrived) == ["ended", "started"]
    assert {(push["token"], push["collapse_id"]) for push in arrived} == {(phone, f"eta-{share['id']}")}
    outcomes = [row["outcome"] for row in rows(host, "SELECT outcome FROM eta_share_deliveries")]
    assert outcomes == ["delivered", "delivered"]
    host.stop()


def test_an_app_with_a_topic_of_its_own(make_host, make_simulator, people):  # noqa: F811
    simulator = make_simulator("--topic", "app.swivo", "--topic", "app.shvil")
    config = '[apns]\ntopic = "app.swivo"\n[apns.topics]\nshvil = "app.shvil"\n'
    host = make_host(settings=simulator.settings, config=config).start()
    (_, access), (friend, friends_access) = people
    phones = {"app.swivo": uuid.uuid4().hex * 2, "app.shvil": uuid.uuid4().hex * 2}
    invoke(host, "update_apns_token", friends_access, body={"token": phones["app.swivo"]})
    invoke(host, "update_apns_token", friends_access, body={"token": phones["app.shvil"], "app": "shvil"})
    invoke(host, "share_eta", access, body=body(friend))
    eventually(lambda: simulator.arrived())
    eventually(lambda: not rows(host, "SELECT id FROM swiftlet_jobs"))
    assert [(push["token"], push["topic"]) for push in simulator.arrived()] == [(phones["app.shvil"], "app.shvil")]
    host.stop()
