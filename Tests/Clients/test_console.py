"""The console in Debian's Chromium: the ten pages, what moves on them, keys, hostile texts, and people who read with their ears."""

import contextlib
import http.client
import json
import subprocess
import urllib.parse
import uuid

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import SECTIONS, Browser, console
from host import PATIENCE, Caller, token
from jobs import jobs
from test_push_simulator import make_simulator  # noqa: F401  (a fixture)
from test_supabase import client

# Each is text on a page, whatever a browser would make of it as HTML, as an attribute, as a script or as a style.
HOSTILE = [
    "<script>window.broken=1</script>", "</script><script>window.broken=1</script>", "<img src=x onerror=window.broken=1>",
    "\"><img src=x onerror=window.broken=1>", "'><svg onload=window.broken=1>", "<svg><script>window.broken=1</script></svg>",
    "javascript:window.broken=1", "\" onmouseover=\"window.broken=1", "' autofocus onfocus='window.broken=1", "{{constructor.constructor('window.broken=1')()}}",
    "<iframe srcdoc='<script>parent.broken=1</script>'>", "<style>*{display:none}</style>", "<link rel=stylesheet href=//other.example/x>",
    "<base href=//other.example/>", "<meta http-equiv=refresh content='0;url=//other.example/'>", "<form action=//other.example><button>", "<!--", "-->", "]]>", "&lt;b&gt;",
    "&#60;script&#62;", "%3Cscript%3E", "\\u003cscript\\u003e", "${window.broken=1}", "`window.broken=1`", "\u202eevil", "\u2066x\u2069", "\u0000nul", "\u001b[2Jescape",
    "a\r\nSet-Cookie: x=1", "<a href=javascript:window.broken=1>x</a>", "<math><mi//xlink:href='data:x,<script>window.broken=1</script>'>", "<template><script>window.broken=1</script>",
    "<noscript><p title=\"</noscript><img src=x onerror=window.broken=1>\">", "<textarea></textarea><script>window.broken=1</script>", "<title></title><script>window.broken=1</script>", "'; DROP TABLE jobs; --",
    "\U0001f600" * 50, "x" * 5000, "\u0301" * 100,
]


@pytest.fixture(scope="module")
def host(own_host):
    return own_host()


@pytest.fixture(scope="module")
def browser(host):
    with Browser(host) as started:
        yield started.log_in()


@pytest.fixture(scope="module")
def used(host):
    """A host with something on each page: calls, refusals, errors, jobs, pushes."""
    caller = Caller(host)
    for _ in range(5):
        caller.call("riddle_today")
    caller.call("like_option", {"session_id": "no id"})
    Caller(host).call("nothing_of_this_name")
    return host


@pytest.mark.parametrize("section", SECTIONS)
def test_a_page_needs_its_own_host_alone(browser, used, section):
    browser.complaints(), browser.requests()
    browser.open(section)
    browser.wait(lambda driver: driver.execute_script("return document.readyState") == "complete")
    assert browser.find("h1").text
    seen = browser.requests()
    assert seen.foreign(used.url) == []
    assert seen.failures == []
    assert {url: status for url, status in seen.statuses.items() if status >= 400} == {}
    assert browser.complaints() == []


def test_the_assets_are_small(browser, host):
    browser.open("overview")
    paths = browser.run(
        "return [...document.querySelectorAll('link[href],script[src]')].map(e => e.href || e.src).filter(u => u.includes('/assets/'))")
    assert len(paths) >= 2
    size = 0
    for path in paths:
        connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
        connection.request("GET", path.removeprefix(host.url))
        answer = connection.getresponse()
        size += len(answer.read())
        assert answer.status == 200
        assert "immutable" in answer.headers["Cache-Control"]
    assert size <= 40_000


def test_a_call_appears_while_one_looks(browser, host):
    browser.open("invocations")
    browser.wait(lambda driver: driver.find_elements(By.TAG_NAME, "main"))
    for _ in range(3):
        path = f"/functions/v1/riddle_today/{uuid.uuid4()}"
        connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
        connection.request("GET", path, headers={"Authorization": f"Bearer {token()}"})
        connection.getresponse().read()
        browser.wait_for_text(path.rpartition("/")[2])


