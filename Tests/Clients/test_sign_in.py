"""Sign-in of a host that stands alone, by PyPI's `supabase`: an app's first lines, races, what is refused."""

import concurrent.futures
import datetime
import itertools
import json
import statistics
import time
import urllib.error
import urllib.request
import uuid

import jwt
import pytest
from supabase_auth.errors import AuthApiError, AuthWeakPasswordError

from apps import patient_client
from conftest import serving
from host import BINARY, PATIENCE, SECRET, token

pytestmark = pytest.mark.engines("sqlite", "postgres")

PASSWORD = "correct horse"
# The tests' tries come from many addresses, as a proxy names them: one address has ten a minute.
PROXIED = {"SWIFTLET_TRUSTED_PROXIES": "127.0.0.1", "SWIFTLET_SIGN_IN": "true"}
ADDRESSES = itertools.count(1)


@pytest.fixture(scope="module")
def signing(make_database, tmp_path_factory):
    """A host that the module's tests share."""
    folder = tmp_path_factory.mktemp("signing")
    with serving(folder, BINARY, database=make_database(folder), settings=PROXIED) as started:
        yield started


def address() -> str:
    number = next(ADDRESSES)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def client(host, key: str | None = None):
    """An app's client, at an address of its own."""
    made = patient_client(host.url, key or token("anon"))
    made.auth._headers["X-Forwarded-For"] = address()
    return made


def email() -> str:
    return f"{uuid.uuid4().hex}@example.org"


def signed_up(host, mail: str | None = None):
    made = client(host)
    made.auth.sign_up({"email": mail or email(), "password": PASSWORD})
    return made


def send(host, method: str, path: str, body=None, access: str | None = None, **headers: str):
    """The status and the JSON of a request."""
    fields = {"Content-Type": "application/json", "X-Forwarded-For": address(), **headers}
    if access:
        fields["Authorization"] = f"Bearer {access}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(host.url + path, data, fields, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            text = response.read()
            return response.status, json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def is_refused(host, access: str) -> bool:
    """Whether the host refuses a token, which functions that need any token show."""
    status, answer = send(host, "POST", "/functions/v1/riddle_today", {}, access)
    if status == 200:
        return False
    assert (status, answer) == (401, {"code": "UNAUTHORIZED_LEGACY_JWT", "message": "Invalid JWT"})
    return True


def refused(code: str, status: int, call, *arguments, **options) -> AuthApiError:
    """The typed error of a call."""
    with pytest.raises(AuthApiError) as caught:
        call(*arguments, **options)
    assert (caught.value.code, caught.value.status) == (code, status)
    return caught.value


def at_once(count: int, call) -> list:
    """The results of a call that many threads make at the same time."""
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return [future.result() for future in [pool.submit(call) for _ in range(count)]]


def test_an_apps_first_line(signing):
    app = client(signing)
    answer = app.auth.sign_in_anonymously({"options": {"data": {"name": "Ann"}}})
    assert answer.user.is_anonymous and answer.user.user_metadata == {"name": "Ann"}
    claims = jwt.decode(answer.session.access_token, SECRET, algorithms=["HS256"], audience="authenticated")
    assert claims["sub"] == answer.user.id
    assert claims["iss"] == f"{signing.url}/auth/v1"
    assert (claims["role"], claims["is_anonymous"], claims["exp"] - claims["iat"]) == ("authenticated", True, 3600)
    assert app.auth.get_user().user.id == answer.user.id
    # The client hands the session's token to functions by itself.
    assert app.functions.invoke("riddle_today", {"responseType": "json"})["question"]


