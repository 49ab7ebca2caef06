"""The README's first calls, run as they are printed."""

import json
import pathlib
import re
import subprocess
import sys

import pytest

from database import ROOT
from host import BINARY, PATIENCE, environment
from jobs import eventually

pytestmark = pytest.mark.engines("sqlite", "postgres")

# What every local Supabase signs with, and a host without settings.
LOCAL_SECRET = "super-secret-jwt-token-with-at-least-32-characters-long"
README = (ROOT / "README.md").read_text()


def block(language: str) -> str:
    """The first fenced block of a language."""
    found = re.search(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert found, f"README.md has no ```{language} block"
    return found[1]


def test_the_match(make_host):
    """`make serve`, then these lines: sign in, create, join, like, like, matched."""
    host = make_host(settings={"SUPABASE_JWT_SECRET": LOCAL_SECRET}).start()
    lines = block("python")
    assert "http://127.0.0.1:54321" in lines
    lines = lines.replace("http://127.0.0.1:54321", host.url)
    played = subprocess.run([sys.executable, "-c", lines], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert played.returncode == 0, played.stderr
    first, second = played.stdout.splitlines()
    assert first == "{'success': True, 'match_found': False}"
    assert second.startswith("{'success': True, 'match_found': True, 'matched_option_id': '")
    host.stop()


def test_the_printed_command(host):
    """The banner's command, pasted into a shell, answers today's riddle."""
    # It is printed once the host listens, which may be after its first answer.
    command = eventually(lambda: re.search(r"^ +(curl .*)$", host.log_text(), re.MULTILINE), what=host.log_text)
    # With a secret of one's own the banner prints the command that makes a token.
    line = command[1].replace(f"$({pathlib.Path(BINARY).name} token", f"$({BINARY} token")
    answer = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=PATIENCE, env=environment())
    riddle = json.loads(answer.stdout)
    assert set(riddle) == set(json.loads(block("json"))) == {"id", "question", "imageURL"}
