"""No test sleeps for a fixed time: it waits for a fact, in a loop, or until an instant."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
MODULES = ("time", "asyncio")
# As long as a task of asyncio is not cancelled.
HOUR = 3600


def is_sleep(call: ast.Call) -> bool:
    match call.func:
        case ast.Attribute(value=ast.Name(id=module), attr="sleep"):
            return module in MODULES
        case ast.Name(id="sleep"):
            return True
    return False


def is_fixed(time: ast.expr) -> bool:
    """Whether a time is made of literals and constants alone, and not of the present or of a server's answer."""
    match time:
        case ast.IfExp():
            return is_fixed(time.body) or is_fixed(time.orelse)
        case ast.Name():
            return time.id.isupper()
    parts = [part for part in ast.iter_child_nodes(time) if isinstance(part, ast.expr)]
    return not isinstance(time, ast.Call) and all(map(is_fixed, parts))


def is_poll(loop: ast.AST) -> bool:
    """Whether a loop ends at a fact: by its condition, or before its last element."""
    return isinstance(loop, ast.While) or isinstance(loop, (ast.For, ast.AsyncFor)) and any(
        isinstance(part, (ast.Break, ast.Return)) for part in ast.walk(loop))


def is_until_cancelled(call: ast.Call) -> bool:
    return ast.unparse(call) == f"asyncio.sleep({HOUR})"


def fixed_sleeps(source: str) -> list[int]:
    """The lines of a Python source with a sleep that no fact ends."""
    found = []

    def search(node: ast.AST, polls: bool) -> None:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            polls = False
        elif is_poll(node):
            polls = True
        if isinstance(node, ast.Call) and is_sleep(node) and not polls and not is_until_cancelled(node):
            if any(map(is_fixed, node.args)):
                found.append(node.lineno)
        for part in ast.iter_child_nodes(node):
            search(part, polls)

    if "sleep" in source:
        search(ast.parse(source), False)
    return found


SWIFT_SLEEP = re.compile(r"(?<![\w.])u?sleep\(|\b(?:Task|Thread)\.sleep\(")
# Before the sleep in its line, the condition that ends it; or an hour, in a task that the test cancels.
SWIFT_WAIT = re.compile(r"\bwhile .*\{.*sleep\(|\bfor .* where .*\{.*sleep\(|sleep\(for: \.seconds\(3600\)\)")


def fixed_swift_sleeps(source: str) -> list[int]:
    """The lines of a Swift source with such a sleep."""
    lines = enumerate((line.partition("//")[0] for line in source.splitlines()), 1)
    return [number for number, line in lines if SWIFT_SLEEP.search(line) and not SWIFT_WAIT.search(line)]


def sources(ending: str) -> list[Path]:
    # The bundles of the fixtures are functions, some of which sleep.
    return [path for path in sorted(TESTS.rglob(f"*.{ending}")) if "Fixtures" not in path.relative_to(TESTS).parts]


@pytest.mark.parametrize(("ending", "find"), [("py", fixed_sleeps), ("swift", fixed_swift_sleeps)])
def test_no_test_sleeps_for_a_fixed_time(ending, find):
    files = sources(ending)
    assert len(files) > 50
    found = [f"{path.relative_to(TESTS.parent)}:{line}" for path in files for line in find(path.read_text())]
    assert found == [], "these lines sleep for a fixed time: let them wait for a fact, such as by eventually()"


@pytest.mark.parametrize("source", [
    "time.sleep(2)", "asyncio.sleep(0.5)", "time.sleep(SECONDS / 3)", "time.sleep(10 if IS_LONG else 1)",
    "for number in range(5):\n    time.sleep(1.2 if number else 0)", "from time import sleep\nsleep(1)", "time.sleep(3600)",
    "while True:\n    def later():\n        time.sleep(1)\n", "asyncio.sleep(HOUR)",
])
def test_a_fixed_sleep_is_found(source):
    assert len(fixed_sleeps(source)) == 1


@pytest.mark.parametrize("source", [
    "while not is_done():\n    time.sleep(0.01)", "for _ in range(9):\n    if is_done():\n        break\n    time.sleep(1)",
    "time.sleep(max(0, due - time.monotonic()))", "asyncio.sleep(3600)", "time.sleep(chance.uniform(0, 1))",
    "time.sleep(int(answer.headers['retry-after']))", "event.wait(1)",
])
def test_a_wait_is_left_alone(source):
    assert fixed_sleeps(source) == []


@pytest.mark.parametrize(("line", "count"), [
    ("usleep(100)", 1), ("sleep(1)", 1), ("try await Task.sleep(for: .milliseconds(10))", 1),
    ("Thread.sleep(forTimeInterval: 1)", 1),
    ("while !isDone { usleep(100) }", 0), ("for _ in 0..<9 where !isDone { try await Task.sleep(for: .seconds(1)) }", 0),
    ("try await Task.sleep(for: .seconds(3600))", 0), ("// sleep(1)", 0), ("SELECT pg_sleep(1)", 0),
    ("clock.sleep(until: due)", 0),
])
def test_a_fixed_sleep_in_swift_is_found(line, count):
    assert len(fixed_swift_sleeps(line)) == count
