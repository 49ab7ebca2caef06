"""The console of one host of two on one Postgres: it shows what the other has in memory, and says so when the other is gone."""

import contextlib
import http.client
import re
import time
import urllib.parse
import uuid

import psycopg
import pytest
from selenium.webdriver.common.by import By

from browser import SECTIONS, Browser
from console_pages import Console
from database import Postgres, PostgresServer, create_database
from host import BINARY, PATIENCE, Host, token

# The last round, and the calls of the statements of all rounds, at one instant.
COUNTS = """SELECT coalesce((SELECT max(round) FROM swiftlet.console_questions), 0), coalesce(sum(calls), 0)::int
    FROM pg_stat_statements WHERE query ~ 'console_(questions|answers)' AND query !~ 'pg_stat_statements|count_of_test'"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that counts its statements."""
    server = PostgresServer(tmp_path_factory.mktemp("postgres"), shared_preload_libraries="pg_stat_statements")
    yield server
    server.stop()


@pytest.fixture
def hosts(server, tmp_path):
    """Two hosts on one database."""
    url = create_database(server.url)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION pg_stat_statements")
    database, made = Postgres(url), []
    for name in ("a", "b"):
        folder = tmp_path / name
        folder.mkdir()
        made.append(Host(folder, BINARY, database=database))
    try:
        yield [host.start() for host in made]
    finally:
        for host in made:
            host.kill()


def call(host, path: str) -> str:
    """Calls a function at a path of its own, and returns the end of the path."""
    mark = str(uuid.uuid4())
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    connection.request("GET", f"/functions/v1/{path}/{mark}", headers={"Authorization": f"Bearer {token()}"})
    connection.getresponse().read()
    return mark


def wait_for(condition):
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if value := condition():
            return value
    raise AssertionError("the condition did not come to hold")


def test_a_call_of_the_other_host_is_seen_and_opened(hosts):
    a, b = hosts
    with Browser(a) as browser:
        browser.log_in()
        browser.open("invocations")
        browser.wait_for_text("Of 2 hosts.")
        browser.complaints()
        mine, others = call(a, "riddle_today"), call(b, "riddle_today")
        for mark in (mine, others):
            browser.wait_for_text(mark)
        row = next(row for row in browser.find_all("tbody tr") if others in row.text)
        assert f"/{b.process.pid}/" in row.text
        assert "this host" in next(row for row in browser.find_all("tbody tr") if mine in row.text).text
        browser.driver.get(row.find_element(By.CSS_SELECTOR, "a.row").get_attribute("href"))
        browser.wait_for_text(others)
        browser.wait_for_text(f"/{b.process.pid}/")
        assert "No host has a record" not in browser.find("body").text
        for section in SECTIONS:
            browser.open(section)
            assert browser.find("h1").text
            if section not in ("schedules", "queue", "settings"):
                browser.wait_for_text("Of 2 hosts.")
        assert browser.complaints() == []


def test_a_filter_names_a_host(hosts):
    a, b = hosts
    console = Console(a)
    mine, others = call(a, "riddle_today"), call(b, "riddle_today")
    text = wait_for(lambda: (page := console.page("/console/invocations")) and others in page and page)
    name = re.search(rf"[\w.-]+/{b.process.pid}/\w+", text)[0]
    for start in (name, name.rpartition("/")[0]):
        page = wait_for(lambda: (
            page := console.page("/console/invocations?" + urllib.parse.urlencode({"q": f"host:{start}"})))
            and others in page and page)
        assert mine not in page
    page = console.page("/console/invocations?q=host%3Anone")
    assert others not in page and mine not in page
    assert "Older" not in page


def test_figures_are_sums(hosts):
    a, b = hosts
    for host, number in ((a, 3), (b, 4)):
        for _ in range(number):
            call(host, "riddle_today")
    console = Console(a)
    label = r"Calls of the last hour: (\d+) done, (\d+) refused \(4xx\), (\d+) failed"

    def calls(page: str) -> int:
        found = re.search(label, page)
        return sum(map(int, found.groups())) if found else 0

    wait_for(lambda: calls(console.page("/console/functions/riddle_today")) == 7)
    wait_for(lambda: calls(console.page("/console/overview")) >= 7)


def test_a_killed_host_is_named_and_not_waited_for(hosts):
    a, b = hosts
    console = Console(a)
    wait_for(lambda: "Of 2 hosts." in console.page("/console/invocations"))
    b.kill()
    mark = call(a, "riddle_today")
    page = wait_for(lambda: (page := console.page("/console/invocations")) and "did not answer" in page and page)
    assert f"/{b.process.pid}/" in page
    assert mark in page
    # After two rounds that it missed, no page waits for it: new questions too are answered at once.
    wait_for(lambda: console.milliseconds(f"/console/logs?q={uuid.uuid4()}") < 500)
    for section in ("invocations", "logs", "errors", "functions", "push", "overview", "hosts"):
        wait_for(lambda: console.milliseconds(f"/console/{section}?q={uuid.uuid4().hex[:8]}") < 900)


def test_twenty_pages_cost_the_database_what_one_does(hosts):
    a, b = hosts
    console = Console(a)
    wait_for(lambda: "Of 2 hosts." in console.page("/console/invocations"))
    with psycopg.connect(a.database.server, autocommit=True) as connection:

        def counts() -> tuple[int, int]:
            return connection.execute(COUNTS).fetchone()

        def number() -> int:
            row = connection.execute("SELECT /* count_of_test */ max(round) FROM swiftlet.console_questions").fetchone()
            return row[0] or 0

        def calls_per_round(views: list[str]) -> float:
            with contextlib.ExitStack() as stack:
                for view in views:
                    stream = http.client.HTTPConnection("127.0.0.1", a.port, timeout=PATIENCE)
                    stack.callback(stream.close)
                    stream.request(
                        "GET", "/console/events?" + urllib.parse.urlencode({"view": view}),
                        headers={"Cookie": console.cookie, "Sec-Fetch-Site": "same-origin"})
                    assert stream.getresponse().status == 200
                first = number()
                wait_for(lambda: number() > first + 2)
                first, before = counts()
                wait_for(lambda: number() >= first + 4)
                last, after = counts()
                return (after - before) / (last - first)

        one = calls_per_round(["/console/invocations"])
        many = calls_per_round(
            [f"/console/{section}?q=view{index}" for index in range(10) for section in ("invocations", "logs")])
        assert one > 0
        assert many <= one * 1.25 + 0.5, (one, many)
        # Once no page is open, the rows are removed.
        wait_for(lambda: number() == 0)
