"""Shvil's hunts, by the requests of its document: raw ones, and those of PyPI's `supabase`."""

import datetime
import uuid

import httpx
import pytest
from postgrest.exceptions import APIError

from host import PATIENCE, token
from jobs import eventually, jobs, rows
from racing import CALLERS, race
from test_shvil_groups import User, code, users  # noqa: F401
from test_supabase import invoke

pytestmark = pytest.mark.engines("sqlite", "postgres")

HUNT = {
    "id", "title", "description", "created_by", "group_id", "status", "participant_count", "checkpoint_count",
    "progress", "created_at", "updated_at"}
PHOTO = "https://storage.supabase.co/object/public/photos/photo.jpg"


def body(group: str | None = None) -> dict:
    """The document's body."""
    hunt = {
        "title": "City Scavenger Hunt",
        "description": "Explore the city and find hidden treasures",
        "group_id": group,
        "checkpoints": [
            {
                "title": "Find the Red Door",
                "description": "Look for a red door on Main Street",
                "location": {"latitude": 37.7749, "longitude": -122.4194},
                "photo_required": True,
                "points": 20,
            },
            {"title": "Find the Tree"},
        ],
    }
    return hunt if group else {key: value for key, value in hunt.items() if key != "group_id"}


def instant(seconds: float) -> str:
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def test_the_documents_requests_line_by_line(users):
    owner, friend, stranger = users
    [group] = owner.rows("POST", "social_groups", {"name": "Weekend Warriors"})
    friend.send("POST", "social_groups/join", {"invite_code": group["invite_code"]})

    sent = body(group["id"])
    answer = owner.send("POST", "scavenger_hunts", sent, Prefer="return=representation")
    assert answer.status_code == 201
    [hunt] = answer.json()
    assert set(hunt) == HUNT | {"checkpoints"}
    assert (hunt["status"], hunt["checkpoint_count"], hunt["participant_count"]) == ("draft", 2, 0)
    door, tree = hunt["checkpoints"]
    assert {key: door[key] for key in sent["checkpoints"][0]} == sent["checkpoints"][0]
    assert (tree["photo_required"], tree["points"], tree["order_index"]) == (False, 10, 1)
    assert stranger.send("POST", f"scavenger_hunts/{hunt['id']}/join").status_code == 404

    joined = friend.send("POST", f"scavenger_hunts/{hunt['id']}/join")
    assert (joined.status_code, joined.json()["participant_count"]) == (200, 1)
    assert friend.send("POST", f"scavenger_hunts/{hunt['id']}/join").json() == joined.json()
    unknown = friend.send("POST", f"scavenger_hunts/{uuid.uuid4()}/join")
    assert code(unknown) == (404, "HUNT_NOT_FOUND")

    submission = {"checkpoint_id": door["id"], "photo_url": PHOTO}
    assert code(friend.send("POST", "checkpoint_submissions", submission)) == (409, "CONFLICT"), "not started"
    start = {"status": "active", "start_time": "2024-01-01T10:00:00Z"}
    path = f"scavenger_hunts?id=eq.{hunt['id']}"
    assert code(friend.send("PATCH", path, start)) == (403, "PERMISSION_DENIED")
    assert code(owner.send("PATCH", path, {"status": "banana"})) == (400, "VALIDATION_ERROR")
    assert code(owner.send("PATCH", path, {"status": "completed"})) == (409, "CONFLICT")
    [started] = owner.rows("PATCH", path, start)
    assert (started["status"], started["start_time"]) == ("active", "2024-01-01T10:00:00.000Z")
    assert owner.rows("PATCH", path, start) == [started]

    without = {"checkpoint_id": door["id"]}
    assert code(friend.send("POST", "checkpoint_submissions", without)) == (400, "VALIDATION_ERROR")
    assert code(owner.send("POST", "checkpoint_submissions", submission)) == (403, "PERMISSION_DENIED"), "not joined"
    assert code(stranger.send("POST", "checkpoint_submissions", submission)) == (404, "CHECKPOINT_NOT_FOUND")
    answer = friend.send("POST", "checkpoint_submissions", submission, Prefer="return=representation")
    assert answer.status_code == 201
    assert friend.rows("POST", "checkpoint_submissions", {**submission, "photo_url": PHOTO + "?2"}) == answer.json()

    board = f"hunt_leaderboard?hunt_id=eq.{hunt['id']}"
    [line] = friend.rows("GET", board)
    assert (line["user_id"], line["points"], line["submissions"]) == (friend.id, 20, 1)
    assert line["submitted_at"] == answer.json()[0]["submitted_at"]
    assert code(stranger.send("GET", board)) == (404, "HUNT_NOT_FOUND")
    assert friend.rows("GET", path)[0]["progress"] == 0.5

    assert owner.rows("PATCH", path, {"status": "completed"})[0]["status"] == "completed"
    tree_after = {"checkpoint_id": tree["id"]}
    assert code(friend.send("POST", "checkpoint_submissions", tree_after)) == (409, "CONFLICT")


