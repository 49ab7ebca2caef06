#!/usr/bin/env python3
"""Scripts/swift_report.py LOG: prints what matters of the output of a run of Swift tests, which has thousands of lines.

Of a run that passed, this is its last line. Of another, it is each failed test with its messages, at most 200 lines. If the
process ended before its last line, these are the tests that had begun and not ended, and the error with the thread's frames.

Scripts/swift_report.py --skipped LOG…: prints the tests that were skipped in some of these runs and ran in none. A test that
the machine does not permit may be among them. The exit code is 1 if one was skipped for its database, which a run has to have.
"""

import collections
import itertools
import pathlib
import re
import sys

MOST_LINES = 200
MOST_OF_AN_ISSUE = 20
MOST_UNFINISHED = 60
MOST_FRAMES = 15

SYMBOLS = "◇✔✘➜━⚠"
"""What the lines of Swift Testing begin with. Other lines belong to the one before: a comment after ↳, or the rest of a value."""
CLOSING = re.compile(r"^[✔✘] Test run with .*")
ISSUE = re.compile(r"^✘ .* recorded an issue ")
FAILED = re.compile(r"^✘ Test (?!run )(?P<name>.+?)(?: with \d+ test cases)? failed after ")
STARTED = re.compile(r"^◇ Test (?!run |case )(?P<name>.+) started\.$")
ENDED = re.compile(r"^[✔✘━➜] Test (?P<name>.+?)(?: with \d+ test cases)? (?:passed|failed|skipped)")
SKIPPED = re.compile(r'^➜ (?P<name>(?:Test|Suite) .+?) skipped(?:: "(?P<reason>.*)")?\.?$')
RAN = re.compile(r"^[✔✘] (?P<name>(?:Test|Suite) .+?)(?: with \d+ test cases)? (?:passed|failed) after ")
DATABASE = "SWIFTLET_TEST_DATABASE"
"""What the reasons begin with of tests that run on one engine."""
FATAL = re.compile(r"Fatal error|unexpected signal|Program crashed|^error: |^timeout: ")
CRASHED = re.compile(r"^Thread \d+ .*crashed:$")
FRAME = re.compile(r"^ *\d+ ")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def issues(lines: list[str]) -> list[list[str]]:
    """The recorded issues, each with the lines that belong to it, and the failed tests that have recorded none."""
    found, named = [], []
    for number, line in enumerate(lines):
        if ISSUE.match(line):
            rest = lines[number + 1:number + MOST_OF_AN_ISSUE]
            end = next((index for index, next_line in enumerate(rest) if next_line and next_line[0] in SYMBOLS), len(rest))
            found.append([line, *rest[:end]])
            named.append(line)
        elif (match := FAILED.match(line)) and not any(f" {match['name']} recorded" in other for other in named):
            found.append([line])
    return found


def unfinished(lines: list[str]) -> list[str]:
    """The names of the tests that had begun and not ended."""
    running: collections.Counter[str] = collections.Counter()
    for line in lines:
        if match := STARTED.match(line):
            running[match["name"]] += 1
        elif match := ENDED.match(line):
            running[match["name"]] -= 1
    return [name for name, count in running.items() if count > 0]


def crash(lines: list[str]) -> list[str]:
    """The lines that say why the process ended, with the frames of the thread that crashed, or else the last lines."""
    found = [line for line in lines if FATAL.search(line)][:MOST_OF_AN_ISSUE]
    crashed = next((number for number, line in enumerate(lines) if CRASHED.match(line)), None)
    if crashed is None:
        return found or lines[-MOST_FRAMES:]
    frames = itertools.takewhile(lambda line: not line or FRAME.match(line), lines[crashed + 1:])
    return [*found, lines[crashed], *[frame for frame in frames if frame and "libTesting.so" not in frame][:MOST_FRAMES]]


def never_run(texts: list[str]) -> dict[str, str]:
    """The tests and suites that were skipped in some of the outputs and ran in none, with the reasons."""
    skipped, ran = {}, set()
    for line in (line for text in texts for line in plain_lines(text)):
        if match := SKIPPED.match(line):
            skipped[match["name"]] = match["reason"] or "no reason is given"
        elif match := RAN.match(line):
            ran.add(match["name"])
    return {name: reason for name, reason in skipped.items() if name not in ran}


def plain_lines(text: str) -> list[str]:
    return COLOURS.sub("", text).splitlines()


def report(text: str) -> list[str]:
    lines = plain_lines(text)
    closing = [line for line in lines if CLOSING.match(line)][-1:]
    told = [line for issue in issues(lines) for line in issue]
    if not closing:
        names = unfinished(lines)
        told += [f"The process ended before its tests: {len(names)} had begun and not ended{':' if names else '.'}"]
        told += [f"  {name}" for name in names[:MOST_UNFINISHED]]
        told += crash(lines)
    if len(told) > MOST_LINES:
        told = [*told[:MOST_LINES], f"… and {len(told) - MOST_LINES} more lines"]
    return told + closing


if __name__ == "__main__":
    options = [word for word in sys.argv[1:] if word.startswith("-")]
    logs = [pathlib.Path(word).read_text(errors="replace") for word in sys.argv[1:] if word not in options]
    if options == ["--skipped"] and logs:
        found = never_run(logs)
        for name, reason in found.items():
            print(f"{name} was skipped in each run: {reason}")
        sys.exit(any(reason.startswith(DATABASE) for reason in found.values()))
    if options or len(logs) != 1:
        sys.exit(__doc__)
    print("\n".join(report(logs[0])))
