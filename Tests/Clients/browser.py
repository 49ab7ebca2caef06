"""Debian's Chromium without a window, driven by selenium, in front of a host's console."""

import json
import os
import shutil
import subprocess
import tempfile
import urllib.parse

from axe_core_python.selenium import Axe
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from host import PATIENCE

SECTIONS = [
    "overview", "functions", "invocations", "logs", "schedules", "queue", "push", "errors", "hosts", "settings",
]


def console(host, *arguments: str) -> dict:
    """The answer of `swiftlet console --json` beside a host."""
    command = [host.binary, "console", "--json", "--database", host.database.url, "--config", str(host.config)]
    done = subprocess.run(
        [*command, *arguments], cwd=host.folder, env=host.environment, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


class Browser:
    """One browser, with a session of a host's console."""

    def __init__(self, host, width: int = 1280, height: int = 900, dark: bool = False):
        self.host = host
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or ""
        for option in (
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
            "--disable-background-networking", f"--window-size={width},{height}", "--force-device-scale-factor=1",
            *(["--blink-settings=preferredColorScheme=0"] if dark else []),
        ):
            options.add_argument(option)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        # The driver and Chromium leave folders behind, in this one.
        self.folder = tempfile.TemporaryDirectory(prefix="swiftlet-browser-", ignore_cleanup_errors=True)
        service = Service(shutil.which("chromedriver"), env={**os.environ, "TMPDIR": self.folder.name})
        self.driver = webdriver.Chrome(options=options, service=service)
        # Axe looks at a page by an asynchronous script, for which a driver has 30 seconds.
        self.driver.set_script_timeout(PATIENCE)
        # A window has a least width; a page is laid out in the metrics of the device.
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_) -> None:
        try:
            self.driver.quit()
        finally:
            self.folder.cleanup()

    def log_in(self) -> "Browser":
        """Opens the URL with the one-use code that the host's own command prints."""
        self.driver.get(console(self.host)["url"])
        self.wait(lambda driver: "/console/overview" in driver.current_url)
        return self

    def open(self, path: str) -> None:
        """Opens a page below `/console/`."""
        self.driver.get(f"{self.host.url}/console/{path}")

    def wait(self, condition, seconds: float = PATIENCE):
        return WebDriverWait(self.driver, seconds, poll_frequency=0.02).until(condition)

    def wait_for_text(self, text: str) -> None:
        """Waits until the page shows a text."""
        self.wait(lambda driver: text in driver.find_element(By.TAG_NAME, "body").text)

    def find(self, selector: str):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def find_all(self, selector: str) -> list:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def run(self, script: str, *arguments):
        return self.driver.execute_script(script, *arguments)

    def press(self, *keys: str) -> None:
        """Presses keys one after another, where the focus is."""
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def complaints(self) -> list[str]:
        """The messages of the browser's console since the last call: errors of scripts, refusals by the policy."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def requests(self) -> "Requests":
        """The requests since the last call."""
        return Requests([json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")])

    def cut_tables(self) -> list[str]:
        """The labels of the lists whose columns do not fit into the window."""
        return self.run(
            "return [...document.querySelectorAll('table')].filter(one => one.getBoundingClientRect().right > innerWidth)"
            ".map(one => one.ariaLabel ?? one.textContent.slice(0, 80))")

    def axe(self, *rules: str) -> list[dict]:
        """What axe finds on the page, serious or critical, by these rules alone if any are given."""
        options = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else None
        found = Axe().run(self.driver, options=options)["violations"]
        return [
            {"rule": one["id"], "nodes": [node["html"][:200] for node in one["nodes"]][:5]}
            for one in found if one["impact"] in ("serious", "critical")]


class Requests:
    """The requests of a page, from the messages of the browser's network domain."""

    def __init__(self, messages: list[dict]):
        self.urls = [
            message["params"]["request"]["url"] for message in messages if message["method"] == "Network.requestWillBeSent"]
        self.statuses = {
            message["params"]["response"]["url"]: message["params"]["response"]["status"]
            for message in messages if message["method"] == "Network.responseReceived"}
        self.failures = [
            message["params"]["errorText"] for message in messages
            if message["method"] == "Network.loadingFailed" and not message["params"].get("canceled")]

    def foreign(self, base: str) -> list[str]:
        """The URLs of other origins."""
        origin = urllib.parse.urlsplit(base).netloc
        return [url for url in self.urls if not url.startswith("data:") and urllib.parse.urlsplit(url).netloc != origin]