def test_the_clients_tables(host, users):
    owner, friend, _ = users
    hunts = owner.supabase.table("scavenger_hunts")
    hunt = hunts.insert(body()).execute().data[0]
    assert "group_id" not in hunt
    assert friend.supabase.table("scavenger_hunts").select("*").execute().data == []
    invoke(host, "join_scavenger_hunt", friend.token, body={"hunt_id": hunt["id"]})
    listed = friend.supabase.table("scavenger_hunts").select("id, status").execute().data
    assert listed == [{"id": hunt["id"], "status": "draft"}]
    hunts.update({"status": "active"}).eq("id", hunt["id"]).execute()
    checkpoints = friend.supabase.table("hunt_checkpoints").select("*").eq("hunt_id", hunt["id"]).order("order_index")
    assert checkpoints.execute().data == hunt["checkpoints"]

    tree = hunt["checkpoints"][1]["id"]
    made = friend.supabase.table("checkpoint_submissions").insert({"checkpoint_id": tree}).execute().data[0]
    seen = owner.supabase.table("checkpoint_submissions").select("*").eq("checkpoint_id", tree).execute().data
    assert seen == [made]
    board = owner.supabase.table("hunt_leaderboard").select("points, submissions").eq("hunt_id", hunt["id"])
    assert board.execute().data == [{"points": 10, "submissions": 1}]
    refusal = {"p_submission_id": made["id"], "p_verified": False}
    with pytest.raises(APIError) as caught:
        friend.supabase.rpc("verify_submission", refusal).execute()
    assert caught.value.code == "PERMISSION_DENIED"
    assert owner.supabase.rpc("verify_submission", refusal).execute().data == {**made, "verified": False}
    assert board.execute().data == []
    verified = owner.supabase.table("checkpoint_submissions").update({"verified": True}).eq("id", made["id"])
    assert verified.execute().data == [{**made, "verified": True}]
    assert board.execute().data == [{"points": 10, "submissions": 1}]


def test_planned_hunts_start_and_end_by_the_job(host, users):
    owner, friend, _ = users
    [hunt] = owner.rows("POST", "scavenger_hunts", {**body(), "start_time": instant(-1), "end_time": instant(3600)})
    friend.send("POST", f"scavenger_hunts/{hunt['id']}/join")
    path = f"scavenger_hunts?id=eq.{hunt['id']}"

    def advance_to(status: str) -> None:
        jobs(host, "run", "advance_hunts")
        # A run of the schedule may have the hunt at this moment, and this run then passes over it.
        stored = "SELECT status FROM scavenger_hunts WHERE id = ?"
        eventually(lambda: rows(host, stored, hunt["id"])[0]["status"] == status)
        assert friend.rows("GET", path)[0]["status"] == status

    advance_to("active")
    with host.database.writing() as tables:
        tables.change("UPDATE scavenger_hunts SET end_time = ? WHERE id = ?", (instant(-0.5), hunt["id"]))
    answer = friend.send("POST", "checkpoint_submissions", {"checkpoint_id": hunt["checkpoints"][1]["id"]})
    assert code(answer) == (409, "CONFLICT")
    advance_to("completed")


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"title": ""}, "title"), ({"end_time": "2024-01-01T10:00:00Z"}, "end_time"), ({"start_time": "soon"}, "start_time"),
        ({"start_time": "2199-01-01T00:00:00Z"}, "start_time"),
        ({"checkpoints": [{"title": "x", "points": 1001}]}, "checkpoints[0].points"),
        ({"checkpoints": [{"title": "x", "location": {"latitude": 91, "longitude": 0}}]},
         "checkpoints[0].location.latitude"),
        ({"checkpoints": [{"title": "x"}] * 101}, "checkpoints"),
    ],
)
def test_a_fault_is_named_by_its_path(users, change, path):
    answer = users[0].send("POST", "scavenger_hunts", {**body(), **change})
    assert code(answer) == (400, "VALIDATION_ERROR")
    assert answer.json()["error"]["details"]["path"] == f"$.{path}"


