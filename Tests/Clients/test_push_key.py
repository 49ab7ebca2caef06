"""Apple's private key: never in a log, an error, `--print-config`, a core dump or the process list.

If the tests run as root, the host runs as the user nobody, since root may read everything."""

import atexit
import base64
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import tempfile
import urllib.request
import uuid

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from host import BINARY, PATIENCE, Host, environment, token

NOBODY = 65534
CONFIG = '[swiftlet]\nlog_level = "trace"\n'


class Key:
    """A key, and every form in which it could show."""

    def __init__(self):
        key = ec.generate_private_key(ec.SECP256R1())
        self.pem = pem(key)
        secret = key.private_numbers().private_value.to_bytes(32, "big")
        lines = self.pem.splitlines()[1:-1]
        hexadecimal = secret.hex()
        # PEM's lines, so that a part shows too; and the number itself, as bytes, Base64 and hexadecimal.
        self.text = [*lines, base64.b64encode(secret).decode()[:40], hexadecimal, hexadecimal.upper()]
        self.forms = [form.encode() for form in self.text] + [secret, secret[::-1]]

    def shows_in(self, data: bytes) -> bool:
        return any(form in data for form in self.forms)


def pem(key) -> str:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()


def settings(**more: str) -> dict[str, str]:
    # Nothing listens there: nothing leaves this machine.
    return {
        "APNS_KEY_ID": "ABC123DEFG", "APNS_TEAM_ID": "TEAM123456", "APNS_TOPIC": "app.swivo",
        "APNS_URL": "https://127.0.0.1:9", **more}


@pytest.fixture
def key() -> Key:
    return Key()


@pytest.fixture
def folder():
    """A folder that the host's user may write and reach. Other users cannot reach pytest's own folders."""
    with tempfile.TemporaryDirectory(prefix="swiftlet-key-") as name:
        made = pathlib.Path(name)
        made.chmod(0o755)
        if os.getuid() == 0:
            os.chown(made, NOBODY, NOBODY)
        yield made


@pytest.fixture(params=["text", "path"])
def given(request, key, folder) -> dict[str, str]:
    """The key in the environment, or in a file."""
    if request.param == "text":
        return settings(APNS_PRIVATE_KEY=key.pem.replace("\n", "\\n"))
    file = folder / "AuthKey_ABC123DEFG.p8"
    file.write_text(key.pem)
    file.chmod(0o400)
    if os.getuid() == 0:
        os.chown(file, NOBODY, NOBODY)
    return settings(APNS_PRIVATE_KEY_PATH=str(file))


class KeyHost(Host):
    """A host as another user, whose core may be as large as it likes."""

    def spawn(self) -> None:
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(), cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                preexec_fn=unlimited_core, **user)

    def crash(self, number: int) -> bool:
        """Ends it by a signal; whether the kernel says that it left a core."""
        os.kill(self.process.pid, number)
        _, status = os.waitpid(self.process.pid, 0)
        self.process.returncode = -number
        assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == number
        return os.WCOREDUMP(status)


def unlimited_core() -> None:
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    if os.getuid() == 0:
        hard = resource.RLIM_INFINITY
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))


@pytest.fixture
def start(folder):
    started = []

    def start(settings: dict[str, str] | None = None) -> KeyHost:
        host = KeyHost(folder, reachable_binary(), config=CONFIG, settings=settings)
        started.append(host)
        return host.start()

    yield start
    for host in started:
        host.kill()


def reachable_binary() -> str:
    """The binary, which the host's user may not reach where it is."""
    reachable = pathlib.Path(BINARY).resolve()
    if os.getuid() == 0 and not all(parent.stat().st_mode & 0o001 for parent in reachable.parents):
        copy = pathlib.Path("/tmp") / f"swiftlet-{os.getpid()}"
        if not copy.exists():
            shutil.copy2(reachable, copy)
            atexit.register(copy.unlink)
        return str(copy)
    return str(reachable)


def cores(folder: pathlib.Path) -> list[pathlib.Path]:
    return [file for file in folder.iterdir() if file.name.startswith("core")]


def leaves_cores(folder: pathlib.Path) -> bool:
    """Whether a process that crashes leaves a core here: not where the kernel hands it to another program."""
    return pathlib.Path("/proc/sys/kernel/core_pattern").read_text().strip() == "core"


def test_no_log_and_no_answer(start, given, key):
    host = start(given)
    # A push that cannot be sent, with the sender's own lines about it.
    letter = {"token": "ab" * 32, "type": "alert", "title": "x", "data": {}, "id": str(uuid.uuid4())}
    request = urllib.request.Request(
        f"{host.url}/functions/v1/_internal/push_send", json.dumps(letter).encode(),
        {"Authorization": f"Bearer {token('service_role')}", "Content-Type": "application/json"})
    with pytest.raises(OSError):
        urllib.request.urlopen(request, timeout=3)
    host.stop()
    log = host.log.read_bytes()
    assert b"pushes go" in log.lower()
    assert not key.shows_in(log)


