"""A crash leaves one line with the signal, the function or job, and the code's addresses; clients do not wait."""

import json
import pathlib
import re
import resource
import shutil
import signal
import subprocess

import pytest

from host import EXAMPLE, PATIENCE, environment, token
from jobs import enqueue_fatal, eventually
from raw import Wire, request

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def report(host) -> dict:
    """The line about the crash, which is the last one."""
    reports = [line for line in host.log_text().splitlines() if "The process crashed" in line]
    assert len(reports) == 1, host.log_text()[-2000:]
    return json.loads(reports[0])


def names(frames: list[str]) -> str:
    """The functions at the addresses within the program. `-i` adds the inlined ones, of which a release build has many."""
    own = [frame for frame in frames if frame.startswith("0x")]
    return subprocess.run(
        ["addr2line", "-f", "-i", "-e", EXAMPLE, *own], capture_output=True, text=True, timeout=PATIENCE).stdout


@pytest.fixture
def backtracer(tmp_path) -> tuple[dict[str, str], pathlib.Path]:
    """Settings that put a script in the place of Swift's backtracer, and the file that exists once the script has run."""
    place, ran = tmp_path / "swift/libexec/swift/linux", tmp_path / "backtracer-ran"
    place.mkdir(parents=True)
    # The second name is that of statically linked programs.
    for name in ("swift-backtrace", "swift-backtrace-static"):
        (place / name).write_text(f"#!/bin/sh\n: > '{ran}'\n")
        (place / name).chmod(0o755)
    return {"SWIFT_ROOT": str(tmp_path / "swift")}, ran


def crash(host, how: str) -> int:
    """Crashes a host by a request, and returns its exit code. Its clients see the end of their connections."""
    with Wire(host.port) as idle, Wire(host.port) as wire:
        wire.send(request("GET", f"/functions/v1/crash?how={how}"))
        assert wire.at_end() and idle.at_end()
    return host.process.wait(timeout=PATIENCE)


@pytest.mark.parametrize("how, number, function", [
    ("trap", signal.SIGILL, "outOfRange"), ("child", signal.SIGILL, "outOfRange"),
    ("recursion", signal.SIGSEGV, "descend"), ("abort", signal.SIGABRT, "crash"),
])
def test_a_request(make_host, backtracer, how, number, function):
    settings, ran = backtracer
    host = make_host(EXAMPLE, settings=settings).start()
    assert crash(host, how) == -number
    # Swift's runtime waits for its backtracer before it ends the process.
    assert not ran.exists(), "clients wait while Swift's backtracer runs"
    line = report(host)
    assert (line["level"], line["signal"], line["function"]) == ("critical", number.name, "crash")
    assert ID.fullmatch(line["id"])
    assert line.get("reason") == ("stack-overflow" if how == "recursion" else None)
    if shutil.which("readelf"):
        assert line["build_id"] in subprocess.run(["readelf", "-n", EXAMPLE], capture_output=True, text=True).stdout
    if shutil.which("addr2line"):
        assert function in names(line["frames"]), line["frames"]


def test_swifts_own_report_on_request(make_host, backtracer):
    """Proves also that the script of the other tests does run where Swift's handler is in force."""
    settings, ran = backtracer
    host = make_host(EXAMPLE, settings={**settings, "SWIFT_BACKTRACE": "enable=yes"}).start()
    assert crash(host, "trap") == -signal.SIGILL
    assert ran.exists()
    assert "The process crashed" not in host.log_text()


@pytest.mark.parametrize("how, number", [("trap", signal.SIGILL), ("recursion", signal.SIGSEGV), ("abort", signal.SIGABRT)])
def test_a_request_where_swift_has_no_handler(make_host, tmp_path, how, number):
    """As in a release build, for which Swift's runtime installs no handler. Nor does it for a debug build in a folder without
    its backtracer."""
    host = make_host(EXAMPLE, settings={"SWIFT_ROOT": str(tmp_path)}).start()
    assert crash(host, how) == -number
    line = report(host)
    assert (line["signal"], line["function"]) == (number.name, "crash")
    assert ID.fullmatch(line["id"]) and len(line["frames"]) > 3


def test_a_job(make_host):
    host = make_host(EXAMPLE).start()
    job = enqueue_fatal(host, "trap", strict=False)
    assert host.process.wait(timeout=PATIENCE) == -signal.SIGILL
    line = report(host)
    assert (line["job"], line["run"]) == ("do_work", str(job))
    assert ID.fullmatch(line["id"])


def test_no_invocation(make_host):
    """A signal from outside, on a thread that runs no function."""
    host = make_host(EXAMPLE).start()
    host.process.send_signal(signal.SIGSEGV)
    assert host.process.wait(timeout=PATIENCE) == -signal.SIGSEGV
    line = report(host)
    assert "function" not in line and "job" not in line and line["frames"]


def few_files(count: int):
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))


@pytest.mark.parametrize("count", [16, 40])
def test_a_host_that_may_open_too_few_files_says_so(make_host, count):
    host = make_host(EXAMPLE)
    ended = subprocess.run(
        host.command(), cwd=host.folder, env=environment(), capture_output=True, text=True, timeout=PATIENCE,
        preexec_fn=few_files(count))
    assert ended.returncode == 69
    assert f"may open {count} files" in ended.stderr and "hint: raise the limit: ulimit -n" in ended.stderr


def test_running_out_of_descriptors_is_counted_and_logged(make_host):
    host = make_host(EXAMPLE, prefix=("prlimit", "--nofile=64:64")).start()
    wires = []
    with Wire(host.port) as watch:
        assert watch.send(request("GET", "/metrics")).reply().status == 200
        wires = [Wire(host.port) for _ in range(64)]
        counted = b"\nswiftlet_accept_failures_total "
        failures = 0
        while failures == 0:
            text = watch.send(request("GET", "/metrics")).reply().body
            failures = int(text.split(counted)[1].split(b"\n")[0])
        for wire in wires:
            wire.close()
    # The log is written on a thread of its own.
    eventually(lambda: "Connections cannot be accepted" in host.log_text())
    line = next(json.loads(line) for line in host.log_text().splitlines() if "Connections cannot be accepted" in line)
    assert line["level"] == "error" and "ulimit -n" in line["message"] and line["limit"] == 64
    # It goes on by itself.
    with Wire(host.port) as wire:
        assert wire.send(request("GET", "/functions/v1/none", token())).reply().status == 404
    host.stop()
