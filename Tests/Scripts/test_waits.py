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


CLOCKS = ("time", "monotonic", "perf_counter")


def is_clock(call: ast.AST) -> bool:
    """Whether it is a reading of a clock, such as `time.monotonic()`."""
    return isinstance(call, ast.Call) and not call.args and ast.unparse(call.func).removeprefix("time.") in CLOCKS


def is_instant(time: ast.expr) -> bool:
    """Whether it is made of readings of clocks, names and constants alone."""
    parts = [part for part in ast.iter_child_nodes(time) if isinstance(part, ast.expr)]
    return is_clock(time) or not isinstance(time, (ast.Call, ast.Lambda)) and all(map(is_instant, parts))


def reads_clock(node: ast.AST) -> bool:
    return any(map(is_clock, ast.walk(node)))


def sleeps(nodes: list[ast.stmt]) -> bool:
    return any(isinstance(part, ast.Call) and is_sleep(part) for node in nodes for part in ast.walk(node))


def timed_loops(source: str) -> list[int]:
    """The lines of loops that sleep until an instant, and which no fact ends before it."""
    loops = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.While)] if "sleep" in source else []
    return [
        loop.lineno for loop in loops
        if isinstance(loop.test, ast.Compare) and reads_clock(loop.test) and is_instant(loop.test) and sleeps(loop.body)
        and not any(isinstance(part, (ast.Break, ast.Return)) for part in ast.walk(loop))]


def helpers_that_wait(source: str) -> set[str]:
    """The functions that sleep until an instant which the caller gives."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)] if "sleep" in source else []
    return {
        function.name for function in functions for call in ast.walk(function)
        if isinstance(call, ast.Call) and is_sleep(call) and reads_clock(call)
        and {name.id for name in ast.walk(call) if isinstance(name, ast.Name)} & {one.arg for one in function.args.args}}


def calls_of(helpers: set[str], source: str) -> list[int]:
    """The lines that let such a helper wait for a fixed time."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)] if helpers else []
    return [
        call.lineno for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in helpers
        and any(reads_clock(argument) and is_instant(argument) for argument in call.args)]


SWIFT_SLEEP = re.compile(r"(?<![\w.])(?<!func )u?sleep\(|\b(?:Task|Thread)\.sleep\(")
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


# The tests that load or use a host for a time, with the reason, and how many such loops they have.
TIMED = {
    ("Clients/test_rate_limits.py", 1): "the load lasts for SWIFTLET_TEST_SECONDS, and its clients obey Retry-After meanwhile",
    ("Clients/test_websockets.py", 1): "a tunnel in use outlives its idle timeout, which is real time between two processes",
    ("Clients/test_workers_bad.py", 1): "the load lasts for SWIFTLET_WORKERS_SECONDS",
}


def test_no_other_test_goes_on_for_a_fixed_time():
    texts = {str(path.relative_to(TESTS)): path.read_text() for path in sources("py")}
    helpers = set().union(*map(helpers_that_wait, texts.values()))
    found = {name: timed_loops(text) + calls_of(helpers, text) for name, text in texts.items()}
    assert {(name, len(lines)) for name, lines in found.items() if lines} == set(TIMED), found


@pytest.mark.parametrize("source", [
    "end = time.monotonic() + 7\nwhile time.monotonic() < end:\n    time.sleep(0.1)\n    send()",
    "while time.time() < start + SECONDS:\n    time.sleep(PAUSE)",
    "while end > monotonic():\n    sleep(0.1)",
])
def test_a_timed_loop_is_found(source):
    assert len(timed_loops(source)) == 1


@pytest.mark.parametrize("source", [
    "while time.monotonic() < deadline:\n    if is_done():\n        return\n    time.sleep(0.1)",
    "while not is_done() and time.monotonic() < deadline:\n    time.sleep(0.1)",
    "while memory.now() > time.monotonic():\n    time.sleep(0.1)", "while time.monotonic() < end:\n    send()",
])
def test_a_loop_that_a_fact_ends_is_left_alone(source):
    assert timed_loops(source) == []


@pytest.mark.parametrize(("call", "count"), [
    ("until(time.time() + 60.5)", 1), ("until(time.monotonic() + SECONDS)", 1), ("until(answer.expiry)", 0),
    ("until(lambda: time.time() > due)", 0), ("until(midnight)", 0),
])
def test_a_fixed_time_for_a_helper_that_waits_is_found(call, count):
    helper = "def until(instant):\n    time.sleep(max(0.0, instant - time.time()))\n"
    assert helpers_that_wait(helper) == {"until"}
    assert len(calls_of({"until"}, helper + call)) == count


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
