"""Attacks on the console's sessions: each is refused before it has any effect."""

import hashlib
import hmac
import json
import time
import urllib.parse

import jwt
import pytest

from base64 import urlsafe_b64encode
from browser import Browser as Chromium
from console import JOB, PAUSE, Browser, actions, assert_closed, invitation, is_paused, service_key
from conftest import serving
from database import SQLite
from host import BINARY, EXAMPLE, SECRET

READ_ONLY = "a-read-only-key-of-the-tests"
DEVELOPMENT_SECRET = "super-secret-jwt-token-with-at-least-32-characters-long"


@pytest.fixture(scope="module")
def console(own_host):
    """A host with the console, as it is on loopback by itself."""
    return own_host(config=f'[console]\nread_only_keys = ["{READ_ONLY}"]\n')


@pytest.fixture(scope="module")
def development(own_host):
    """A host with the development secret."""
    return own_host(settings={"SUPABASE_JWT_SECRET": DEVELOPMENT_SECRET})


@pytest.fixture
def operator(console):
    """A browser that has signed in. After the test nothing has changed."""
    before = actions(console)
    yield Browser(console, service_key())
    assert not is_paused(console)
    assert actions(console) == before


def refused(reply, *statuses: int) -> None:
    assert reply.status in (statuses or (403,)), (reply.status, reply.body[:200])
    assert_closed(reply)


def led_to_login(reply) -> None:
    """A form without a session changes nothing, and leads to the login page."""
    assert (reply.status, reply.headers["location"]) == (303, "/console/login"), reply.body[:200]
    assert_closed(reply)


# 1. A page of another site, and of another origin of the site, sends a form with the browser's cookie.
@pytest.mark.parametrize("site", ["cross-site", "same-site", "none", "other"])
@pytest.mark.parametrize("origin", ["https://evil.example", "null", None])
def test_a_cross_site_form_is_refused(operator, site, origin):
    refused(operator.pause(Sec_Fetch_Site=site, Origin=origin))


# 2. A page on another port of this machine, whose requests have the cookie.
def test_a_form_of_another_port_is_refused(operator, console):
    refused(operator.pause(Sec_Fetch_Site="same-site", Origin="http://127.0.0.1:9999"))
    refused(operator.pause(Sec_Fetch_Site=None, Origin="http://127.0.0.1:9999"))
    refused(operator.pause(Sec_Fetch_Site=None, Origin=f"http://127.0.0.1:{console.port}.evil.example"))


# 3. Neither field says where the form comes from.
def test_a_form_without_an_origin_is_refused(operator):
    refused(operator.pause(Sec_Fetch_Site=None, Origin=None))
    refused(operator.pause(Sec_Fetch_Site=None, Origin="null"))


# 4. A name of the attacker's that leads to this machine.
@pytest.mark.parametrize("name", ["evil.example", "127.0.0.1.evil.example", "0.0.0.0", "10.0.0.1"])
def test_a_rebound_name_is_refused(operator, console, name):
    host = f"{name}:{console.port}"
    refused(operator.pause(Host=host, Origin=f"http://{host}"))
    for path in ("/console", "/console/login", "/console/overview", "/console/events?view=/console/logs"):
        refused(operator.get(path, Host=host))
    refused(operator.login(service_key(), Host=host, Origin=f"http://{host}"))


def test_a_user_before_a_name_is_no_host(operator, console):
    host = f"localhost@evil.example:{console.port}"
    assert operator.pause(Host=host, Origin=f"http://{host}").status == 400
    assert operator.get("/console/login", Host=host).status == 400


# 5. The console in a frame, where clicks can be stolen.
@pytest.mark.parametrize("place", ["iframe", "frame", "embed", "object"])
@pytest.mark.parametrize("site", ["cross-site", "same-site", "same-origin"])
def test_a_framed_page_is_refused(operator, place, site):
    refused(operator.get("/console/queue", Sec_Fetch_Dest=place, Sec_Fetch_Site=site))
    assert operator.get("/console/queue").headers["x-frame-options"] == "DENY"


# 6. A cookie that was changed, or made without the key.
def test_a_forged_cookie_is_refused(operator):
    name, value = operator.cookie.split("=", 1)
    expiry, nonce, code = value.split(".")
    token = operator.token()
    later = str(int(expiry) + 3600)

    def signed(key: bytes) -> str:
        text = f"{later}.{nonce}"
        return f"{text}.{urlsafe_b64encode(hmac.digest(key, text.encode(), hashlib.sha256)).decode().rstrip('=')}"

    forged = [
        f"{later}.{nonce}.{code}", f"{expiry}.{nonce[::-1]}.{code}", f"{expiry}.{nonce}.{code[:-1]}",
        f"{expiry}.{nonce}.", f"{expiry}..{code}", f"{expiry}.{nonce}.{code}.{code}", "", "..", "null", "true", "A" * 6000,
        signed(SECRET.encode()), signed(b""), signed(service_key().encode()),
    ]
    for value in forged:
        operator.cookie = f"{name}={value}"
        led_to_login(operator.pause(token))
        reply = operator.get("/console/overview")
        assert (reply.status, reply.headers["location"]) == (303, "/console/login"), value


