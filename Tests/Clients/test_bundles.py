"""Bundles on a running host: deployed, refused, rolled back and undeployed, also under load."""

import http.client
import json
import os
import pathlib
import shutil
import signal
import subprocess
import threading
import time

import pytest

from database import ROOT
from host import HEALTH, PATIENCE, READY, Clients, Host, environment
from jobs import eventually

HOST = os.environ.get("SWIFTLET_HOST_BINARY", str(ROOT / ".build/debug/swiftlet"))
BUNDLE = pathlib.Path(os.environ.get("SWIFTLET_NOTES_BUNDLE", ROOT / ".build/debug/notes-bundle"))


class BundleHost(Host):
    """A host that no bundle is named to."""

    def bundles(self) -> list[str]:
        return []

    def command(self) -> list[str]:
        return [*super().command(), *self.more]

    def seed(self) -> None:
        pass

    more: tuple[str, ...] = ()

    def run(self, *arguments: str, code: int = 0) -> str:
        """A command on this host. Returns what it wrote."""
        result = subprocess.run(
            [self.binary, *arguments, "--database", self.database.url, "--config", str(self.config)],
            cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=PATIENCE)
        assert result.returncode == code, f"{arguments}: {result.returncode} {result.stdout} {result.stderr}"
        return result.stdout + result.stderr

    def post(self, name: str, body: dict | None = None) -> tuple[int, object]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        content = json.dumps({} if body is None else body)
        connection.request("POST", f"/functions/v1/{name}", content, {"Content-Type": "application/json"})
        response = connection.getresponse()
        answer = response.read()
        connection.close()
        return response.status, json.loads(answer) if answer else None

    def wait_for(self, word: str) -> None:
        """Waits until the function `version` answers with a word."""
        deadline = time.monotonic() + PATIENCE
        while self.post("version") != (200, word):
            assert time.monotonic() < deadline, self.log_text()[-4000:]
            time.sleep(0.02)

    def wait_for_log(self, text: str) -> None:
        self.wait_for_count(text, 1)

    def wait_for_count(self, text: str, count: int) -> None:
        """Waits until the log has a text so many times."""
        deadline = time.monotonic() + PATIENCE
        while self.log_text().count(text) < count:
            assert time.monotonic() < deadline, self.log_text()[-4000:]
            time.sleep(0.02)


@pytest.fixture
def variant(tmp_path):
    """Makes an executable of the bundle that is another one by the word at its end."""

    def make(word: str, path: pathlib.Path | None = None) -> str:
        path = path or tmp_path / f"bundle-{word}"
        new = tmp_path / f"{path.name}.new"
        shutil.copy(BUNDLE, new)
        with new.open("ab") as file:
            file.write(b"variant:" + word.encode())
        new.rename(path)
        return str(path)

    return make


@pytest.fixture
def host(tmp_path):
    folder = tmp_path / "host"
    folder.mkdir()
    host = BundleHost(folder, binary=HOST)
    yield host
    host.kill()


def serving(host: BundleHost) -> dict[str, str]:
    return {line["bundle"]: line["digest"] for line in json.loads(host.run("bundles", "--json")) if line["state"] == "serving"}


def test_a_listing_without_a_host_applies_no_migration(host, variant):
    host.start()
    host.stop()
    host.run("deploy", "notes", variant("one"))
    for command in (["jobs", "list"], ["jobs", "hosts"], ["push", "deliveries"]):
        assert "No host is running, and the database lacks" in host.run(*command, code=1)
    host.run("migrate")
    assert "prune_history" in host.run("jobs", "list")


def test_a_version_that_a_command_of_another_host_has_deployed(host, variant):
    """A command that finds no host, since its socket is another one, changes the index alone."""
    host.start()
    host.run("deploy", "notes", variant("one"))
    own = host.environment
    host.environment = {**own, "SWIFTLET_SOCKET": str(host.folder / "other.sock")}
    report = json.loads(host.run("deploy", "notes", variant("two"), "--json"))
    assert report["served"] is False
    host.environment = own
    assert host.post("version") == (200, "one")
    assert {line["digest"]: line["state"] for line in json.loads(host.run("bundles", "--json"))}[report["digest"]] == "current"
    report = json.loads(host.run("deploy", "notes", variant("two"), "--json"))
    assert (report["served"], report["changed"]) == (True, True)
    assert host.post("version") == (200, "two")
    host.stop()


def test_versions_come_and_go(host, variant):
    host.start()
    assert host.post("version")[0] == 404
    assert "Deployed notes" in host.run("deploy", "notes", variant("one"))
    assert host.post("version") == (200, "one")
    host.run("deploy", "notes", variant("two"))
    assert host.post("version") == (200, "two")
    assert "is served already" in host.run("deploy", "notes", variant("two"))
    assert host.post("add_note", {"text": "kept"})[0] in (200, 204)
    host.run("rollback", "notes")
    assert host.post("version") == (200, "one")
    assert {"text": "kept"} in host.post("list_notes")[1]
    assert "version" in host.run("functions")
    assert "tidy_notes" in host.run("jobs", "list")
    host.run("undeploy", "notes")
    assert host.post("version")[0] == 404
    assert "No bundle is deployed" in host.run("bundles")
    host.stop()


