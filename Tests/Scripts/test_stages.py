"""Scripts/stages.sh: what a stage of Swift tests prints and leaves, with a shell script in the test program's place."""

import os
import re
import subprocess
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
SCRIPTS = TESTS.parent / "Scripts"
ISSUE = "✘ Test fails() recorded an issue at T.swift:8:37: Expectation failed: (sum → 3) == 4"


@pytest.fixture
def stage(tmp_path):
    """Runs a stage with a program, and returns what it has done and the program's whole output."""
    program = tmp_path / ".build/debug/swiftletPackageTests.xctest"
    program.parent.mkdir(parents=True)
    (tmp_path / "Scripts").symlink_to(SCRIPTS)

    def run(script: str, name: str = "sender", **settings: str) -> tuple[subprocess.CompletedProcess, str]:
        program.write_text(f"#!/usr/bin/env bash\n{script}")
        program.chmod(0o755)
        command = ["bash", "-c", f"source Scripts/stages.sh; reported_stage {name}"]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SWIFTLET_")}
        ran = subprocess.run(
            command, cwd=tmp_path, text=True, capture_output=True, timeout=60, env={**environment, **settings})
        return ran, (tmp_path / f".build/tests-{name}.log").read_text()

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


def test_the_stage_on_postgres_gets_its_server(stage):
    ran, log = stage('echo "$SWIFTLET_TEST_DATABASE"', "postgres", SWIFTLET_TEST_POSTGRES="postgres://a")
    assert (ran.returncode, log.strip()) == (0, "postgres://a")


def test_without_a_server_the_stage_on_postgres_fails_and_runs_no_test(stage):
    ran, log = stage("echo 'a test'", "postgres")
    assert ran.returncode == 1
    assert "there is no Postgres server" in ran.stdout
    assert "a test" not in log


def test_a_server_that_does_not_start_ends_the_steps(tmp_path):
    (tmp_path / "Scripts").mkdir()
    (tmp_path / "Scripts/postgres.sh").write_text("#!/usr/bin/env bash\nexit 1\n")
    (tmp_path / "Scripts/postgres.sh").chmod(0o755)
    script = f"set -euo pipefail; source {SCRIPTS}/steps.sh; source {SCRIPTS}/stages.sh; step starting start_postgres a; echo on"
    ran = subprocess.run(["bash", "-c", script], cwd=tmp_path, text=True, capture_output=True, timeout=60)
    assert ran.returncode == 1
    assert "failed after" in ran.stderr and "on" not in ran.stdout.splitlines()


# What makes a database on the server of SWIFTLET_TEST_DATABASE.
DATABASE = r"\b(TemporaryDatabase|TestHost)\("
SUITE = re.compile(r"\bstruct (\w+Tests)\b")


def suites_on_a_server(module: str) -> list[str]:
    """The suites of a module that make such a database, also by a type of a file without a suite."""
    texts = {path.stem: path.read_text() for path in (TESTS / module).rglob("*.swift")}
    helpers = [stem for stem, text in texts.items() if re.search(DATABASE, text) and not SUITE.search(text)]
    uses = re.compile("|".join([DATABASE, *(rf"\b{stem}\b" for stem in helpers)]))
    parts = [part for text in texts.values() for part in re.split(rf"(?={SUITE.pattern})", text)]
    return sorted(f"{module}.{match[1]}" for part in parts if uses.search(part) and (match := SUITE.match(part)))


# The suites of the other modules in the stage are there as a whole.
@pytest.mark.parametrize("module", ["CommandLineTests", "ConsoleTests", "HostTests"])
def test_each_suite_with_a_database_of_a_server_runs_on_postgres(stage, module):
    _, log = stage('echo "${@: -1}"', "postgres", SWIFTLET_TEST_POSTGRES="postgres://a")
    wanted = re.compile(log.strip())
    suites = suites_on_a_server(module)
    assert suites
    assert [suite for suite in suites if not wanted.search(f"{suite}/aTest()")] == []