# Dark pages differ in their colours alone. At 1000 pixels only the layout differs.
@pytest.mark.parametrize("width,dark,rules", [
    (1280, False, ()), (375, False, ()), (1280, True, ("color-contrast",)), (375, True, ("color-contrast",)), (1000, False, None),
])
def test_a_page_is_readable_and_fits_into_its_window(used, width, dark, rules):
    with Browser(used, width=width, dark=dark) as browser:
        browser.log_in()
        found = {}
        for section in SECTIONS:
            browser.open(section)
            if rules is not None and (violations := browser.axe(*rules)):
                found[section] = violations
            wide = browser.run("return document.documentElement.scrollWidth")
            if wide > width:
                found[f"{section}, wider than the window"] = wide
            # At 1000 pixels lists scroll by themselves.
            if width != 1000 and (cut := browser.cut_tables()):
                found[f"{section}, columns that are cut off"] = cut
        assert found == {}, json.dumps(found, indent=1)


def test_a_zone_that_the_browser_does_not_know_is_shown_as_utc(browser, host):
    browser.open("overview")
    browser.complaints()
    browser.run("localStorage.consoleZone = 'local'")
    browser.open("overview")
    browser.wait(lambda driver: not driver.execute_script("return document.getElementById('zone').hidden"))
    browser.run(
        "document.querySelector('main').insertAdjacentHTML('beforeend',"
        "'<time id=\"far\" datetime=\"2026-01-02T03:04:05Z\" data-zone=\"Mars/Phobos\"></time>')")
    browser.press("t")
    assert browser.run("return document.getElementById('far').textContent") == "2026-01-02 03:04:05Z"
    assert browser.run("return document.getElementById('zone').textContent") == "Job's zone"
    browser.press("t")
    assert browser.complaints() == []


def test_a_page_of_a_long_filter_does_not_end_the_updates_of_other_tabs(used):
    with Browser(used) as browser:
        browser.log_in()
        browser.open("invocations")
        browser.driver.switch_to.new_window("tab")
        browser.open("logs?q=" + "a" * 3000)
        assert browser.run("return document.body.dataset.view") is None
        browser.driver.switch_to.window(browser.driver.window_handles[0])
        path = str(uuid.uuid4())
        connection = http.client.HTTPConnection("127.0.0.1", used.port, timeout=PATIENCE)
        connection.request("GET", f"/functions/v1/riddle_today/{path}", headers={"Authorization": f"Bearer {token()}"})
        connection.getresponse().read()
        browser.wait_for_text(path)


def test_keys_open_pages_and_help(browser, host):
    browser.open("overview")
    for key, section in {"f": "functions", "i": "invocations", "l": "logs", "q": "queue", "s": "schedules"}.items():
        browser.press("g", key)
        browser.wait(lambda driver: driver.current_url.startswith(f"{host.url}/console/{section}"))
        browser.wait(lambda driver: driver.execute_script("return document.readyState") == "complete")
    browser.press("/")
    browser.wait(lambda driver: driver.switch_to.active_element.get_attribute("name") == "q")
    # It leaves the field.
    browser.press(Keys.ESCAPE, "?")
    browser.wait(lambda _: browser.find("#keys").is_displayed())
    browser.press(Keys.ESCAPE)
    browser.wait(lambda _: not browser.find("#keys").is_displayed())