def test_from_anonymous_to_permanent(signing):
    app, mail = client(signing), email()
    before = app.auth.sign_in_anonymously()
    changed = app.auth.update_user({"email": mail, "password": PASSWORD, "data": {"name": "Ann"}})
    assert changed.user.id == before.user.id
    assert (changed.user.email, changed.user.is_anonymous) == (mail, False)
    assert changed.user.identities[0].identity_data["email"] == mail
    again = client(signing).auth.sign_in_with_password({"email": mail.upper(), "password": PASSWORD})
    assert again.user.id == before.user.id
    assert app.auth.refresh_session().user.user_metadata["name"] == "Ann"


def test_sign_up_in_and_out(signing):
    mail = email()
    app = client(signing)
    first = app.auth.sign_up({"email": mail, "password": PASSWORD, "options": {"data": {"name": "Ann"}}})
    assert first.session and first.user.email_confirmed_at
    refused("user_already_exists", 422, client(signing).auth.sign_up, {"email": mail, "password": PASSWORD})
    with pytest.raises(AuthWeakPasswordError) as weak:
        client(signing).auth.sign_up({"email": email(), "password": "12345"})
    assert weak.value.reasons == ["length"]
    other = client(signing)
    second = other.auth.sign_in_with_password({"email": mail, "password": PASSWORD})
    tokens = [first.session.access_token, second.session.access_token]
    assert [is_refused(signing, each) for each in tokens] == [False, False]
    app.auth.sign_out({"scope": "others"})
    assert [is_refused(signing, each) for each in tokens] == [False, True]
    status, answer = send(signing, "GET", "/auth/v1/user", access=tokens[1])
    assert (status, answer["error_code"]) == (403, "session_not_found")
    app.auth.sign_out()
    assert is_refused(signing, tokens[0])


def test_the_paths_of_shvils_document(signing):
    """Supabase has none of them. They are sign-up, sign-in and sign-out, and a provider that the host does not have."""
    account = {"email": email(), "password": "password123"}
    status, first = send(signing, "POST", "/auth/v1/signup/email", account)
    assert status == 200
    status, session = send(signing, "POST", "/auth/v1/signin/email", account)
    assert status == 200
    for answer in (first, session):
        assert (answer["token_type"], answer["expires_in"]) == ("bearer", 3600)
        assert answer["user"]["email"] == account["email"] and answer["refresh_token"]
        assert not is_refused(signing, answer["access_token"])
    assert session["user"]["id"] == first["user"]["id"] and session["refresh_token"] != first["refresh_token"]
    status, answer = send(signing, "POST", "/auth/v1/signup/email", account)
    assert (status, answer["error_code"]) == (422, "user_already_exists")
    status, answer = send(signing, "POST", "/auth/v1/signin/email", {**account, "password": "password124"})
    assert (status, answer["error_code"]) == (400, "invalid_credentials")
    apple = {"id_token": "apple_id_token", "nonce": "nonce_value"}
    status, answer = send(signing, "POST", "/auth/v1/signin/apple", apple)
    assert (status, answer["error_code"]) == (400, "provider_disabled") and "SUPABASE_URL" in answer["msg"]

    assert send(signing, "POST", "/auth/v1/signout")[0] == 401
    assert send(signing, "POST", "/auth/v1/signout", access=session["access_token"]) == (204, None)
    assert is_refused(signing, session["access_token"]) and is_refused(signing, first["access_token"])
    for path in ("signup/email", "signin/email", "signout"):
        assert send(signing, "GET", f"/auth/v1/{path}")[0] == 405
    for path in ("signin", "signin/phone", "signup/phone", "signout/now"):
        status, answer = send(signing, "POST", f"/auth/v1/{path}", account)
        assert (status, answer["error_code"]) == (404, "feature_disabled"), path


def test_a_wrong_address_and_a_wrong_password_look_the_same(signing):
    mail = email()
    signed_up(signing, mail)
    texts, times = set(), {"wrong password": [], "unknown address": []}
    for _ in range(6):
        for name, tried in (("wrong password", mail), ("unknown address", email())):
            start = time.monotonic()
            error = refused(
                "invalid_credentials", 400, client(signing).auth.sign_in_with_password,
                {"email": tried, "password": "a wrong one"})
            times[name].append(time.monotonic() - start)
            texts.add(error.message)
    assert texts == {"Invalid login credentials"}
    # A measurement alone: other processes share the cores.
    print({name: f"{1000 * statistics.median(each):.0f} ms" for name, each in times.items()})


