#!/usr/bin/env python3
"""Takes the pictures of the console in Documentation/console: ten pages and the detail of a call, light and dark, wide and as on a phone.

    .build-venv/bin/python Scripts/console_pictures.py [--binary .build/release/swiftlet-inline] [--pages overview,queue]

A host starts on a database of its own, plays the demonstration, answers some hundred calls, refuses some, and runs jobs;
then Chromium opens each page.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Documentation" / "console"
WIDTHS = {"wide": (1280, 800), "phone": (375, 740)}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--binary", type=os.path.abspath, default=str(ROOT / ".build/debug/swiftlet-inline"), help="the program that serves the apps")
    parser.add_argument("--pages", help="only these pages, separated by commas")
    parser.add_argument("--folder", type=pathlib.Path, default=FOLDER, help="where the pictures go")
    return parser.parse_args()


def use(host) -> None:
    """Gives each page something to show."""
    from host import Caller

    def run(*command: str) -> None:
        subprocess.run(
            [host.binary, *command, "--database", host.database.url, "--config", str(host.config)], cwd=host.folder,
            env=host.environment, capture_output=True, timeout=120, check=True)

    run("demo")
    callers = [Caller(host) for _ in range(8)]
    for number in range(240):
        caller = callers[number % len(callers)]
        caller.call("riddle_today")
        if number % 12 == 0:
            caller.call("like_option", {"session_id": "no id"})
        if number % 30 == 0:
            caller.call("share_eta", {"route_data": {}, "recipients": []})
        if number % 40 == 0:
            caller.call("no_such_function")
    for job in ("expire_eta_shares", "prune_history", "reset_daily_limits"):
        subprocess.run(
            [host.binary, "jobs", "run", job, "--database", host.database.url, "--config", str(host.config)],
            cwd=host.folder, env=host.environment, capture_output=True, timeout=120)


def path(browser, page: str) -> str:
    """The path of a page: `invocation` is the call whose like made the match, with its steps and its trace."""
    if page != "invocation":
        return page
    browser.open("invocations?q=function%3Adeliver_match")
    browser.find("#list a.row").click()
    browser.wait(lambda driver: "/console/invocations/" in driver.current_url)
    browser.find("#trace a.row").click()
    browser.wait(lambda driver: "like_option" in browser.find("#head").text)
    return browser.driver.current_url.partition("/console/")[2]


def main() -> None:
    options = arguments()
    os.environ["SWIFTLET_BINARY"] = options.binary
    sys.path.insert(0, str(ROOT / "Tests" / "Clients"))
    from browser import SECTIONS, Browser
    from host import Host

    pages = options.pages.split(",") if options.pages else [*SECTIONS, "invocation"]
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        host = Host(pathlib.Path(folder), options.binary).start()
        try:
            use(host)
            for name, (width, height) in WIDTHS.items():
                for theme in ("light", "dark"):
                    with Browser(host, width=width, height=height, dark=theme == "dark") as browser:
                        browser.log_in()
                        for page in pages:
                            browser.open(path(browser, page))
                            # The first changes have come, and a sparkline has its minute.
                            time.sleep(1.5)
                            file = options.folder / f"{page}-{name}-{theme}.png"
                            browser.driver.save_screenshot(str(file))
                            print(file)
        finally:
            host.kill()


main()
