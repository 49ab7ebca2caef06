"""ARCHITECTURE.md names files and targets as they are."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts"))
from structure_rules.manifest import read_manifest  # noqa: E402

PAGE = (ROOT / "ARCHITECTURE.md").read_text()
FOLDERS = ["Runtime", "Functions", "cron", "Scripts", "Tests", "Benchmarks"]
NAMES = sorted(set(re.findall(r"`((?:[\w+-]+/)*[\w+-]+\.(?:swift|py|sh|json))`", PAGE)))


@pytest.mark.parametrize("name", NAMES)
def test_each_file_on_the_page_exists(name):
    found = [file for folder in FOLDERS for file in (ROOT / folder).rglob(Path(name).name)] + [*ROOT.glob(name)]
    assert any(str(file).endswith("/" + name) for file in found), f"{name} is nowhere: has it been renamed?"


def test_each_target_of_the_runtime_is_on_the_page():
    targets = [target.name for target in read_manifest(ROOT) if target.path.startswith("Runtime")]
    assert [name for name in targets if name not in PAGE] == []


@pytest.mark.parametrize("page", ["ARCHITECTURE.md"])
def test_lines_are_short_enough_to_read(page):
    # What Benchmarks/report.py writes stands between marks, and tables have the width that they need.
    written = re.sub(r"<!-- bench:\w+:begin -->.*?<!-- bench:\w+:end -->", "", (ROOT / page).read_text(), flags=re.S)
    assert [line for line in written.split("\n") if len(line) > 120 and not line.startswith("|")] == []