def test_a_new_password_ends_the_other_sessions(signing):
    mail = email()
    app = signed_up(signing, mail)
    other = client(signing).auth.sign_in_with_password({"email": mail, "password": PASSWORD})
    refused("same_password", 422, app.auth.update_user, {"password": PASSWORD})
    app.auth.update_user({"password": "another horse"})
    assert is_refused(signing, other.session.access_token)
    assert not is_refused(signing, app.auth.get_session().access_token)
    again = {"email": mail, "password": PASSWORD}
    refused("invalid_credentials", 400, client(signing).auth.sign_in_with_password, again)
    client(signing).auth.sign_in_with_password({"email": mail, "password": "another horse"})


def test_24_sign_ups_of_one_address_make_one_user(signing):
    mail = email()
    answers = at_once(24, lambda: send(signing, "POST", "/auth/v1/signup", {"email": mail, "password": PASSWORD}))
    verdicts = [answer.get("error_code", status) for status, answer in answers]
    assert sorted(map(str, verdicts)) == ["200"] + ["user_already_exists"] * 23
    with signing.database.reading() as tables:
        assert tables.rows("SELECT count(*) AS n FROM swiftlet_auth_users WHERE email = ?", mail) == [{"n": 1}]


def test_24_sign_ins_of_one_user_have_a_session_each(signing):
    mail = email()
    user = signed_up(signing, mail).auth.get_user().user.id
    path = "/auth/v1/token?grant_type=password"
    answers = at_once(24, lambda: send(signing, "POST", path, {"email": mail, "password": PASSWORD}))
    assert [status for status, _ in answers] == [200] * 24
    sessions = [answer for _, answer in answers]
    assert {session["user"]["id"] for session in sessions} == {user}
    claims = [jwt.decode(session["access_token"], SECRET, algorithms=["HS256"], audience="authenticated") for session in sessions]
    assert {each["sub"] for each in claims} == {user}
    assert len({each["session_id"] for each in claims}) == 24
    assert len({session["refresh_token"] for session in sessions}) == 24
    assert not any(is_refused(signing, session["access_token"]) for session in sessions)
    with signing.database.reading() as tables:
        assert tables.rows("SELECT count(*) AS n FROM swiftlet_auth_users WHERE email = ?", mail) == [{"n": 1}]
        # The sign-up has a session too.
        assert tables.rows("SELECT count(*) AS n FROM swiftlet_auth_sessions WHERE user_id = ?", user) == [{"n": 25}]
    # Each can be refreshed, and ended, without the others.
    refreshed = client(signing).auth.refresh_session(sessions[0]["refresh_token"])
    assert refreshed.user.id == user
    assert send(signing, "POST", "/auth/v1/logout?scope=local", access=sessions[0]["access_token"])[0] == 204
    assert [is_refused(signing, session["access_token"]) for session in sessions] == [True] + [False] * 23


def test_24_refreshes_of_one_token_agree(signing):
    session = client(signing).auth.sign_in_anonymously().session
    path = "/auth/v1/token?grant_type=refresh_token"
    answers = at_once(24, lambda: send(signing, "POST", path, {"refresh_token": session.refresh_token}))
    assert {status for status, _ in answers} == {200}
    assert len({answer["refresh_token"] for _, answer in answers}) == 1
    assert {answer["user"]["id"] for _, answer in answers} == {session.user.id}
    assert not any(is_refused(signing, answer["access_token"]) for _, answer in answers[:3])