def test_every_request_needs_a_user_and_a_hunt_that_the_user_sees(host, users):
    owner, friend, stranger = users
    [hunt] = owner.rows("POST", "scavenger_hunts", body())
    friend.send("POST", f"scavenger_hunts/{hunt['id']}/join")
    owner.send("PATCH", f"scavenger_hunts?id=eq.{hunt['id']}", {"status": "active"})
    tree = hunt["checkpoints"][1]["id"]
    [submission] = friend.rows("POST", "checkpoint_submissions", {"checkpoint_id": tree})
    hidden = [
        ("GET", f"scavenger_hunts?id=eq.{hunt['id']}", None, "HUNT"),
        ("PATCH", f"scavenger_hunts?id=eq.{hunt['id']}", {"status": "completed"}, "HUNT"),
        ("DELETE", f"scavenger_hunts?id=eq.{hunt['id']}", None, "HUNT"),
        ("GET", f"hunt_checkpoints?hunt_id=eq.{hunt['id']}", None, "HUNT"),
        ("GET", f"hunt_leaderboard?hunt_id=eq.{hunt['id']}", None, "HUNT"),
        ("GET", f"checkpoint_submissions?checkpoint_id=eq.{tree}", None, "CHECKPOINT"),
        ("POST", "checkpoint_submissions", {"checkpoint_id": tree}, "CHECKPOINT"),
        ("PATCH", f"checkpoint_submissions?id=eq.{submission['id']}", {"verified": True}, "SUBMISSION"),
    ]
    for method, path, sent, name in hidden:
        assert code(stranger.send(method, path, sent)) == (404, f"{name}_NOT_FOUND"), path
    assert stranger.rows("GET", "scavenger_hunts") == []
    for method, path, sent, _ in [
        *hidden, ("GET", "scavenger_hunts", None, ""), ("POST", "scavenger_hunts", body(), ""),
        ("POST", f"scavenger_hunts/{hunt['id']}/join", None, ""),
    ]:
        for headers in ({}, {"Authorization": f"Bearer {token('anon')}"}):
            answer = httpx.request(method, f"{host.url}/rest/v1/{path}", json=sent, headers=headers, timeout=PATIENCE)
            assert answer.status_code == 401, path
    assert friend.rows("GET", f"checkpoint_submissions?checkpoint_id=eq.{tree}") == [submission]
    assert code(friend.send("DELETE", f"scavenger_hunts?id=eq.{hunt['id']}")) == (403, "PERMISSION_DENIED")
    assert [row["id"] for row in owner.rows("DELETE", f"scavenger_hunts?id=eq.{hunt['id']}")] == [hunt["id"]]


def test_one_start_and_one_join_from_24_connections(host, users):
    """Only the first start changes the hunt: all answers have its times."""
    owner, friend, _ = users
    [hunt] = owner.rows("POST", "scavenger_hunts", body())
    path = f"/rest/v1/scavenger_hunts?id=eq.{hunt['id']}"
    starts = race(host, "PATCH", path, [(owner.token, {"status": "active"})] * CALLERS)
    assert [answer.status_code for answer in starts] == [200] * CALLERS
    [started] = starts[0].json()
    assert started["status"] == "active" and started["start_time"]
    assert all(answer.json() == [started] for answer in starts)
    [read] = owner.rows("GET", f"scavenger_hunts?id=eq.{hunt['id']}")
    assert read == {**started, "checkpoints": read["checkpoints"]}

    joins = race(host, "POST", f"/rest/v1/scavenger_hunts/{hunt['id']}/join", [(friend.token, None)] * CALLERS)
    assert [answer.status_code for answer in joins] == [200] * CALLERS
    assert all(answer.json() == {**started, "participant_count": 1, "progress": 0} for answer in joins)
    stored = rows(host, "SELECT user_id FROM hunt_participants WHERE hunt_id = ?", hunt["id"])
    assert stored == [{"user_id": friend.id}]


def test_one_submission_from_24_connections(make_host):
    """The first photo is kept, and all answers have it."""
    host = make_host(config='[limits.shvil_upload]\nrate = "100/minute"\n').start()
    owner, friend = User(host), User(host)
    [hunt] = owner.rows("POST", "scavenger_hunts", body())
    friend.send("POST", f"scavenger_hunts/{hunt['id']}/join")
    owner.send("PATCH", f"scavenger_hunts?id=eq.{hunt['id']}", {"status": "active"})
    door = hunt["checkpoints"][0]["id"]
    sent = [{"checkpoint_id": door, "photo_url": f"{PHOTO}?{number}"} for number in range(CALLERS)]
    answers = race(host, "POST", "/rest/v1/checkpoint_submissions", [(friend.token, each) for each in sent])
    assert [answer.status_code for answer in answers] == [201] * CALLERS
    [submission] = answers[0].json()
    assert submission["photo_url"] in {each["photo_url"] for each in sent}
    assert all(answer.json() == [submission] for answer in answers)
    stored = rows(host, "SELECT id, photo_url FROM checkpoint_submissions WHERE checkpoint_id = ?", door)
    assert stored == [{key: submission[key] for key in ("id", "photo_url")}]
    [line] = friend.rows("GET", f"hunt_leaderboard?hunt_id=eq.{hunt['id']}")
    assert (line["points"], line["submissions"]) == (20, 1)
    host.stop()
