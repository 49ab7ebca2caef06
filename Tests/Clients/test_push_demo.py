"""`swiftlet serve` without a key of Apple's, then `swiftlet demo`: three pushes arrive at the host's own simulator."""

import json
import re
import subprocess
import urllib.request
import uuid

import pytest

from host import BINARY, PATIENCE, environment
from jobs import eventually

pytestmark = pytest.mark.engines("sqlite", "postgres")


def beside(host, *arguments: str) -> subprocess.CompletedProcess:
    """A command on the host's database."""
    where = ["--database", host.database.url, "--config", str(host.config)]
    return subprocess.run(
        [BINARY, *arguments, *where], cwd=host.folder, env=host.environment, capture_output=True, text=True, timeout=PATIENCE)


def look(url: str):
    with urllib.request.urlopen(url, timeout=PATIENCE) as response:
        return json.load(response)


def test_the_demo(make_host):
    host = make_host().start()
    # It is printed once the host listens, which may be after its first answer.
    eventually(lambda: "No key of Apple's is configured: pushes go to a simulator in this host." in host.log_text())
    demo = beside(host, "demo")
    assert demo.returncode == 0, demo.stdout + demo.stderr
    assert demo.stdout.count("'s phone …") == 3
    assert demo.stdout.count('"outcome":"delivered"') >= 1
    inspection = re.search(r"curl (\S+)/notifications\n", demo.stdout)[1]
    arrived = look(f"{inspection}/notifications")["notifications"]
    assert len(arrived) == 3
    assert len({push["token"] for push in arrived}) == len({push["apns_id"] for push in arrived}) == 3
    for push in arrived:
        assert (push["type"], push["topic"], push["priority"]) == ("alert", "app.swivo", 10)
        assert push["payload"]["aps"]["alert"]["title"] == "It's a match!"
        assert push["payload"]["aps"]["alert"]["body"] in demo.stdout
        assert str(uuid.UUID(push["apns_id"])) == push["apns_id"]
        assert push["apns_id"] in demo.stdout
    # The strict simulator had nothing to find fault with.
    status = look(f"{inspection}/status")
    assert (status["requests"], status["accepted"], status["rejected"]) == (3, 3, {})
    assert beside(host, "demo").returncode == 0, "it plays as often as one likes"
    assert look(f"{inspection}/status")["accepted"] == 6

    def deliveries(*options: str) -> list[dict]:
        return json.loads(beside(host, "push", "deliveries", *options, "--json").stdout)

    # A phone has a push before the host has stored its outcome.
    eventually(lambda: [row["outcome"] for row in deliveries()] == ["delivered"] * 6)
    assert len(deliveries("--session", deliveries()[0]["session_id"])) == 3
    assert "no_token" not in beside(host, "push", "deliveries", "--outcome", "no_token").stdout
    assert len(deliveries("--limit", "2")) == 2
    wrong = beside(host, "push", "deliveries", "--outcome", "lost")
    assert wrong.returncode == 1 and "outcome must be one of pending, " in wrong.stderr
    sent = beside(host, "push", "send", "--token", "ab" * 32, "--title", "Hello")
    assert sent.returncode == 0 and "the host's simulator at https://127.0.0.1:" in sent.stderr
    assert "meaning   The simulator accepted the notification." in sent.stdout
    host.stop()


def test_without_a_host_the_demo_has_a_hint(tmp_path):
    demo = subprocess.run(
        [BINARY, "demo"], cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=PATIENCE)
    assert demo.returncode == 69
    assert demo.stderr.startswith("error: No host is running on sqlite:./swiftlet.sqlite\nhint: ")
    assert list(tmp_path.iterdir()) == []
