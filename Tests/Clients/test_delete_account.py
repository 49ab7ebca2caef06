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
from gateway.deletion import KEY, Deletion
from host import BINARY, PATIENCE, Caller, token
from jobs import eventually, rows
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


def test_a_projects_user_and_files_are_deleted(upstream, make_host):
    """The storage lists a file, a folder with another one, and the folder that an app in Swift named."""
    user, friend = str(uuid.uuid4()), str(uuid.uuid4())
    own, others = [f"{user}/1.png", f"{user}/trip/2.png", f"{user.upper()}/3.png"], {f"{friend}/1.png", "1.png"}
    project = upstream.answering = Deletion(*own, *others)
    host = make_host(settings={"SUPABASE_URL": upstream.url, "SUPABASE_SERVICE_ROLE_KEY": KEY}).start()
    caller = Caller(host, user)
    caller.ask("save_recipe", {"recipe_id": str(uuid.uuid4())})
    Caller(host, friend).ask("save_recipe", {"recipe_id": str(uuid.uuid4())})
    for _ in range(2):
        assert caller.call("delete_account") == (204, None)

    eventually(lambda: rows(host, "SELECT 1 FROM account_deletions WHERE user_id = ? AND deleted_at IS NOT NULL", user))
    assert project.deleted == [user]
    assert sorted(project.removed) == sorted(own)
    assert project.files == others
    assert set(project.listed) == {user, user.upper(), f"{user}/trip"}
    owners = rows(host, "SELECT user_id FROM saved_recipes WHERE user_id IN (?, ?)", user, friend)
    assert owners == [{"user_id": friend}]
    assert rows(host, "SELECT id FROM users WHERE id IN (?, ?)", user, friend) == [{"id": friend}]
    host.stop()