# 7. A cookie after its end. The host's clock is the machine's, so the test makes one that has ended with the host's own keys.
def test_an_expired_cookie_is_refused(operator):
    def derived(root: bytes, purpose: str) -> bytes:
        presented = hashlib.sha256(service_key().encode()).digest()
        return hmac.digest(root, f"swiftlet console {purpose} operator ".encode() + presented, hashlib.sha256)

    name, value = operator.cookie.split("=", 1)
    token = operator.token()
    _, nonce, _ = value.split(".")
    key = derived(service_key().encode(), "cookie")

    def cookie(expiry: int) -> str:
        text = f"{expiry}.{nonce}"
        return f"{name}={text}.{urlsafe_b64encode(hmac.digest(key, text.encode(), hashlib.sha256)).decode().rstrip('=')}"

    now = int(time.time())
    operator.cookie = cookie(now + 3600)
    assert operator.get("/console/schedules").status == 200
    for expiry in (now - 1, now - 86_400, 0, -1, now + 86_400):
        operator.cookie = cookie(expiry)
        led_to_login(operator.pause(token))


# 8. A cookie of another host with another key, and of another port.
def test_a_foreign_cookie_is_refused(operator, own_host):
    other = own_host(settings={"SUPABASE_JWT_SECRET": "the secret of another project, of these tests"})
    stranger = Browser(other)
    stranger.keep(stranger.get("/console/enter?" + invitation(other).split("?")[1]))
    assert stranger.get("/console/schedules").status == 200
    value = stranger.cookie.split("=", 1)[1]
    token, name = operator.token(), operator.cookie.split("=")[0]
    operator.cookie = f"{name}={value}"
    led_to_login(operator.pause(token))
    led_to_login(operator.pause(token, Cookie=stranger.cookie))


# 9. The key in a query, where logs and histories keep it.
def test_a_key_in_a_query_is_refused(operator, console):
    stranger = Browser(console)
    key = service_key()
    for path in (f"/console/login?key={key}", f"/console/overview?key={key}", f"/console/overview?apikey={key}"):
        assert "set-cookie" not in stranger.get(path).headers
    refused(stranger.send("POST", f"/console/login?key={key}", {}), 401)
    led_to_login(stranger.send("POST", f"{PAUSE}?key={key}", {"name": JOB}, Authorization=f"Bearer {key}", apikey=key))
    assert key not in console.log_text()


# 10. A one-use code that was used, and one that is invented.
def test_a_replayed_code_is_refused(operator, console):
    path = "/console/enter?" + invitation(console).split("?")[1]
    first = Browser(console)
    reply = first.keep(first.get(path, Sec_Fetch_Site="none"))
    assert reply.status == 200 and first.get("/console/schedules").status == 200
    assert_closed(reply)
    for path in (path, "/console/enter?code=" + "A" * 22, "/console/enter?code=", "/console/enter"):
        again = Browser(console).get(path)
        refused(again, 401)
        assert "set-cookie" not in again.headers


# 11. The form of one session with the cookie of another, and without a token.
def test_a_token_of_another_session_is_refused(operator, console):
    other = Browser(console, service_key())
    refused(other.pause(operator.token()))
    refused(operator.send("POST", PAUSE, {"name": JOB}))
    refused(operator.send("POST", PAUSE, {"name": JOB, "token": ""}))
    refused(operator.send("POST", "/console/logout", {"token": other.token()}))
    assert operator.get("/console/schedules").status == 200


# 12. A session that only reads acts, by the forms of a page that shows none.
def test_a_read_only_session_does_not_act(operator, console):
    reader = Browser(console, READ_ONLY)
    page = reader.get("/console/schedules")
    assert page.status == 200
    assert b"/actions/" not in page.body
    refused(reader.send("POST", PAUSE, {"name": JOB, "token": operator.token()}))
    # The layout's form that signs out carries the session's own token.
    token = page.body.decode().split('name="token" value="')[1].split('"')[0]
    refused(reader.send("POST", PAUSE, {"name": JOB, "token": token}))
    refused(reader.send("POST", "/console/queue/actions/retry", {"token": token, "id": "1"}))


# 13. Guessing.
def test_a_sixth_try_in_a_minute_is_refused(operator, console):
    guesser = Browser(console)
    for _ in range(5):
        refused(guesser.login("a wrong key"), 401)
    reply = guesser.login(service_key())
    refused(reply, 429)
    assert 1 <= int(reply.headers["retry-after"]) <= 60
    assert guesser.cookie is None