def last_refresh(signing, access_token: str, age: datetime.timedelta) -> None:
    """Dates the last refresh of a token's session back."""
    claims = jwt.decode(access_token, options={"verify_signature": False})
    date = datetime.datetime.now(datetime.timezone.utc) - age
    with signing.database.writing() as tables:
        tables.change(
            "UPDATE swiftlet_auth_sessions SET refreshed_at = ? WHERE id = ?",
            (date.strftime("%Y-%m-%dT%H:%M:%S.000Z"), claims["session_id"]))


def test_a_session_that_was_not_refreshed_for_thirty_days_is_over(signing):
    app = client(signing)
    first = app.auth.sign_in_anonymously().session
    last_refresh(signing, first.access_token, datetime.timedelta(days=29))
    second = app.auth.refresh_session(first.refresh_token).session
    last_refresh(signing, second.access_token, datetime.timedelta(days=31))
    refused("session_expired", 400, client(signing).auth.refresh_session, second.refresh_token)
    # The next sign-in removes it.
    client(signing).auth.sign_in_anonymously()
    refused("refresh_token_not_found", 400, client(signing).auth.refresh_session, second.refresh_token)


def test_reuse_of_a_refresh_token_ends_the_session(signing):
    app = client(signing)
    first = app.auth.sign_in_anonymously().session
    second = app.auth.refresh_session(first.refresh_token).session
    third = app.auth.refresh_session(second.refresh_token).session
    assert app.auth.refresh_session(first.refresh_token).session.refresh_token == third.refresh_token
    last_refresh(signing, first.access_token, datetime.timedelta(minutes=1))
    refused("refresh_token_already_used", 400, client(signing).auth.refresh_session, first.refresh_token)
    refused("refresh_token_not_found", 400, client(signing).auth.refresh_session, third.refresh_token)
    assert is_refused(signing, third.access_token)


def test_the_database_holds_no_secret(signing):
    mail = email()
    session = signed_up(signing, mail).auth.get_session()
    with signing.database.reading() as tables:
        rows = tables.rows("SELECT * FROM swiftlet_auth_users WHERE email = ?", mail)
        rows += tables.rows("SELECT * FROM swiftlet_auth_sessions WHERE user_id = ?", session.user.id)
    text = repr(rows)
    assert len(rows) == 2 and rows[0]["password"].startswith("$scrypt$")
    log = signing.log_text()
    for secret in (PASSWORD, session.refresh_token, session.access_token.split(".")[2]):
        assert secret not in text and secret not in log


def test_a_deleted_user(signing):
    mail = email()
    session = signed_up(signing, mail).auth.get_session()
    admin = client(signing, token("service_role"))
    assert not is_refused(signing, session.access_token)
    refused("not_admin", 403, client(signing).auth.admin.delete_user, session.user.id)
    admin.auth.admin.delete_user(session.user.id)
    assert is_refused(signing, session.access_token)
    refused("user_not_found", 404, admin.auth.admin.get_user_by_id, session.user.id)
    refused("refresh_token_not_found", 400, client(signing).auth.refresh_session, session.refresh_token)
    again = {"email": mail, "password": PASSWORD}
    refused("invalid_credentials", 400, client(signing).auth.sign_in_with_password, again)


def test_the_service_role_keeps_users(signing):
    admin, mail = client(signing, token("service_role")).auth.admin, email()
    made = admin.create_user(
        {"email": mail, "password": PASSWORD, "app_metadata": {"plan": "x"}, "email_confirm": True})
    assert made.user.app_metadata["plan"] == "x"
    admin.update_user_by_id(made.user.id, {"user_metadata": {"n": 1}})
    assert admin.get_user_by_id(made.user.id).user.user_metadata["n"] == 1
    assert made.user.id in {user.id for user in admin.list_users(page=1, per_page=1000)}


