"""`swiftlet apns-simulator` as a process of its own, `swiftlet push send` against it, and where the key must not show."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import uuid

import pytest

from host import BINARY, PATIENCE, environment
from jobs import eventually


class Simulator:
    """One `apns-simulator` process. `settings` is what leads a host to it."""

    def __init__(self, folder: pathlib.Path, *options: str, port: int = 0):
        self.folder = folder
        self.log = folder / "simulator.log"
        command = [BINARY, "apns-simulator", "--port", str(port), "--inspection-port", "0", *options]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, cwd=folder, env=environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        said = eventually(lambda: re.search(
            r"APNS_URL=(\S+) APNS_CA_FILE=(\S+) .*\n.*\n  curl (\S+)/notifications\n", self.text()), what="no banner")
        self.url, self.ca_file, self.inspection = said.groups()

    def text(self) -> str:
        return self.log.read_text(errors="replace")

    @property
    def settings(self) -> dict[str, str]:
        return {"APNS_URL": self.url, "APNS_CA_FILE": self.ca_file}

    def ask(self, path: str, method: str = "GET", body=None):
        """The JSON that a route below `/_simulator` answers."""
        address = re.fullmatch(r"http://([^/]+)(/.*)", self.inspection)
        with contextlib.closing(http.client.HTTPConnection(address[1], timeout=PATIENCE)) as connection:
            connection.request(method, f"{address[2]}/{path}", None if body is None else json.dumps(body))
            response = connection.getresponse()
            answer = response.read()
            assert response.status < 300, answer
            return json.loads(answer) if answer else None

    def arrived(self) -> list[dict]:
        return self.ask("notifications?limit=100000")["notifications"]

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(timeout=PATIENCE) == 0, self.text()


@pytest.fixture
def make_simulator(tmp_path_factory):
    """Starts simulators; those that the test left running are killed at the end."""
    made = []

    def make(*options: str, **more) -> Simulator:
        made.append(Simulator(tmp_path_factory.mktemp("simulator"), *options, **more))
        return made[-1]

    yield make
    for simulator in made:
        if simulator.process.poll() is None:
            simulator.process.kill()
            simulator.process.wait()


def run(folder: pathlib.Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [BINARY, *arguments], cwd=folder, env=environment(**settings), capture_output=True, text=True, timeout=PATIENCE)


def key(folder: pathlib.Path, name: str = "AuthKey_ABC123DEFG.p8", curve: str = "prime256v1") -> pathlib.Path:
    """A new key in a file, as Apple's developer portal gives them."""
    made = subprocess.run(
        ["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", f"ec_paramgen_curve:{curve}"],
        capture_output=True, check=True)
    path = folder / name
    path.write_bytes(made.stdout)
    return path


def signed_by(path: pathlib.Path) -> dict[str, str]:
    return {
        "APNS_KEY_ID": "ABC123DEFG", "APNS_TEAM_ID": "TEAM123456", "APNS_PRIVATE_KEY_PATH": str(path),
        "APNS_TOPIC": "app.example"}


def test_a_push_is_sent_shown_and_answered(make_simulator, tmp_path):
    simulator = make_simulator()
    sent = run(
        tmp_path, "push", "send", "--token", "AB" * 32, "--title", "Hello", "--body", "there", **simulator.settings)
    assert sent.returncode == 0, sent.stderr
    identity = re.match(r"apns-id   (\S+)\n", sent.stdout)[1]
    assert str(uuid.UUID(identity)) == identity
    assert f"\nanswer    200\nmeaning   The server at {simulator.url} accepted the notification." in sent.stdout
    (arrived,) = simulator.arrived()
    assert arrived["apns_id"] == identity
    assert arrived["token"] == "ab" * 32
    assert arrived["payload"] == {"aps": {"alert": {"title": "Hello", "body": "there"}}}
    line = eventually(lambda: re.search(r"^Push to .*$", simulator.text(), re.MULTILINE))
    assert line[0].endswith("abab (alert): Hello: there")
    simulator.stop()
    assert run(tmp_path, "push", "send", "--token", "ab", "--title", "x", "--expiration", "1s",
               **simulator.settings).returncode == 1


