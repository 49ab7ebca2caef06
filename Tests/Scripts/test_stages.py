"""Scripts/stages.sh: what a stage of Swift tests prints and leaves, with a shell script in the test program's place."""

import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "Scripts"
ISSUE = "✘ Test fails() recorded an issue at T.swift:8:37: Expectation failed: (sum → 3) == 4"


@pytest.fixture
def stage(tmp_path):
    """Runs the stage `sender` with a program, and returns what it has done and the program's whole output."""
    program = tmp_path / ".build/debug/swiftletPackageTests.xctest"
    program.parent.mkdir(parents=True)
    (tmp_path / "Scripts").symlink_to(SCRIPTS)

    def run(script: str) -> tuple[subprocess.CompletedProcess, str]:
        program.write_text(f"#!/usr/bin/env bash\n{script}")
        program.chmod(0o755)
        command = ["bash", "-c", "source Scripts/stages.sh; reported_stage sender"]
        ran = subprocess.run(command, cwd=tmp_path, text=True, capture_output=True, timeout=60)
        return ran, (tmp_path / ".build/tests-sender.log").read_text()

    return run


def test_a_stage_that_passes_prints_its_last_line(stage):
    closing = "✔ Test run with 2 tests in 1 suite passed after 0.016 seconds."
    ran, log = stage(f"echo 'within a test'; echo '✔ Test passes() passed after 0.012 seconds.'; echo '{closing}' >&2")
    assert (ran.returncode, ran.stdout) == (0, closing + "\n")
    assert log.splitlines()[0] == "within a test"


def test_a_stage_that_fails_ends_with_the_failed_tests(stage):
    closing = "✘ Test run with 2 tests in 1 suite failed after 0.016 seconds with 1 issue."
    ran, log = stage(f"echo 'within a test'; echo '{ISSUE}'; echo '{closing}'; exit 1")
    assert ran.returncode == 1
    assert ran.stdout.splitlines() == [
        "Exit code 1. The whole output is in .build/tests-sender.log. In short:", ISSUE, closing]
    assert "within a test" in log


def test_a_stage_whose_program_is_killed_fails_and_names_the_test(stage):
    ran, _ = stage("echo '◇ Test crashes() started.'; kill -KILL $$")
    assert ran.returncode == 137
    assert "  crashes()" in ran.stdout.splitlines()


def test_a_stage_gets_its_filter(stage):
    ran, log = stage('echo "$@"')
    assert ran.returncode == 0
    assert log.strip() == r"--testing-library swift-testing --filter ^(PushTests|APNsTests|DeliveryTests)\."
