"""Scripts/steps.sh: steps one after another, commands beside them, and what a failure of either leaves."""

import os
import select
import subprocess
from pathlib import Path

import pytest

STEPS = Path(__file__).resolve().parents[2] / "Scripts/steps.sh"


@pytest.fixture
def run(tmp_path):
    """Runs a script that has sourced the steps; its temporary files are in a folder of their own."""
    (tmp_path / "temporary").mkdir()

    def run(script: str) -> subprocess.CompletedProcess:
        text = f"set -euo pipefail; source {STEPS}; trap end_begun EXIT\n{script}"
        return subprocess.run(
            ["bash", "-c", text], cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60,
            env={**os.environ, "TMPDIR": str(tmp_path / "temporary")})

    yield run
    assert list((tmp_path / "temporary").iterdir()) == []


def titles(ran: subprocess.CompletedProcess) -> list[str]:
    return [line for line in ran.stdout.splitlines() if line and not line.startswith("── done in ")]


def test_steps_are_titled_and_the_first_failure_ends_the_script(run):
    ran = run("step one echo 1; step two false; step three echo 3")
    assert ran.returncode == 1
    assert titles(ran) == ["── one", "1", "── two", "── failed after 0 s: two"]


def test_what_runs_beside_the_steps_prints_when_it_is_finished(run):
    """The command beside has written its first line before the step writes, and ends after it."""
    ran = run("""
        mkfifo begun go
        beside() { step inner echo within; echo > begun; read -r < go; echo over; }
        begin other beside
        both() { read -r < begun; echo outside; echo > go; }
        step outer both
        finish other
    """)
    assert ran.returncode == 0, ran.stdout
    assert titles(ran) == ["── begun beside the next steps: other", "── outer", "outside", "── inner", "within", "over"]


def test_a_failure_beside_the_steps_ends_the_script_and_is_its_last_line(run):
    ran = run("beside() { step inner false; }; begin other beside; step outer echo 1; finish other; echo never")
    assert ran.returncode == 1
    assert titles(ran) == ["── begun beside the next steps: other", "── outer", "1", "── inner", "── failed after 0 s: inner"]


def test_a_failed_step_ends_what_runs_beside_it(run, tmp_path):
    """The reader of a fifo sees its end once the process beside, which alone writes to it, has ended."""
    os.mkfifo(tmp_path / "alive")
    reader = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    ran = run("""
        mkfifo begun
        beside() { exec > alive; echo begun > begun; sleep 600; }
        begin other beside
        read -r < begun
        step outer false
    """)
    assert ran.returncode == 1
    assert titles(ran)[-1] == "── failed after 0 s: outer"
    end = select.poll()
    end.register(reader, 0)
    assert end.poll(60_000) == [(reader, select.POLLHUP)]
    os.close(reader)


@pytest.mark.parametrize("niceness", [0, 5])
def test_what_runs_beside_has_the_lower_priority(run, niceness):
    ran = run(f"renice -n $(($(nice) + {niceness})) $$ > renice.log; begin other nice; finish other; nice")
    beside, own = (int(line) for line in ran.stdout.splitlines() if line.isdigit())
    assert beside == min(own + 10, 19)