def test_an_answer_that_is_no_delivery_ends_with_one(make_simulator, tmp_path):
    simulator = make_simulator()
    simulator.ask("unregister", "POST", {"token": "abcd", "timestamp": 1772366400000})
    sent = run(tmp_path, "push", "send", "--token", "abcd", "--title", "Hello", "--json", **simulator.settings)
    assert sent.returncode == 1
    receipt = json.loads(sent.stdout)
    assert (receipt["outcome"], receipt["status"], receipt["reason"]) == ("unregistered", 410, "Unregistered")
    assert receipt["unregistered_since"].startswith("2026-03-01T12:00:00")


def test_scripted_faults_and_the_configured_key(make_simulator, tmp_path):
    own = key(tmp_path)
    script = tmp_path / "faults.json"
    script.write_text(json.dumps({"steps": [
        {"requests": 2, "faults": [{"fault": "answer", "status": 503, "reason": "Shutdown"}]}]}))
    simulator = make_simulator("--faults", str(script), "--key", str(own), "--topic", "app.example")
    settings = {**signed_by(own), **simulator.settings}
    sent = run(tmp_path, "push", "send", "--token", "abcd", "--title", "Hello", **settings)
    assert sent.returncode == 0, sent.stdout + sent.stderr
    assert simulator.ask("status")["faults"] == {"answer": 2}
    assert len(simulator.arrived()) == 1
    stranger = {**settings, "APNS_PRIVATE_KEY_PATH": str(key(tmp_path, "other.p8"))}
    refused = run(tmp_path, "push", "send", "--token", "abcd", "--title", "Hello", "--json", **stranger)
    assert refused.returncode == 1
    assert json.loads(refused.stdout)["reason"] == "InvalidProviderToken"


def test_a_reader_that_leaves_ends_nothing(tmp_path):
    """Standard output is a pipe whose reader ends: writing to it fails from then on."""
    command = [BINARY, "apns-simulator", "--port", "0", "--inspection-port", "0"]
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)
    try:
        said = ""
        while "/notifications\n" not in said:
            said += process.stdout.readline()
        url, ca_file = re.search(r"APNS_URL=(\S+) APNS_CA_FILE=(\S+) ", said).groups()
        process.stdout.close()
        for _ in range(3):
            sent = run(tmp_path, "push", "send", "--token", "abcd", "--title", "Hello", APNS_URL=url, APNS_CA_FILE=ca_file)
            assert sent.returncode == 0, sent.stderr
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE) == 0
    finally:
        process.kill()
        process.wait()


def test_a_taken_port_is_named(make_simulator, tmp_path):
    simulator = make_simulator()
    port = simulator.url.rsplit(":", 1)[1]
    second = run(tmp_path, "apns-simulator", "--port", port, "--inspection-port", "0")
    assert second.returncode == 69
    assert port in second.stderr


def test_the_certificates_are_kept_for_the_owner(make_simulator):
    simulator = make_simulator()
    authority = pathlib.Path(simulator.ca_file)
    before = authority.read_text()
    modes = {path.name: path.stat().st_mode & 0o777 for path in authority.parent.iterdir()}
    assert modes["ca.pem"] == 0o644
    assert [mode for name, mode in modes.items() if name != "ca.pem"] == [0o600, 0o600]
    simulator.stop()
    again = make_simulator("--folder", str(authority.parent))
    assert again.ca_file == simulator.ca_file
    assert authority.read_text() == before


def secret_parts(path: pathlib.Path) -> list[bytes]:
    """What must show nowhere: each line of the key's file, and the key's own bytes."""
    lines = [line for line in path.read_bytes().splitlines() if not line.startswith(b"-----")]
    der = subprocess.run(
        ["openssl", "pkcs8", "-topk8", "-nocrypt", "-in", str(path), "-outform", "DER"],
        capture_output=True, check=True).stdout
    # PKCS #8: the private number stands after its tag and length, 04 20.
    start = der.index(b"\x04\x20", 30) + 2
    number = der[start:start + 32]
    return [*lines, number, number.hex().encode()]


