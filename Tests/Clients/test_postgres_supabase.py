"""The host on a database that Supabase set up: its users are those of the auth server."""

import uuid

import pytest

from database import Postgres
from gateway.deletion import KEY, Deletion
from host import Caller
from jobs import eventually
from rows import world  # noqa: F401


@pytest.mark.parametrize("world", ["supabase"], indirect=True)
def test_only_users_who_signed_up_have_rows(world, make_host):
    host = make_host(database=Postgres(world.url)).start()
    calls = {
        "create_session": {"category_id": str(world.category)},
        "save_recipe": {"recipe_id": str(uuid.uuid4())},
        "perform_action": {"action": "search"},
        "update_apns_token": {"token": "00" * 32},
    }
    user, nobody = Caller(host, str(world.user())), Caller(host)
    for name, body in calls.items():
        status, answer = user.call(name, body)
        assert status == 200, f"{name}: {answer}"
        status, answer = nobody.call(name, body)
        assert (status, answer["error"]["code"]) == (404, "USER_NOT_FOUND"), name
    world.admin.execute("DELETE FROM auth.users WHERE id = %s", [user.user])
    status, answer = user.call("create_session", calls["create_session"])
    assert (status, answer["error"]["code"]) == (404, "USER_NOT_FOUND")
    host.stop()


@pytest.mark.parametrize("world", ["supabase"], indirect=True)
def test_a_deleted_account_is_gone_from_the_auth_server(world, upstream, make_host):
    """The auth server deletes the user in its own table. A chat that PostgREST stored just before goes by the reference."""
    user, friend = str(world.user()), str(world.user())
    chat = "INSERT INTO chats (user_id, riddle_id) VALUES (%s, %s)"
    chats = []

    def deleting(deleted: str) -> None:
        world.admin.execute(chat, [deleted, world.riddle])
        world.admin.execute("DELETE FROM auth.users WHERE id = %s", [deleted])
        chats.extend(world.admin.execute("SELECT user_id::text FROM chats").fetchall())

    project = upstream.answering = Deletion(f"{user}/1.png", f"{friend}/1.png", deleting=deleting)
    settings = {"SUPABASE_URL": upstream.url, "SUPABASE_SERVICE_ROLE_KEY": KEY}
    host = make_host(database=Postgres(world.url), settings=settings).start()
    for each in (user, friend):
        world.admin.execute(chat, [each, world.riddle])
        Caller(host, each).ask("save_recipe", {"recipe_id": str(uuid.uuid4())})
    assert Caller(host, user).call("delete_account") == (204, None)

    deletion = "SELECT 1 FROM account_deletions WHERE user_id = %s AND deleted_at IS NOT NULL"
    eventually(lambda: world.admin.execute(deletion, [user]).fetchall())
    assert project.deleted == [user] and chats == [(friend,)]
    assert project.removed == [f"{user}/1.png"] and project.files == {f"{friend}/1.png"}
    for table, owner in (("auth.users", "id"), ("users", "id"), ("saved_recipes", "user_id"), ("chats", "user_id")):
        kept = world.admin.execute(
            f"SELECT {owner}::text FROM {table} WHERE {owner} IN (%s, %s)", [user, friend]).fetchall()
        assert kept == [(friend,)], table
    status, answer = Caller(host, user).call("save_recipe", {"recipe_id": str(uuid.uuid4())})
    assert (status, answer["error"]["code"]) == (404, "USER_NOT_FOUND")
    host.stop()