def test_what_this_host_does_not_have(signing):
    app = client(signing)
    error = refused("email_provider_disabled", 400, app.auth.reset_password_for_email, "a@example.org")
    assert "SUPABASE_URL" in error.message
    refused("otp_disabled", 422, app.auth.sign_in_with_otp, {"email": "a@example.org"})
    refused("phone_provider_disabled", 400, app.auth.sign_up, {"phone": "+4930123456", "password": PASSWORD})
    refused("provider_disabled", 400, app.auth.sign_in_with_id_token, {"provider": "apple", "token": "x"})
    url = app.auth.sign_in_with_oauth({"provider": "linkedin_oidc"}).url
    assert url.startswith(signing.url)
    with pytest.raises(urllib.error.HTTPError) as visited:
        urllib.request.urlopen(url, timeout=PATIENCE)
    assert visited.value.code == 400
    assert json.loads(visited.value.read())["error_code"] == "oauth_provider_not_supported"


@pytest.mark.parametrize("path", ["/auth/v1/token?grant_type=password", "/auth/v1/signin/email"])
def test_ten_tries_a_minute(signing, path):
    body, own = {"email": "nobody@example.org", "password": PASSWORD}, address()
    # At once: one more is let in every six seconds, in which a busy machine hashes only a few passwords.
    began = time.monotonic()
    statuses = at_once(24, lambda: send(signing, "POST", path, body, **{"X-Forwarded-For": own})[0])
    assert set(statuses) == {400, 429}
    assert 10 <= statuses.count(400) <= 11 + (time.monotonic() - began) / 6


def test_a_restarted_host_refuses_the_tokens_of_ended_sessions(make_host):
    host = make_host(settings=PROXIED).start()
    app = client(host)
    kept = client(host).auth.sign_in_anonymously().session
    ended = app.auth.sign_in_anonymously().session
    app.auth.sign_out()
    host.stop()
    host.start()
    assert is_refused(host, ended.access_token)
    assert not is_refused(host, kept.access_token)
    assert client(host).auth.refresh_session(kept.refresh_token).user.id == kept.user.id


@pytest.mark.parametrize(
    ("settings", "status"),
    [
        ({}, 200),
        ({"SWIFTLET_SIGN_IN": "false"}, 501),
        ({"SWIFTLET_HOST": "0.0.0.0"}, 501),
        ({"SWIFTLET_TRUSTED_PROXIES": "127.0.0.1"}, 501),
        ({"SWIFTLET_HOST": "0.0.0.0", "SWIFTLET_SIGN_IN": "true"}, 200),
        ({"SUPABASE_URL": "http://127.0.0.1:1", "SUPABASE_JWKS": '{"keys":[]}', "SWIFTLET_SIGN_IN": "true"}, None),
    ],
    ids=["loopback", "off", "beyond", "proxied", "beyond, asked for", "project"],
)
def test_where_it_is_on(make_host, settings, status):
    host = make_host(settings=settings, config="[auth]\nenabled = true\n").start()
    answered, answer = send(host, "POST", "/auth/v1/signup", {})
    if status is None:
        assert answered not in (200, 201) and "access_token" not in answer
    else:
        assert answered == status
    if status == 501:
        assert (answer["code"], answer["error_code"]) == (501, "feature_disabled")
        assert "sign_in = true" in answer["msg"]


def test_a_sign_out_reaches_the_other_host(make_host, make_database, tmp_path, engine):
    if engine == "sqlite":
        pytest.skip("an embedded database has one host")
    database = make_database(tmp_path)
    hosts = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        hosts.append(make_host(folder=tmp_path / name, database=database, settings=PROXIED).start())
    app = client(hosts[0])
    session = app.auth.sign_in_anonymously().session
    assert [is_refused(host, session.access_token) for host in hosts] == [False, False]
    app.auth.sign_out()
    assert is_refused(hosts[0], session.access_token)
    start = time.monotonic()
    while not is_refused(hosts[1], session.access_token):
        assert time.monotonic() - start < PATIENCE
        time.sleep(0.01)
    print(f"the other host refused it after {1000 * (time.monotonic() - start):.0f} ms")