# 14. Scripts of other pages read nothing: no field of CORS, no preflight, no subresource.
@pytest.mark.parametrize("path", [
    "/console", "/console/login", "/console/overview", "/console/events?view=/console/logs", PAUSE,
    "/functions/v1/_internal/jobs_pause", "/functions/v1/_internal/console_code", "/functions/v1/_internal/nothing", "/metrics",
])
def test_other_origins_have_no_preflight(operator, path):
    for method in ("POST", "GET"):
        preflight = operator.send(
            "OPTIONS", path, Origin="https://evil.example", Sec_Fetch_Site="cross-site",
            Access_Control_Request_Method=method, Access_Control_Request_Headers="content-type")
        assert preflight.status in (403, 405), preflight.status
        assert not [name for name in preflight.headers if name.startswith("access-control-")]
    reply = operator.get(path, Origin="https://evil.example", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="cors")
    assert reply.status == 403
    assert not [name for name in reply.headers if name.startswith("access-control-")]
    own = operator.send("OPTIONS", path, Access_Control_Request_Method="POST", Origin=f"http://127.0.0.1:{operator.host.port}")
    assert own.status == 405
    assert not [name for name in own.headers if name.startswith("access-control-")]


@pytest.mark.parametrize("mode", ["no-cors", "cors", "same-origin", "websocket"])
def test_a_script_of_another_site_embeds_nothing(operator, mode):
    for path in ("/console/overview", "/console/events?view=/console/logs"):
        refused(operator.get(path, Sec_Fetch_Site="cross-site", Sec_Fetch_Mode=mode))


# 15. The page of a function, whose URL has the console's origin, in the browser of an operator.
TAKEOVER = f"""<title>waiting</title><script>
(async () => {{
  const page = await (await fetch("/console/schedules", {{credentials: "include"}})).text()
  const token = page.match(/name="token" value="([^"]+)"/)[1]
  const form = new URLSearchParams({{token, name: "{JOB}"}})
  return (await fetch("{PAUSE}", {{method: "POST", body: form}})).status
}})().then(status => `acted: ${{status}}`, error => `${{self.origin}}: ${{error}}`).then(text => document.title = text)
</script>"""


def test_the_page_of_a_function_does_not_reach_the_console(make_host):
    host = make_host(EXAMPLE).start()
    with Chromium(host) as browser:
        browser.log_in()
        query = urllib.parse.urlencode({"html": TAKEOVER}, quote_via=urllib.parse.quote)
        browser.driver.get(f"{host.url}/functions/v1/page?{query}")
        outcome = browser.wait(lambda driver: driver.title not in ("", "waiting") and driver.title)
        assert outcome == "null: TypeError: Failed to fetch"
        # The session goes on.
        browser.open("schedules")
        browser.wait_for_text(JOB)
    assert not is_paused(host)
    assert actions(host) == []


# The key and the code of the development secret are everybody's.
def test_the_published_key_opens_nothing(development):
    key = jwt.encode(
        {"iss": "supabase-demo", "role": "service_role", "exp": 1_983_812_996}, DEVELOPMENT_SECRET, algorithm="HS256")
    stranger = Browser(development)
    refused(stranger.login(key), 401)
    code = stranger.send(
        "POST", "/functions/v1/_internal/console_code", Authorization=f"Bearer {key}", Content_Type="application/json")
    assert code.status == 404
    guest = Browser(development)
    assert guest.keep(guest.get("/console/enter?" + invitation(development).split("?")[1])).status == 200
    assert guest.pause().status == 303
    assert is_paused(development)


def test_a_link_leads_into_the_console_alone(console):
    for target in ("https://evil.example", "//evil.example", "/\\evil.example", "/console/../functions", "javascript:alert(1)"):
        browser = Browser(console)
        reply = browser.send("POST", "/console/login", {"key": service_key(), "next": target})
        assert reply.status == 303
        assert reply.headers["location"].startswith("/console/"), target


def test_the_console_is_off_beyond_loopback(tmp_path):
    with serving(tmp_path, BINARY, config='[swiftlet]\ntrusted_proxies = ["127.0.0.1"]\n', database=SQLite(tmp_path / "a.sqlite")) as host:
        assert Browser(host).get("/console/login").status == 404


@pytest.mark.engines("sqlite", "postgres")
def test_an_action_is_a_line_and_a_row(engine, make_host):
    host = make_host().start()
    operator = Browser(host, service_key())
    assert operator.pause().status == 303
    assert is_paused(host)
    row, = actions(host)
    assert (row["section"], row["action"], row["subject"], row["number"]) == ("schedules", "pause", f"name={JOB}", 1)
    assert (row["role"], row["failure"]) == ("operator", None)
    assert operator.pause("not its token").status == 403
    assert operator.send("POST", PAUSE, {"name": "no_such_job", "token": operator.token()}).status == 404
    failed = actions(host)[-1]
    assert len(actions(host)) == 2 and failed["failure"] and failed["number"] == 0
    token = operator.token()
    assert operator.send("POST", "/console/logout", {"token": token}).headers["location"] == "/console/login"
    led_to_login(operator.pause(token))
    assert operator.pause(token, Sec_Fetch_Mode="cors").status == 401
    host.stop()
    lines = [json.loads(line) for line in host.log_text().splitlines() if "A session of the console acted" in line]
    assert [line["action"] for line in lines] == ["schedules.pause"] * 2
    assert lines[0]["session"] == row["session"]
    assert service_key() not in host.log_text() and token not in host.log_text()