def test_what_is_deployed_is_served_after_a_restart(host, variant):
    assert "No host is running" in host.run("deploy", "notes", variant("kept"))
    host.start()
    assert host.post("version") == (200, "kept")
    host.kill()
    host.start()
    assert host.post("version") == (200, "kept")
    host.stop()


@pytest.mark.parametrize(
    ("word", "bundle", "said"),
    [
        ("silent", "notes", "before its manifest"),
        ("garbage", "notes", ""),
        ("clash", "clash", "and so has the bundle notes"),
        ("schedule", "notes", "tidy_notes"),
        ("migration", "notes", "migration"),
        ("other", "else", "is the bundle notes, not else"),
    ])
def test_a_bad_bundle_changes_nothing(host, variant, word, bundle, said):
    host.start()
    host.run("deploy", "notes", variant("good"))
    before = host.run("bundles", "--json")
    assert said in host.run("deploy", bundle, variant(word), code=1)
    assert host.run("bundles", "--json") == before
    assert host.post("version") == (200, "good")
    host.stop()


@pytest.mark.parametrize("way", ["a running host", "no host"])
def test_a_refused_deployment_names_the_file_that_was_given(host, way):
    """It once named the copy, which was deleted by then."""
    script = host.folder / "slow.sh"
    script.write_text("#!/bin/sh\nexit 3\n")
    script.chmod(0o755)
    if way == "a running host":
        host.start()
    said = host.run("deploy", "notes", "slow.sh", code=1)
    assert str(script) in said and "-bundles/" not in said
    if way == "a running host":
        host.stop()


def test_a_broken_bundle_leaves_the_others_up(host, variant):
    host.run("deploy", "notes", variant("good"))
    host.run("deploy", "clash", variant("clash"), code=1)
    store = pathlib.Path(f"{host.database.url.removeprefix('sqlite:')}-bundles")
    index = json.loads((store / "index.json").read_text())
    index["bundles"]["lost"] = {"versions": [{"digest": "ab" * 32, "deployed_at": "2026-01-01T00:00:00Z"}], "current": "ab" * 32}
    (store / "index.json").write_text(json.dumps(index))
    host.spawn()
    eventually(lambda: host.answers(HEALTH), what=host.log_text)
    assert host.post("version") == (200, "good")
    assert "broken" in host.run("bundles")
    (problem,) = problems(host)
    assert problem.startswith("the bundle lost is not served: ") and "is missing" in problem
    host.run("undeploy", "lost")
    assert host.answers(READY)
    host.stop()


def test_a_bundle_that_was_left_out_is_tried_again(host, variant):
    digest = json.loads(host.run("deploy", "notes", variant("one"), "--json"))["digest"]
    stored = pathlib.Path(f"{host.database.url.removeprefix('sqlite:')}-bundles") / digest
    whole = stored.read_bytes()
    stored.write_bytes(whole[:1000])
    host.spawn()
    eventually(lambda: host.answers(HEALTH), what=host.log_text)
    (problem,) = problems(host)
    assert "is damaged" in problem
    stored.write_bytes(whole)
    os.kill(host.target(), signal.SIGHUP)
    eventually(lambda: host.answers(READY), what=host.log_text)
    assert host.post("version") == (200, "one")
    host.stop()


def test_a_commands_own_bundle_stands_beside_those_of_the_running_host(host, variant):
    host.start()
    path = variant("new")
    assert "list_notes" in host.run("functions", "--bundle", path)
    assert "notes" in host.run("migrate", "--bundle", path)
    assert "Nothing to apply" in host.run("migrate", "--bundle", path)
    host.stop()


def problems(host) -> list[str]:
    """The reasons why the host is not ready."""
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    connection.request("GET", READY)
    response = connection.getresponse()
    assert response.status == 503
    return json.loads(response.read())["problems"]


def test_no_request_fails_while_versions_change(host, variant):
    host.start()
    host.run("deploy", "notes", variant("v0"))
    failures: list[str] = []
    answered = [0]
    clients = Clients()

    def load() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
        while not clients.enough.is_set():
            try:
                connection.request("POST", "/functions/v1/version", "{}", {"Content-Type": "application/json"})
                response = connection.getresponse()
                body = response.read()
                if response.status != 200:
                    failures.append(f"{response.status} {body!r}")
                answered[0] += 1
            except (OSError, http.client.HTTPException) as error:
                failures.append(repr(error))
                connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)

    clients.clients = [threading.Thread(target=load) for _ in range(8)]
    with clients:
        for number in range(1, 21):
            host.run("deploy", "notes", variant(f"v{number}"))
    assert failures == [] and answered[0] > 100, (failures[:5], answered)
    assert host.post("version") == (200, "v20")
    host.stop()


