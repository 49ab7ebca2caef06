"""Shvil's shared arrival times, by function and by `rpc`, from PyPI's `supabase`."""

import copy
import datetime
import uuid

import pytest

from host import token
from test_match import failure
from test_supabase import client, invoke, refused

pytestmark = pytest.mark.engines("sqlite", "postgres")

MODEL = {"id", "user_id", "route_data", "recipients", "is_active", "expires_at", "created_at", "updated_at"}


def instant(**ahead: float) -> str:
    """An instant so far from now, in the spelling of the wire."""
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(**ahead)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def body(*recipients: str, **changes) -> dict:
    """The app's body, with other values where `changes` says so."""
    return {
        "route_data": {
            "origin": {"latitude": 37.7749, "longitude": -122.4194, "address": "123 Main St"},
            "destination": {"latitude": 37.7849, "longitude": -122.4094, "address": "456 Oak St"},
            "distance": 5.2,
            "duration": 1800,
            "transport_mode": "driving",
            "estimated_arrival": instant(minutes=30),
        },
        "recipients": list(recipients),
        "expires_at": instant(hours=1),
        **changes,
    }


def parameters(share: dict) -> dict:
    return {f"p_{key}": value for key, value in share.items()}


@pytest.fixture
def people():
    """Two users: their ids and their tokens."""
    ids = [str(uuid.uuid4()) for _ in range(2)]
    return [(user, token(sub=user)) for user in ids]


@pytest.mark.parametrize("way", ["function", "rpc"])
def test_a_share_reaches_its_recipients(host, people, way):
    (sharer, access), (friend, friends_access) = people
    other = str(uuid.uuid4())
    sent = body(friend, other)

    if way == "rpc":
        share = client(host, access).rpc("share_eta", parameters(sent)).execute().data
    else:
        share = invoke(host, "share_eta", access, body=sent)
    assert set(share) == MODEL
    assert share["route_data"] == sent["route_data"]
    assert (share["user_id"], share["recipients"], share["is_active"]) == (sharer, [friend, other], True)
    assert share["expires_at"] == sent["expires_at"]
    assert share["created_at"] == share["updated_at"]

    for reader in (access, friends_access):
        assert invoke(host, "eta_shares", reader) == [share]
        for get in (False, True):
            assert client(host, reader).rpc("eta_shares", {}, get=get).execute().data == [share]
    assert invoke(host, "eta_shares", token()) == []


def test_ones_own_active_shares_come_first_and_the_newest_of_them_first(host, people):
    (sharer, access), (friend, friends_access) = people
    made = [
        invoke(host, "share_eta", access, body=body(friend))["id"],
        invoke(host, "share_eta", friends_access, body=body(sharer))["id"],
        invoke(host, "share_eta", access, body=body(friend))["id"],
    ]
    assert [share["id"] for share in invoke(host, "eta_shares", access)] == [made[2], made[0], made[1]]
    assert [share["id"] for share in invoke(host, "eta_shares", friends_access)] == [made[1], made[2], made[0]]


def test_an_expired_share_is_never_shown_as_active(host, people):
    (_, access), (friend, friends_access) = people
    share = invoke(host, "share_eta", access, body=body(friend))
    with host.database.writing() as tables:
        tables.change("UPDATE eta_shares SET expires_at = ? WHERE id = ?", (instant(seconds=-1), share["id"]))
    for reader in (access, friends_access):
        assert [shown["is_active"] for shown in invoke(host, "eta_shares", reader)] == [False]


def changed(path: str, value) -> dict:
    """The app's body with one value changed; None takes it out."""
    share = copy.deepcopy(body(str(uuid.uuid4())))
    *parents, key = path.split(".")
    inner = share
    for parent in parents:
        inner = inner[parent]
    if value is None:
        del inner[key]
    else:
        inner[key] = value
    return share


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("route_data.origin.latitude", 90.1), ("route_data.destination.longitude", -181), ("route_data.origin", None),
        ("route_data.distance", -1), ("route_data.duration", "long"), ("route_data.transport_mode", "by car"),
        ("route_data.estimated_arrival", "soon"), ("recipients", []), ("recipients", [str(uuid.uuid4())] * 2),
        ("recipients", [str(uuid.uuid4()) for _ in range(51)]), ("recipients", None), ("expires_at", "later"),
        ("expires_at", None),
    ],
)
def test_a_fault_is_named_by_its_path(host, people, path, value):
    access = people[0][1]
    sent = changed(path, value)
    status, answer, _ = refused(host, "share_eta", access, body=sent)
    assert (status, answer["error"]["code"]) == (400, "VALIDATION_ERROR")
    assert answer["error"]["details"]["path"] == f"$.{path}"
    error = failure(lambda: client(host, access).rpc("share_eta", parameters(sent)).execute())
    assert error.code == "VALIDATION_ERROR" and f"$.p_{path}" in error.message
    assert invoke(host, "eta_shares", access) == []


@pytest.mark.parametrize("ahead", [{"seconds": -1}, {"days": 7, "minutes": 1}], ids=["past", "too far"])
def test_a_share_ends_within_a_week(host, people, ahead):
    (_, access), (friend, _) = people
    status, answer, _ = refused(host, "share_eta", access, body=body(friend, expires_at=instant(**ahead)))
    assert (status, answer["error"]["code"]) == (400, "VALIDATION_ERROR")
    assert "expires_at" in answer["error"]["message"]


def test_a_user_has_twenty_active_shares_at_most(host, people):
    (_, access), (friend, _) = people
    for _ in range(20):
        invoke(host, "share_eta", access, body=body(friend))
    status, answer, _ = refused(host, "share_eta", access, body=body(friend))
    assert (status, answer["error"]["code"]) == (403, "SHARE_LIMIT_REACHED")
    assert answer["error"]["details"] == {"limit": 20}
    error = failure(lambda: client(host, access).rpc("share_eta", parameters(body(friend))).execute())
    assert error.code == "SHARE_LIMIT_REACHED"


def test_a_share_with_oneself_is_refused(host, people):
    (sharer, access), (friend, _) = people
    status, answer, _ = refused(host, "share_eta", access, body=body(friend, sharer))
    assert (status, answer["error"]["code"]) == (400, "VALIDATION_ERROR")
    assert "recipients" in answer["error"]["message"]


@pytest.mark.parametrize("name", ["share_eta", "eta_shares"])
def test_a_user_is_needed(host, name):
    status, answer, _ = refused(host, name, token("anon"), body={})
    assert (status, answer["code"]) == (401, "AUTH_REQUIRED")
