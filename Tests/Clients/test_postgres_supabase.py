"""The host on a database that Supabase set up: its users are those of the auth server."""

import uuid

import pytest

from database import Postgres
from host import Caller
from rows import world  # noqa: F401


@pytest.mark.parametrize("world", ["supabase"], indirect=True)
def test_users_are_those_who_signed_up(world, make_host):
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
