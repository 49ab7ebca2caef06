"""The deletion of an account: every app's rows, the files, the user of sign-in; and nothing of others. With PyPI's
`supabase` on a host that does sign-in itself, and in front of a project's auth server."""

import concurrent.futures
import http.client
import json
import uuid

import httpx
import pytest
from postgrest.exceptions import APIError
from storage3.exceptions import StorageApiError
from supabase_auth.errors import AuthApiError

from conftest import serving
from gateway.upstream import answer
from host import BINARY, PATIENCE, token
from jobs import eventually
from test_sign_in import PASSWORD, PROXIED, client, email, is_refused
from test_storage import png

pytestmark = pytest.mark.engines("sqlite", "postgres")

BUCKETS = "[storage.buckets.photos]\n[storage.buckets.avatars]\npublic = true\n"


@pytest.fixture(scope="module")
def signing(make_database, tmp_path_factory):
    """A host that signs users in, with two buckets."""
    folder = tmp_path_factory.mktemp("deletion")
    with serving(folder, BINARY, database=make_database(folder), settings=PROXIED, config=BUCKETS) as started:
        yield started


class Player:
    """A user who has signed up, with rows of the apps and files."""

    def __init__(self, host):
        self.host, self.mail = host, email()
        self.app = client(host)
        signed = self.app.auth.sign_up({"email": self.mail, "password": PASSWORD})
        self.id, self.access = signed.user.id, signed.session.access_token

    def call(self, name: str, **body):
        self.app.functions.set_auth(self.access)
        return self.app.functions.invoke(name, {"body": body, "responseType": "json"})

    def play(self):
        """A session of the user's, a score, a recipe, a plan and two pictures."""
        category = self.call("categories")[0]
        self.session = self.call("create_session", category_id=category["id"])
        riddle = self.call("riddle")["id"]
        self.call("save_chat", riddle_id=riddle, messages=[{"text": "Hello"}])
        self.call("save_score", riddle_id=riddle, score=5)
        self.call("save_recipe", recipe_id=str(uuid.uuid4()))
        self.call("create_adventure_plan", title="A walk")
        for bucket, name in (("photos", "trip/1.png"), ("avatars", "me.png")):
            self.app.storage.from_(bucket).upload(f"{self.id}/{name}", png(), {"content-type": "image/png"})

    def delete(self) -> int:
        fields = {"Authorization": f"Bearer {self.access}"}
        return httpx.post(f"{self.host.url}/functions/v1/delete_account", headers=fields, timeout=60).status_code

    def rows(self) -> dict[str, int]:
        """The number of the user's rows in tables of each app."""
        owned = {
            "users": "id", "session_participants": "user_id", "chats": "user_id", "scores": "user_id",
            "saved_recipes": "user_id", "adventure_plans": "user_id"}
        with self.host.database.reading() as tables:
            counts = {
                table: tables.rows(f"SELECT count(*) AS n FROM {table} WHERE {owner} = ?", self.id)[0]["n"]
                for table, owner in owned.items()}
            users = "swiftlet_auth_users"
            counts[users] = tables.rows(f"SELECT count(*) AS n FROM {users} WHERE id = ?", self.id)[0]["n"]
        return counts

    def is_erased(self) -> bool:
        with self.host.database.reading() as tables:
            return tables.rows(
                "SELECT count(*) AS n FROM account_deletions WHERE user_id = ? AND deleted_at IS NOT NULL",
                self.id) == [{"n": 1}]


def test_everything_of_an_account_goes_and_nothing_of_others(signing):
    user, friend = Player(signing), Player(signing)
    user.play()
    friend.play()
    friend.call("join_session", invite_code=user.session["invite_code"])
    assert all(user.rows().values()) and all(friend.rows().values())
    before = friend.rows()

    assert user.delete() == 204
    assert is_refused(signing, user.access), "signed out at once"
    assert user.delete() == 401
    eventually(user.is_erased)
    assert not any(user.rows().values())
    assert friend.rows() == before
    with pytest.raises(AuthApiError) as caught:
        client(signing).auth.sign_in_with_password({"email": user.mail, "password": PASSWORD})
    assert caught.value.code == "invalid_credentials"
    admin = client(signing, token("service_role"))
    for bucket, name in (("photos", "trip/1.png"), ("avatars", "me.png")):
        with pytest.raises(StorageApiError):
            admin.storage.from_(bucket).download(f"{user.id}/{name}")
        assert admin.storage.from_(bucket).download(f"{friend.id}/{name}") == png()

    # The session that both took part in is the friend's now.
    session = friend.call("session", session_id=user.session["session_id"])
    assert [row["users"]["id"] for row in session["session_participants"]] == [friend.id]
    assert friend.call("close_session", session_id=user.session["session_id"]) == {"success": True}
    # The address can be used again, by another user.
    again = client(signing).auth.sign_up({"email": user.mail, "password": PASSWORD})
    assert again.user.id != user.id