@pytest.mark.parametrize("by_path", [True, False], ids=["path", "text"])
def test_the_key_shows_nowhere(make_host, make_simulator, tmp_path, by_path):
    own = key(tmp_path)
    simulator = make_simulator("--key", str(own))
    settings = {**signed_by(own), **simulator.settings, "SWIFTLET_LOG_LEVEL": "trace"}
    if not by_path:
        del settings["APNS_PRIVATE_KEY_PATH"]
        settings["APNS_PRIVATE_KEY"] = own.read_text()
    host = make_host(settings=settings).start()
    printed = run(tmp_path, "serve", "--print-config", "--config", str(host.config), **settings)
    assert printed.returncode == 0 and "ABC123DEFG" in printed.stdout
    assert re.search(r"private_key +••••" if not by_path else r"private_key_path +/", printed.stdout), printed.stdout
    sent = run(tmp_path, "push", "send", "--token", "abcd", "--title", "x", **settings)
    assert sent.returncode == 0, sent.stderr
    process = pathlib.Path(f"/proc/{host.process.pid}")
    limits = re.search(r"^Max core file size +(\S+) +(\S+)", (process / "limits").read_text(), re.MULTILINE)
    assert limits.groups() == ("0", "0"), "a crash would leave the key in a core dump"
    seen = [(process / "cmdline").read_bytes(), host.log.read_bytes(), simulator.log.read_bytes()]
    seen += [(printed.stdout + printed.stderr + sent.stdout + sent.stderr).encode()]
    for path in host.folder.glob("host.sqlite*"):
        if path.is_file():
            seen.append(path.read_bytes())
    for part in secret_parts(own):
        assert not [text for text in seen if part in text]
    # A signal that dumps core, and that Swift does not catch for a backtrace.
    os.kill(host.target(), signal.SIGSYS)
    host.process.wait(timeout=PATIENCE)
    assert list(host.folder.glob("core*")) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"APNS_TEAM_ID": ""}, "but not APNS_TEAM_ID"),
        ({"APNS_TOPIC": ""}, "but not APNS_TOPIC"),
        ({"APNS_PRIVATE_KEY_PATH": ""}, "but not APNS_PRIVATE_KEY or APNS_PRIVATE_KEY_PATH"),
        ({"APNS_PRIVATE_KEY_PATH": "/nowhere.p8"}, "/nowhere.p8, which cannot be read"),
        ({"APNS_URL": "http://127.0.0.1:1"}, "expected an https address"),
        ({"APNS_CA_FILE": "/nowhere.pem"}, "/nowhere.pem, which cannot be read"),
        ({"APNS_ENVIRONMENT": "prod"}, "expected one of sandbox, production"),
    ],
    ids=lambda value: "" if isinstance(value, dict) else value[:12])
def test_a_wrong_configuration_ends_the_start(tmp_path, change, said):
    settings = {**signed_by(key(tmp_path)), **change}
    for command in (["serve", "--port", "0"], ["push", "send", "--token", "ab", "--title", "x"]):
        ended = run(tmp_path, *command, **settings)
        assert ended.returncode == 78
        assert ended.stderr.startswith("error: ") and said in ended.stderr


@pytest.mark.parametrize("kind", ["rsa", "p384", "damaged", "empty"])
def test_a_key_of_another_kind_ends_the_start(tmp_path, kind):
    path = tmp_path / "AuthKey.p8"
    match kind:
        case "rsa":
            made = subprocess.run(["openssl", "genpkey", "-algorithm", "RSA"], capture_output=True, check=True)
            path.write_bytes(made.stdout)
        case "p384":
            key(tmp_path, path.name, curve="secp384r1")
        case "damaged":
            path.write_bytes(key(tmp_path).read_bytes()[:80])
        case "empty":
            path.write_bytes(b"")
    ended = run(tmp_path, "serve", "--port", "0", **signed_by(path))
    assert ended.returncode == 78
    assert ended.stderr.startswith("error: The private key (environment APNS_PRIVATE_KEY_PATH) cannot be used.")
    lines = [line for line in path.read_text().splitlines() if not line.startswith("-----")]
    assert not [line for line in lines if line and line in ended.stderr]
