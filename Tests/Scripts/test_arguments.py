"""The scripts with wrong arguments, and where there is nothing to do: they say so, and start nothing."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(folder: Path, script: str, *arguments: str, path: str = os.environ["PATH"]) -> subprocess.CompletedProcess:
    """Runs a script of the repository in a folder that has nothing else."""
    (folder / "Scripts").symlink_to(ROOT / "Scripts")
    return subprocess.run(
        ["bash", f"Scripts/{script}", *arguments], cwd=folder, text=True, capture_output=True, timeout=60,
        env={**os.environ, "PATH": path})


@pytest.mark.parametrize("command", [
    "repeat.sh --rounds 0", "repeat.sh --rounds", "repeat.sh --rounds --no-build", "repeat.sh --seconds 0", "repeat.sh --burners -1",
    "repeat.sh nothing", "example.sh", "example.sh Nothing", "example.sh Scripts debug more", "fuzz.sh 0", "fuzz.sh x",
    "postgres.sh", "postgres.sh stop", "setup.sh --nothing", "documentation.sh --nothing",
])
def test_a_wrong_argument_is_refused_with_the_usage(tmp_path, command):
    ran = run(tmp_path, *command.split())
    assert ran.returncode == 64, ran.stdout + ran.stderr
    assert command.split()[0] in ran.stderr
    assert not (tmp_path / ".build").exists()


def test_an_example_needs_the_pins_of_a_first_build(tmp_path):
    (tmp_path / "Example").mkdir()
    (tmp_path / "Example/Package.swift").touch()
    ran = run(tmp_path, "example.sh", "Example")
    assert ran.returncode == 1
    assert "run 'swift package resolve' first" in ran.stderr


def test_a_server_that_was_never_started_is_stopped_without_its_programs(tmp_path):
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "bash").symlink_to(shutil.which("bash"))
    assert run(tmp_path, "postgres.sh", "stop", str(tmp_path / "none"), path=str(tools)).returncode == 0