def test_an_upload_that_ends_after_the_erasure_stores_nothing(signing):
    user, picture = Player(signing), png()
    connection = http.client.HTTPConnection("127.0.0.1", signing.port, timeout=60)
    connection.putrequest("POST", f"/storage/v1/object/photos/{user.id}/late.png")
    for name, value in (
            ("Authorization", f"Bearer {user.access}"), ("Content-Type", "image/png"), ("Content-Length", len(picture))):
        connection.putheader(name, value)
    connection.endheaders(picture[:40])
    storage = signing.folder / "storage"
    eventually(lambda: list((storage / ".uploads").glob("*")))
    assert user.delete() == 204
    eventually(user.is_erased)
    connection.send(picture[40:])
    answer = connection.getresponse()
    assert (answer.status, json.load(answer)["message"]) == (400, "The session has ended")
    connection.close()
    assert not list((storage / "photos").glob(f"{user.id}/*"))


def test_twenty_four_callers_delete_once(signing):
    user = Player(signing)
    user.play()

    def runs() -> int:
        with signing.database.reading() as tables:
            return tables.rows("SELECT count(*) AS n FROM swiftlet_job_runs WHERE name = 'erase_account'")[0]["n"]

    def is_idle() -> bool:
        with signing.database.reading() as tables:
            return tables.rows("SELECT count(*) AS n FROM swiftlet_jobs WHERE name = 'erase_account'") == [{"n": 0}]

    eventually(is_idle)
    before = runs()
    with concurrent.futures.ThreadPoolExecutor(24) as pool:
        statuses = list(pool.map(lambda _: user.delete(), range(24)))
    # Calls after the first may come when the session has ended.
    assert 204 in statuses and set(statuses) <= {204, 401}
    eventually(user.is_erased)
    assert not any(user.rows().values())
    eventually(is_idle)
    assert runs() == before + 1


def test_a_token_without_a_session_is_no_way_back(signing):
    user = str(uuid.uuid4())
    app = client(signing)
    app.postgrest.auth(token(sub=user))
    app.rpc("set_username", {"p_username": user[:20]}).execute()
    assert app.rpc("delete_account", {}).execute().data == []
    for name, parameters in (("set_username", {"p_username": "x"}), ("save_recipe", {"p_recipe_id": user})):
        with pytest.raises(APIError) as caught:
            app.rpc(name, parameters).execute()
        assert caught.value.code == "USER_NOT_FOUND"
    assert httpx.post(f"{signing.url}/functions/v1/delete_account", timeout=PATIENCE).status_code == 401
    anon = {"Authorization": f"Bearer {token('anon')}"}
    assert httpx.post(f"{signing.url}/functions/v1/delete_account", headers=anon, timeout=PATIENCE).status_code == 401


def test_a_projects_auth_server_deletes_the_user(upstream, own_host):
    key = "sb_secret_of_these_tests"

    def answering(request):
        if request.target.startswith("/auth/v1/admin/users/"):
            assert request.method == "DELETE"
            return answer(body=b"{}", fields=[("Content-Type", "application/json")])
        if request.target.startswith("/storage/v1/bucket"):
            buckets = json.dumps([{"id": "photos", "name": "photos"}]).encode()
            return answer(body=buckets, fields=[("Content-Type", "application/json")])
        if request.target == "/storage/v1/object/list/photos":
            return answer(body=b"[]", fields=[("Content-Type", "application/json")])
        return answer("404 Not Found")

    upstream.answering = answering
    host = own_host(settings={"SUPABASE_URL": upstream.url, "SUPABASE_SERVICE_ROLE_KEY": key})
    user = str(uuid.uuid4())
    fields = {"Authorization": f"Bearer {token(sub=user)}"}
    for _ in range(2):
        deleted = httpx.post(f"{host.url}/functions/v1/delete_account", headers=fields, timeout=PATIENCE)
        assert (deleted.status_code, deleted.content) == (204, b"")

    def erased() -> bool:
        with host.database.reading() as tables:
            return tables.rows("SELECT 1 AS x FROM account_deletions WHERE deleted_at IS NOT NULL") == [{"x": 1}]

    eventually(erased)
    calls = [request for request in upstream.received if request.target == f"/auth/v1/admin/users/{user}"]
    assert [request.method for request in calls] == ["DELETE"]
    assert calls[0].value("apikey") == key and calls[0].value("authorization") == f"Bearer {key}"
    listed = [request.body for request in upstream.received if request.target == "/storage/v1/object/list/photos"]
    assert {json.loads(body)["prefix"] for body in listed} == {user, user.upper()}