def test_keys_move_open_and_select_rows_and_pause(browser, used):
    def current():
        return browser.run("return document.querySelector('tr.current')?.dataset.key")

    browser.open("invocations")
    browser.wait(lambda _: len(browser.find_all("tbody tr")) >= 2)
    browser.press("j")
    first = current()
    browser.press("j")
    assert first and current() not in (None, first)
    browser.press("k")
    assert current() == first
    browser.press(Keys.ESCAPE)
    assert current() is None
    browser.press("j", Keys.ENTER)
    browser.wait(lambda driver: driver.current_url.startswith(f"{used.url}/console/invocations/"))

    job = jobs(used, "enqueue", "prune_history", "--at", "7d")["id"]
    browser.open(f"queue?q=id%3A{job}")
    browser.wait(lambda _: browser.find_all(f"tr[data-key='{job}']"))
    selected = f"return document.querySelector(\"tr[data-key='{job}'] .select input\").checked"
    browser.press("j", "x")
    browser.wait_for_text("1 selected:")
    assert browser.run(selected)
    browser.press("x")
    assert not browser.run(selected)
    jobs(used, "discard", str(job))

    live = browser.find("#live")
    for pressed, word in [("false", "Paused"), ("true", "Live")]:
        browser.press(".")
        assert (live.get_attribute("aria-pressed"), live.text) == (pressed, word)


def test_hostile_texts_stand_there_as_they_are(browser, host):
    caller = Caller(host)
    for text in HOSTILE:
        path = "/functions/v1/riddle_today/" + urllib.parse.quote(text, safe="")[:200]
        caller.connection.request("GET", path, headers={"Authorization": f"Bearer {caller.token}"})
        caller.connection.getresponse().read()
    browser.complaints(), browser.requests()
    for section in SECTIONS:
        for text in ["", *HOSTILE]:
            if text and section not in ("invocations", "logs", "queue"):
                continue
            browser.open(section + ("?q=" + urllib.parse.quote(text, safe="") if text else ""))
            assert browser.run("return window.broken") is None, (section, text)
            assert browser.run("return performance.getEntriesByType('navigation')[0].responseStatus") == 200, (section, text)
            # Those that the page shows as they are, in the field of the filter.
            if text.isascii() and text.isprintable() and len(text) <= 500 and section in ("invocations", "logs", "queue"):
                assert browser.find("[name=q]").get_attribute("value") == text, section
    seen = browser.requests()
    assert seen.foreign(host.url) == []
    assert [line for line in browser.complaints() if "Content Security Policy" in line] == []


