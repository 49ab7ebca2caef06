"""The pages of the repository are true: the files that they name exist, and the code that they show is an example's."""

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


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CHANGELOG.md", "BENCHMARKS.md", "Benchmarks/HISTORY.md"])
def test_lines_are_short_enough_to_read(page):
    # What Benchmarks/report.py writes stands between marks, and tables have the width that they need.
    written = re.sub(r"<!-- bench:\w+:begin -->.*?<!-- bench:\w+:end -->", "", (ROOT / page).read_text(), flags=re.S)
    assert [line for line in written.split("\n") if len(line) > 120 and not line.startswith("|")] == []


ARTICLES = sorted((ROOT / "Runtime/Edge/Edge.docc").glob("*.md"))


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.name)
def test_code_in_the_articles_is_that_of_an_example(article):
    examples = [file.read_text() for file in (ROOT / "Examples").rglob("*.swift")]
    blocks = re.findall(r"^```swift\n(.*?)^```", article.read_text(), flags=re.M | re.S)
    assert blocks
    for block in blocks:
        assert any(block in text for text in examples), f"no example has this code:\n{block}"


@pytest.mark.parametrize("example", sorted(path.parent for path in (ROOT / "Examples").glob("*/Package.swift")), ids=str)
def test_each_example_has_a_short_page(example):
    if example.name == "OwnPackage":
        pytest.skip("it is for the tests and the benchmark, and not to be copied")
    lines = (example / "README.md").read_text().split("\n")
    assert len(lines) <= 60
    for name in re.findall(r"^\| `([\w.]+)` \|", "\n".join(lines), flags=re.M):
        assert list(example.rglob(name)), f"{example.name} has no {name}"


def test_the_container_has_what_setup_looks_for():
    setup = (ROOT / "Scripts/setup.sh").read_text()
    wanted = set(re.findall(r"\b(?:header|tool) ([a-z][\w.+-]+) ", setup))
    wanted |= set(re.findall(r"missing\+=\(([a-z][\w.+-]+)\)", setup))
    wanted |= set(re.search(r"for server in ([\w ]+);", setup)[1].split())
    assert len(wanted) > 15
    words = set((ROOT / "Dockerfile").read_text().split())
    assert sorted(wanted - words) == []
