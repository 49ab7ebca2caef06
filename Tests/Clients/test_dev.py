"""`swiftlet dev`, with a program in the place of `swift` that builds for as long as the test wants."""

import json
import os
import signal
import subprocess

import pytest

from host import BINARY, PATIENCE, environment
from jobs import eventually

SWIFT = """#!/bin/sh
case "$1" in
package) echo '%s' ;;
build) echo $$ > pid.new && mv pid.new pid && exec sleep 600 ;;
esac
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_first_build_too(tmp_path, number):
    manifest = {"products": [], "targets": [{"name": "notes", "type": "executable"}]}
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "swift").write_text(SWIFT % json.dumps(manifest))
    (tools / "swift").chmod(0o755)
    package = tmp_path / "notes"
    package.mkdir()
    (package / "Package.swift").write_text("// The program above answers for it.\n")
    with (tmp_path / "output").open("wb") as output:
        dev = subprocess.Popen(
            [BINARY, "dev"], cwd=package, env=environment(PATH=f"{tools}:{os.environ['PATH']}"),
            stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    pid = package / "pid"
    try:
        build = int(eventually(lambda: pid.exists() and pid.read_text(), what=(tmp_path / "output").read_text))
        dev.send_signal(number)
        assert dev.wait(timeout=PATIENCE) == 128 + number
        assert not os.path.exists(f"/proc/{build}")
    finally:
        dev.kill()
        dev.wait()
        if pid.exists() and os.path.exists(f"/proc/{pid.read_text().strip()}"):
            os.kill(int(pid.read_text()), signal.SIGKILL)
