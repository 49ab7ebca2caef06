#!/usr/bin/env python3
"""Measures how fast the console shows in Chromium what happens on its host: calls, log lines, changes of jobs, ticks.

    .build-venv/bin/python Scripts/console_latency.py [--binary .build/release/swiftlet-inline] [--times 100] [--postgres]

A host starts on a database of its own. For each kind of event its page is open, and the time from the event to the changed
document is taken: from the end of the call, from the instant that the job's row has. The first page is timed on loopback, and
the assets are added up. The aims are those of the console's contract.
"""

import argparse
import contextlib
import datetime
import http.client
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent
TICKING, WAITING = "prune_history", "expire_sessions"
CONFIG = f'[jobs.{TICKING}]\nschedule = "* * * * * *"\n'
# Notes when each row of a list first stands in the document, and when a wanted text does.
WATCH = """
    window.rows = {}; window.wanted = null; window.found = null
    const look = () => {
      const now = Date.now()
      for (const row of document.querySelectorAll('tr[data-key]')) window.rows[row.dataset.key] ??= now
      if (window.wanted && !window.found && document.body.textContent.includes(window.wanted)) window.found = now
    }
    look()
    window.before = Object.keys(window.rows)
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
"""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--binary", type=os.path.abspath, default=str(ROOT / ".build/debug/swiftlet-inline"), help="the program that serves the apps")
    parser.add_argument("--times", type=int, default=100, help="events of each kind (default: 100)")
    parser.add_argument("--postgres", action="store_true", help="on a Postgres server instead of SQLite")
    return parser.parse_args()


def live(browser, page: str) -> None:
    """Opens a page, and returns once its first live update came."""
    browser.open(page)
    browser.wait(lambda driver: driver.execute_script("return document.querySelector('#age')?.textContent") == "now")
    browser.run(WATCH)


def texts(browser, page: str, times: int, happen) -> list[float]:
    """The milliseconds until a page shows a text. `happen` makes the event, and returns when it was over."""
    live(browser, page)
    taken = []
    for _ in range(times):
        text = str(uuid.uuid4())
        browser.run("window.found = null; window.wanted = arguments[0]", text)
        ended = happen(text)
        found = browser.wait(lambda driver: driver.execute_script("return window.found"))
        taken.append(found - ended * 1000)
    return taken


def call(host, token: str, text: str) -> float:
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=60)
    connection.request("GET", f"/functions/v1/riddle_today/{text}", headers={"Authorization": f"Bearer {token}"})
    connection.getresponse().read()
    return time.time()


def log(host, text: str) -> float:
    """A line of the host's log: an action without a session is refused, and the line has its path."""
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=60)
    connection.request("POST", f"/console/{text}", headers={"Sec-Fetch-Site": "same-origin", "Content-Length": "0"})
    connection.getresponse().read()
    return time.time()


def rows(browser, page: str, times: int, happen) -> dict[str, float]:
    """When each new row of a list was first seen. `happen` makes one event, or waits for one."""
    live(browser, page)
    before = set(browser.run("return window.before"))
    new = {}
    while len(new) < times:
        happen()
        seen = browser.run("return window.rows")
        new = {key: at for key, at in seen.items() if key.isdigit() and key not in before}
    return new


def enqueue(host) -> None:
    command = [host.binary, "jobs", "enqueue", WAITING, "--at", "2999-01-01T00:00:00Z"]
    subprocess.run(
        [*command, "--database", host.database.url, "--config", str(host.config)], cwd=host.folder, env=host.environment,
        capture_output=True, check=True, timeout=60)
    time.sleep(0.3)


def since(seen: dict[str, float], host, table: str, column: str) -> list[float]:
    """The milliseconds from the instants of rows in the database to those at which they were seen."""
    with host.database.reading() as tables:
        instants = {str(row["id"]): row[column] for row in tables.rows(f"SELECT id, {column} FROM {table}")}

    def milliseconds(instant) -> float:
        if isinstance(instant, str):
            instant = datetime.datetime.fromisoformat(instant.replace("Z", "+00:00"))
        return instant.timestamp() * 1000

    return [at - milliseconds(instants[key]) for key, at in seen.items() if key in instants]


def tell(what: str, taken: list[float], aim: float) -> None:
    taken = sorted(taken)
    p50, p95 = (taken[min(len(taken) - 1, int(len(taken) * part))] for part in (0.5, 0.95))
    verdict = "met" if p95 <= aim else "not met"
    print(f"{what:28} p50 {p50:6.0f} ms   p95 {p95:6.0f} ms   of {len(taken):3}   aim {aim:.0f} ms: {verdict}", flush=True)


def first_page(host, cookie: str, times: int) -> list[float]:
    taken = []
    for _ in range(times):
        connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=60)
        began = time.perf_counter()
        connection.request("GET", "/console/overview", headers={"Cookie": cookie})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def assets(host, browser) -> int:
    size = 0
    for url in browser.run("return [...document.querySelectorAll('link[href],script[src]')].map(one => one.href || one.src)"):
        connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=60)
        connection.request("GET", url.removeprefix(host.url))
        size += len(connection.getresponse().read())
    return size


def measure(host, times: int) -> None:
    from browser import Browser
    from host import token

    bearer = token()
    with Browser(host) as browser:
        browser.log_in()
        cookies = browser.driver.get_cookies()
        cookie = "; ".join(f"{one['name']}={one['value']}" for one in cookies)
        tell("first page, HTML", first_page(host, cookie, times), 100)
        print(f"{'assets':28} {assets(host, browser)} bytes   aim 40000 bytes", flush=True)
        tell("a call is seen", texts(browser, "invocations", times, lambda text: call(host, bearer, text)), 300)
        tell("a log line is seen", texts(browser, "logs", times, lambda text: log(host, text)), 300)
        seen = rows(browser, f"queue?q=function%3A{WAITING}", times, lambda: enqueue(host))
        tell("a job's change is seen", since(seen, host, "swiftlet_jobs", "enqueued_at"), 300)
        seen = rows(browser, f"schedules/{TICKING}", times, lambda: time.sleep(1))
        tell("a tick's run is seen", since(seen, host, "swiftlet_job_runs", "finished_at"), 300)


def main() -> None:
    options = arguments()
    os.environ["SWIFTLET_BINARY"] = options.binary
    sys.path.insert(0, str(ROOT / "Tests" / "Clients"))
    from database import Postgres, create_database, server_for_all
    from host import Host

    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = pathlib.Path(name)
        database = Postgres(create_database(stack.enter_context(server_for_all()))) if options.postgres else None
        host = Host(folder, options.binary, config=CONFIG, database=database).start()
        try:
            measure(host, options.times)
        finally:
            host.kill()


main()
