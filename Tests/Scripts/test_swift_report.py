"""Scripts/swift_report.py on what Swift Testing prints: of a run that passed, failed, crashed, and was stopped."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "Scripts/swift_report.py"

BEGIN = """\
◇ Test run started.
↳ Testing Library Version: 6.3.1 (937120cbc281cf2)
◇ Suite SumTests started.
◇ Test fails() started.
◇ Test passes() started.
◇ Test "Named by a sentence" started.
◇ Test ofMany(_:) started.
"""
PASSED = BEGIN + """\
✔ Test passes() passed after 0.012 seconds.
✔ Test run with 8 tests in 2 suites passed after 0.016 seconds.
"""
FAILED = BEGIN + """\
\x1b[91m✘\x1b[0m Test fails() recorded an issue at T.swift:8:37: Expectation failed: (sum → 3) == 4
↳ the sum of one and two
━ Test known() recorded a known issue at T.swift:11:41: Expectation failed: 1 == 2
✘ Test "Named by a sentence" recorded an issue at T.swift:9:4: Caught error: the queue is closed

and stays closed
◇ Test case passing 1 argument n → 2 to ofMany(_:) started.
✘ Test ofMany(_:) recorded an issue with 1 argument n → 2 at T.swift:10:55: Expectation failed: (n → 2) != 2
✔ Test passes() passed after 0.012 seconds.
✘ Test fails() failed after 0.012 seconds with 1 issue.
✘ Test "Named by a sentence" failed after 0.012 seconds with 1 issue.
✘ Test ofMany(_:) with 3 test cases failed after 0.001 seconds with 1 issue.
✘ Test silent() failed after 0.001 seconds with 1 issue.
✘ Suite SumTests failed after 0.016 seconds with 5 issues (including 1 known issue).
✘ Test run with 8 tests in 2 suites failed after 0.016 seconds with 5 issues (including 1 known issue).
"""
CRASHED = BEGIN + """\
✔ Test passes() passed after 0.012 seconds.
Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range

*** Program crashed: Illegal instruction at 0x00007fd735f6df7f ***

Thread 0 "swiftletPackage":

  0      0x00007fd734892301 sigsuspend + 65 in libc.so.6
...

Thread 2 "oot.default-qos" crashed:

  0                  0x00007fd735f6df7f closure #1 in _assertionFailure(_:_:file:line:flags:) + 623 in libswiftCore.so
  1 [ra]             0x00007fd73673df65 CrashTests.crashes() + 293 in T.swift:18:5
  2 [async]          0x00007fd734b6fc20 closure #1 in static Runner._runTestCase(_:within:context:) in libTesting.so
...

Registers:

rax 0x0000000000000000  0
"""
STOPPED = BEGIN + """\
✔ Test passes() passed after 0.012 seconds.
✘ Test fails() failed after 0.012 seconds with 1 issue.
➜ Test skipped() skipped.
timeout: sending signal TERM to command '.build/debug/swiftletPackageTests.xctest'
"""


@pytest.fixture
def report(tmp_path):
    """The lines that the script prints of an output."""

    def lines(output: str) -> list[str]:
        (tmp_path / "log").write_text(output)
        command = [sys.executable, "-B", SCRIPT, tmp_path / "log"]
        return subprocess.run(command, text=True, capture_output=True, timeout=60, check=True).stdout.splitlines()

    return lines


def test_a_run_that_passed_is_one_line(report):
    assert report(PASSED) == ["✔ Test run with 8 tests in 2 suites passed after 0.016 seconds."]


def test_a_failed_test_is_named_with_all_lines_of_its_messages(report):
    assert report(FAILED) == [
        "✘ Test fails() recorded an issue at T.swift:8:37: Expectation failed: (sum → 3) == 4",
        "↳ the sum of one and two",
        '✘ Test "Named by a sentence" recorded an issue at T.swift:9:4: Caught error: the queue is closed',
        "",
        "and stays closed",
        "✘ Test ofMany(_:) recorded an issue with 1 argument n → 2 at T.swift:10:55: Expectation failed: (n → 2) != 2",
        "✘ Test silent() failed after 0.001 seconds with 1 issue.",
        "✘ Test run with 8 tests in 2 suites failed after 0.016 seconds with 5 issues (including 1 known issue).",
    ]


def test_a_crash_names_the_tests_that_ran_and_its_frames(report):
    assert report(CRASHED) == [
        "The process ended before its tests: 3 had begun and not ended:",
        "  fails()",
        '  "Named by a sentence"',
        "  ofMany(_:)",
        "Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range",
        "*** Program crashed: Illegal instruction at 0x00007fd735f6df7f ***",
        'Thread 2 "oot.default-qos" crashed:',
        "  0                  0x00007fd735f6df7f closure #1 in _assertionFailure(_:_:file:line:flags:) + 623 in libswiftCore.so",
        "  1 [ra]             0x00007fd73673df65 CrashTests.crashes() + 293 in T.swift:18:5",
    ]


def test_a_run_that_was_stopped_names_the_tests_that_hang(report):
    told = report(STOPPED)
    assert told[1:] == [
        "The process ended before its tests: 2 had begun and not ended:",
        '  "Named by a sentence"',
        "  ofMany(_:)",
        "timeout: sending signal TERM to command '.build/debug/swiftletPackageTests.xctest'",
    ]
    assert told[0] == "✘ Test fails() failed after 0.012 seconds with 1 issue."


def test_of_many_failures_the_last_line_stays(report):
    issue = "✘ Test fails() recorded an issue at T.swift:8:37: Expectation failed: (sum → 3) == 4\n"
    told = report(BEGIN + issue * 500 + FAILED.splitlines()[-1])
    assert len(told) == 202
    assert told[-2:] == ["… and 300 more lines", FAILED.splitlines()[-1]]


ON_SQLITE = """\
➜ Suite QueuePlanTests skipped: "SWIFTLET_TEST_DATABASE names no server"
➜ Test onPostgres() skipped: "SWIFTLET_TEST_DATABASE names no server"
✔ Test onSQLite() passed after 0.012 seconds.
➜ Test "needs a sandbox" skipped.
"""
ON_POSTGRES = """\
✔ Suite QueuePlanTests passed after 0.012 seconds.
\x1b[90m➜\x1b[0m Test onSQLite() skipped: "SWIFTLET_TEST_DATABASE names a server"
"""


def skipped(tmp_path, *outputs: str) -> tuple[int, list[str]]:
    """The exit code and the lines of `--skipped` for outputs."""
    logs = []
    for number, output in enumerate(outputs):
        logs.append(tmp_path / f"log-{number}")
        logs[-1].write_text(output)
    ran = subprocess.run([sys.executable, "-B", SCRIPT, "--skipped", *logs], text=True, capture_output=True, timeout=60)
    return ran.returncode, ran.stdout.splitlines()


def test_a_test_that_no_run_gave_its_database_is_a_failure(tmp_path):
    assert skipped(tmp_path, ON_SQLITE, ON_POSTGRES) == (1, [
        "Test onPostgres() was skipped in each run: SWIFTLET_TEST_DATABASE names no server",
        'Test "needs a sandbox" was skipped in each run: no reason is given',
    ])


def test_a_test_that_the_machine_does_not_permit_is_named_and_no_failure(tmp_path):
    ran = ON_POSTGRES + "✔ Test onPostgres() with 3 test cases passed after 0.012 seconds.\n"
    assert skipped(tmp_path, ON_SQLITE, ran) == (0, ['Test "needs a sandbox" was skipped in each run: no reason is given'])


def test_output_without_tests_ends_with_its_last_lines(report):
    assert report("error: no tests found\n")[-1] == "error: no tests found"
    assert report("one\ntwo\n")[-2:] == ["one", "two"]