@pytest.mark.parametrize("arguments", [
    ("serve", "--print-config"), ("serve", "--print-config", "--json"), ("push", "status"), ("push", "status", "--json"),
    ("push", "send", "--token", "abcd", "--title", "x", "--json"), ("functions",), ("jobs", "list"),
])
def test_no_command_shows_it(given, key, tmp_path, arguments):
    # A push is tried for half a minute; the first lines tell enough.
    seconds = "3" if "send" in arguments else str(PATIENCE)
    shown = subprocess.run(
        ["timeout", seconds, BINARY, *arguments], cwd=tmp_path, env=environment(SWIFTLET_LOG_LEVEL="trace", **given), capture_output=True,
        timeout=PATIENCE)
    assert not key.shows_in(shown.stdout + shown.stderr)
    if "--print-config" in arguments:
        assert b"ABC123DEFG" in shown.stdout, "it does show the rest"


def broken_keys(key: Key) -> dict[str, str]:
    body = "".join(key.pem.splitlines()[1:-1])
    return {
        "cut off": key.pem[:-30], "without its first line": key.pem.split("\n", 1)[1],
        "damaged": key.pem.replace(body[:10], "!" * 10), "another label": key.pem.replace("PRIVATE KEY", "PUBLIC KEY"),
        "bare": body, "half": "-----BEGIN PRIVATE KEY-----\n" + body[:80] + "\n-----END PRIVATE KEY-----\n",
    }


@pytest.mark.parametrize("how", list(broken_keys(Key())))
def test_no_error_repeats_a_part_of_it(key, tmp_path, how):
    text = broken_keys(key)[how]
    file = tmp_path / "key.p8"
    file.write_text(text)
    for given in [{"APNS_PRIVATE_KEY": text}, {"APNS_PRIVATE_KEY_PATH": str(file)}]:
        ended = subprocess.run(
            [BINARY, "serve"], cwd=tmp_path, env=environment(**settings(**given)), capture_output=True, timeout=PATIENCE)
        assert ended.returncode not in (0, -signal.SIGKILL)
        assert b"private key" in ended.stderr
        assert not key.shows_in(ended.stdout + ended.stderr)


@pytest.mark.parametrize("kind, words", [
    (lambda: rsa.generate_private_key(65537, 2048), b"is an RSA key"),
    (lambda: ec.generate_private_key(ec.SECP384R1()), b"is on the curve P-384"),
])
def test_a_key_of_another_kind_is_a_clear_error_without_the_key(tmp_path, kind, words):
    text = pem(kind())
    ended = subprocess.run(
        [BINARY, "serve"], cwd=tmp_path, env=environment(**settings(APNS_PRIVATE_KEY=text)), capture_output=True,
        timeout=PATIENCE)
    assert ended.returncode != 0 and words in ended.stderr
    for line in text.splitlines()[1:-1]:
        assert line.encode() not in ended.stderr + ended.stdout


def test_no_process_list(start, given, key):
    host = start(given)
    process = pathlib.Path(f"/proc/{host.process.pid}")
    for name in ["cmdline", "comm", "status", "stat"]:
        assert not key.shows_in((process / name).read_bytes())
    # The list that anybody may ask for, with the environments that this user may see.
    who = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}
    listed = subprocess.run(["ps", "axwwe"], capture_output=True, timeout=PATIENCE, **who)
    assert listed.returncode == 0 and str(host.process.pid).encode() in listed.stdout
    assert not key.shows_in(listed.stdout)
    host.stop()


def test_not_even_the_same_user_reads_its_memory_or_environment(start, given):
    host = start(given)
    who = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}

    def reads(pid: str, name: str) -> bool:
        command = ["sh", "-c", f"test -n \"$(head -c 9 /proc/{pid}/{name} | tr -d '\\0')\""]
        return subprocess.run(command, capture_output=True, timeout=PATIENCE, **who).returncode == 0

    for name in ["environ", "maps"]:
        assert reads("self", name)
        assert not reads(str(host.process.pid), name)
        # The sign of a process that cannot be dumped.
        assert os.stat(f"/proc/{host.process.pid}/{name}").st_uid == 0
    host.stop()


@pytest.mark.parametrize("number", [signal.SIGABRT, signal.SIGSEGV])
def test_a_crash_leaves_no_core(start, given, key, folder, number):
    host = start(given)
    assert not host.crash(number)
    assert cores(folder) == []
    for file in folder.iterdir():
        if file.is_file() and file.suffix != ".p8":
            assert not key.shows_in(file.read_bytes()), file


def test_a_host_without_a_key_leaves_a_core(start, folder):
    """So that the test before this one can fail."""
    if not leaves_cores(folder):
        pytest.skip("this kernel hands cores to another program")
    host = start({"SWIFT_BACKTRACE": "enable=no"})
    assert host.crash(signal.SIGABRT)
    assert len(cores(folder)) == 1
    cores(folder)[0].unlink()
