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


PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "Documentation").glob("*.md"), ROOT / "Benchmarks/HISTORY.md"])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_lines_are_short_enough_to_read(page):
    # What Benchmarks/report.py writes stands between marks. Code, tables, pictures and addresses have the width that they need.
    written = re.sub(r"<!-- bench:\w+:begin -->.*?<!-- bench:\w+:end -->", "", page.read_text(), flags=re.S)
    written = re.sub(r"^```.*?^```", "", written, flags=re.M | re.S)
    lines = [line for line in written.split("\n") if not line.startswith(("|", "![")) and "](https:" not in line]
    assert [line for line in lines if len(line) > 120] == []


def headings(page: Path) -> list[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    titles = re.findall(r"^#+ (.+)$", text, flags=re.M)
    return [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_link_leads_to_a_file_and_a_heading(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{link}: there is no such file"
        assert not anchor or anchor in headings(target), f"{link}: {target.name} has no such heading"


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=lambda page: page.name)
def test_no_heading_is_there_twice(page):
    assert [anchor for anchor in set(headings(page)) if headings(page).count(anchor) > 1] == []


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