@pytest.mark.engines("sqlite", "postgres")
def test_a_trace_leads_from_a_like_to_the_phones(make_host, make_simulator):  # noqa: F811
    simulator = make_simulator()
    host = make_host(settings=simulator.settings).start()
    phones = [uuid.uuid4().hex * 2 for _ in range(2)]
    tokens = [token() for _ in phones]
    players = [client(host, access) for access in tokens]
    for player, phone in zip(players, phones):
        player.rpc("update_apns_token", {"p_token": phone, "p_environment": "sandbox"}).execute()
    category = players[0].functions.invoke("categories", {"responseType": "json"})[0]
    session = players[0].rpc("create_session", {"p_category_id": category["id"], "p_quorum_n": 2}).execute().data
    players[1].rpc("join_session", {"p_invite_code": session["invite_code"]}).execute()
    listed = players[0].rpc("session_options", {"p_session_id": session["session_id"]}).execute().data
    like = {"p_session_id": session["session_id"], "p_option_id": listed[0]["options"]["id"]}
    players[0].rpc("like_option", like).execute()

    trace, span = uuid.uuid4().hex, uuid.uuid4().hex[:16]
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    connection.request("POST", "/rest/v1/rpc/like_option", json.dumps(like), {
        "Authorization": f"Bearer {tokens[1]}", "apikey": token("anon"), "Content-Type": "application/json",
        "traceparent": f"00-{trace}-{span}-01"})
    answer = connection.getresponse()
    assert json.loads(answer.read())["match_found"] is True
    call, own = answer.headers["sb-request-id"], answer.headers["traceparent"]
    assert own.startswith(f"00-{trace}-") and span not in own

    with Browser(host) as browser:
        browser.log_in()
        browser.open(f"invocations/{call}")
        browser.complaints()
        # The page is live: the run and its notifications appear on it.
        browser.wait(lambda _: browser.run(
            "return [...document.querySelectorAll('#trace tbody tr')].filter(r => r.innerText.includes('push')).length") == len(phones))
        steps = browser.find("#steps").text
        assert "BEGIN" in steps and "COMMIT" in steps and "deliver_match" in steps
        assert like["p_option_id"] not in steps and session["session_id"] not in steps
        rows = browser.find_all("#trace tbody tr")
        assert "like_option" in rows[0].text and "deliver_match" in rows[1].text
        assert all("accepted" in row.text for row in rows[2:])
        assert all("/console/push?q=id" in row.find_element(By.TAG_NAME, "a").get_attribute("href") for row in rows[2:])

        run = rows[1].find_element(By.TAG_NAME, "a").get_attribute("href").rpartition("/")[2]
        browser.open(f"invocations/{run}")
        assert trace in browser.find("#head").text and "job " in browser.find("#head").text
        browser.find("#head a[href*='trace']").click()
        browser.wait(lambda driver: "trace" in driver.current_url)
        assert {"like_option", "deliver_match"} == {
            row.find_elements(By.TAG_NAME, "td")[1].text for row in browser.find_all("#list tbody tr")}
        assert browser.complaints() == []

    # The log's lines have the trace too, and that of a call without a traceparent is its own.
    done = subprocess.run(
        [host.binary, "logs", "--json", "--database", host.database.url, "--config", str(host.config)], cwd=host.folder,
        env=host.environment, capture_output=True, text=True, timeout=PATIENCE, check=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    calls = [line for line in lines if line["kind"] == "invocation"]
    assert {line["function"] for line in calls if line["trace_id"] == trace} == {"like_option", "deliver_match"}
    joined = next(line for line in calls if line["function"] == "join_session")
    assert joined["trace_id"] == joined["id"].replace("-", "")
    assert all(line["database_ms"] >= 0 for line in calls if line["function"] == "like_option")


def test_a_page_is_whole_without_script(host):
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    connection.request("GET", console(host)["url"].removeprefix(host.url))
    entered = connection.getresponse()
    entered.read()
    cookie = entered.headers["Set-Cookie"].partition(";")[0]
    for section in SECTIONS:
        connection.request("GET", f"/console/{section}", headers={"Cookie": cookie})
        answer = connection.getresponse()
        page = answer.read().decode()
        assert answer.status == 200, section
        assert "<main" in page and "</html>" in page


def test_eight_tabs_are_live_at_once(used):
    with Browser(used) as browser:
        browser.log_in()
        for _ in range(8):
            browser.driver.switch_to.new_window("tab")
            browser.open("invocations")
        path = str(uuid.uuid4())
        connection = http.client.HTTPConnection("127.0.0.1", used.port, timeout=PATIENCE)
        connection.request("GET", f"/functions/v1/riddle_today/{path}", headers={"Authorization": f"Bearer {token()}"})
        connection.getresponse().read()
        for handle in browser.driver.window_handles[1:]:
            browser.driver.switch_to.window(handle)
            browser.wait_for_text(path)


def test_a_page_says_that_its_session_has_ended(used):
    with Browser(used) as browser:
        browser.log_in()
        browser.open("logs")
        browser.run("""
            const form = document.querySelector("form[action='/console/logout']")
            return fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) }).then(() => null)
            """)
        # The page asks for a new stream.
        browser.press(".", ".")
        browser.wait_for_text("Your session has ended: sign in")
        live = browser.find("#live")
        assert (live.get_attribute("aria-pressed"), live.text) == ("false", "Signed out")
        link = browser.find("[role=status] a").get_attribute("href")
        assert link == f"{used.url}/console/login?next=%2Fconsole%2Flogs"


def test_a_host_with_twenty_open_pages_stops_at_once(own_host):
    # Longer than a test waits for a host's end.
    host = own_host(settings={"SWIFTLET_GRACE_PERIOD": "10m"})
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    connection.request("GET", console(host)["url"].removeprefix(host.url))
    entered = connection.getresponse()
    entered.read()
    cookie = entered.headers["Set-Cookie"].partition(";")[0]
    with contextlib.ExitStack() as stack:
        for _ in range(20):
            page = stack.enter_context(contextlib.closing(http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)))
            page.request("GET", "/console/events?view=%2Fconsole%2Foverview", headers={"Cookie": cookie})
            assert page.getresponse().status == 200
        host.stop()