def test_a_watched_executable_is_served_once_it_is_whole(host, variant, tmp_path):
    path = tmp_path / "watched"
    host.more = ("--bundle", variant("one", path), "--watch")
    host.start()
    assert host.post("version") == (200, "one")
    assert "watched" in host.run("bundles")
    variant("two", path)
    host.wait_for("two")
    variant("silent", path)
    host.wait_for_log("Nothing changed")
    assert host.post("version") == (200, "two")
    variant("three", path)
    host.wait_for("three")
    host.stop()
    assert list(pathlib.Path(f"{host.database.url.removeprefix('sqlite:')}-bundles").glob("run-*")) == []


def test_a_changed_configuration_is_taken_whole_or_not_at_all(host, variant):
    host.start()
    host.run("deploy", "notes", variant("one"))
    host.config.write_text("[functions.version]\nenabled = false\n[api]\nport = 1\n")
    os.kill(host.target(), signal.SIGHUP)
    host.wait_for_log("the configuration is reloaded")
    assert host.post("version")[0] == 404
    assert "api.port" not in host.log_text()  # the flag counts
    host.config.write_text("[functions.version]\nenabled = true\n[jobs.tidy_notes]\nretries = \"no\"\n")
    os.kill(host.target(), signal.SIGHUP)
    host.wait_for_log("nothing changed")
    assert host.post("version")[0] == 404
    host.config.write_text("")
    os.kill(host.target(), signal.SIGHUP)
    host.wait_for("one")

    def workers() -> list[int]:
        report = json.loads(host.run("workers", "list", "--json"))
        return [worker["pid"] for worker in report["workers"] if worker["group"] == "version"]

    before = workers()
    host.config.write_text("[functions.version]\nmemory = \"64MiB\"\n[jobs.tidy_notes]\nretries = \"no\"\n")
    os.kill(host.target(), signal.SIGHUP)
    host.wait_for_count("nothing changed", 2)
    assert host.post("version") == (200, "one")
    # The command reads the file too.
    host.config.write_text("")
    assert len(before) == 1 and workers() == before
    host.stop()


def test_a_limit_that_only_a_bundle_declares_can_be_overridden_in_part(host, variant):
    """The host starts before its bundles are loaded, and once refused the limit without a rate."""
    host.run("deploy", "notes", variant("limited"))
    host.config.write_text("[limits.list_notes]\nburst = 7\n")
    host.run("config", "check")
    host.start()
    assert host.post("list_notes")[0] == 200
    assert "A setting has no effect" not in host.log_text()
    host.stop()
    host.run("undeploy", "notes")
    assert "[limits.list_notes] has no rate" in host.run("config", "check", code=78)


def test_an_override_whose_limit_is_undeployed_is_logged(host, variant):
    """The host goes on, but would not start again."""
    host.run("deploy", "notes", variant("limited"))
    host.config.write_text("[limits.list_notes]\nburst = 7\n")
    host.start()
    host.run("undeploy", "notes")
    eventually(lambda: "[limits.list_notes] has no rate" in host.log_text(), what=host.log_text)
    assert "A setting has no effect" in host.log_text()
    host.stop()


class UsualFileHost(BundleHost):
    """A host that reads `config.toml` of its folder without being told its name."""

    def command(self) -> list[str]:
        command = super().command()
        at = command.index("--config")
        return [*command[:at], *command[at + 2:]]


def test_a_configuration_that_is_gone_changes_nothing(tmp_path, variant):
    """The defaults once held in its place, which opened disabled functions."""
    text = '[functions.version]\nenabled = false\n[swiftlet]\nregion = "a"\n'
    host = UsualFileHost(tmp_path, binary=HOST, config=text)
    host.start()
    try:
        host.run("deploy", "notes", variant("one"))
        host.config.unlink()
        os.kill(host.target(), signal.SIGHUP)
        host.wait_for_log("with which the host was started, is gone")
        assert host.post("version")[0] == 404
        host.config.write_text(text)
        os.kill(host.target(), signal.SIGHUP)
        host.wait_for_log("the configuration has not changed")
        assert "hold after a restart" not in host.log_text()
        host.config.write_text(text.replace('"a"', '"b"'))
        for count in (1, 2):
            os.kill(host.target(), signal.SIGHUP)
            host.wait_for_count("hold after a restart", count)
        host.config.write_text(text)
        os.kill(host.target(), signal.SIGHUP)
        host.wait_for_count("the configuration is reloaded", 2)
        assert host.log_text().count("hold after a restart") == 2
        host.stop()
    finally:
        host.kill()
