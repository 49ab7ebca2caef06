"""Scripts/structure.py on a small package that is made up: what it counts, what it refuses, and how ceilings move."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "Scripts/structure.py"

MANIFEST = """
// swift-tools-version: 6.2
import PackageDescription

let log = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
  name: "made-up",
  targets: [
    .target(name: "Ground", path: "Runtime/Ground"),
    .target(
      name: "Upper",
      dependencies: ["Ground", log, .product(name: "NIOCore", package: "swift-nio")], path: "Runtime/Upper",
      exclude: ["Notes"]),
    .executableTarget(name: "made-up-main", dependencies: ["Upper"], path: "Runtime/Main"),
    .testTarget(name: "GroundTests", dependencies: ["Ground"]),
  ]
)
"""

FILES = {
    "Runtime/Ground/Stone.swift": "struct Stone {}\n",
    "Runtime/Upper/Roof.swift": "import Ground\nimport Logging\nimport NIOCore\n\nstruct Roof { let stone: Stone }\n",
    "Runtime/Upper/Roof+Tiles.swift": "extension Roof { var tiles: Int { 3 } }\n",
    "Runtime/Main/main.swift": "import Upper\n",
    "Tests/GroundTests/StoneTests.swift": "import Ground\n",
}


@pytest.fixture
def package(tmp_path):
    """A package without a fault, as `write` leaves it, with a command that runs the script on it."""

    class Package:
        def write(self, path, text):
            file = tmp_path / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)

        def run(self, *options):
            command = [sys.executable, "-B", SCRIPT, "--root", tmp_path, *options]
            return subprocess.run(command, text=True, capture_output=True, timeout=60)

        def survey(self):
            result = self.run("--json")
            assert result.returncode == 0, result.stderr
            return json.loads(result.stdout)["targets"]

        def counts(self, target):
            return {name: count for name, count in self.survey()[target]["counts"].items() if count}

    made = Package()
    made.write("Package.swift", MANIFEST)
    for path, text in FILES.items():
        made.write(path, text)
    made.write("Scripts/structure.json", json.dumps({"apps": ["Teapot"], "ceilings": {}}))
    return made


def test_a_package_without_faults_passes(package):
    result = package.run("--check")
    assert (result.returncode, result.stderr) == (0, "")
    assert "within its ceilings" in result.stdout


def test_targets_and_sizes_are_those_of_the_manifest(package):
    survey = package.survey()
    assert list(survey) == ["Ground", "Upper", "made-up-main", "GroundTests"]
    upper = survey["Upper"]
    assert (upper["imports"], sorted(upper["products"])) == (["Ground"], ["Logging", "NIOCore"])
    assert (upper["files"], upper["lines"], upper["largest_file"]) == (2, 6, "Runtime/Upper/Roof.swift")
    assert survey["GroundTests"]["path"] == "Tests/GroundTests"


def test_excluded_folders_are_not_counted(package):
    package.write("Runtime/Upper/Notes/Draft.swift", "let number = try! read()\n")
    assert package.counts("Upper") == {}


def test_a_cycle_between_files_is_found(package):
    package.write("Runtime/Ground/Egg.swift", "struct Egg { let layer: Hen? }\n")
    package.write("Runtime/Ground/Hen.swift", "final class Hen { let feather = Feather() }\n")
    package.write("Runtime/Ground/Feather.swift", "struct Feather { func drop() -> Egg? { nil } }\n")
    assert package.counts("Ground") == {"files_in_cycles": 3, "largest_cycle": 3}
    assert package.survey()["Ground"]["places"]["files_in_cycles"] == ["Egg.swift, Feather.swift, Hen.swift"]


def test_names_in_comments_and_texts_make_no_cycle(package):
    package.write("Runtime/Ground/Egg.swift", '/// Of a Hen. /* Hen */\nstruct Egg { let text = "Hen" }\n')
    package.write("Runtime/Ground/Hen.swift", "struct Hen { let egg: Egg }\n")
    assert package.counts("Ground") == {}


def test_a_name_in_an_interpolation_counts(package):
    package.write("Runtime/Ground/Egg.swift", 'struct Egg { let text = "of \\(Hen.name(")"))" }\n')
    package.write("Runtime/Ground/Hen.swift", "struct Hen { let egg: Egg }\n")
    assert package.counts("Ground")["files_in_cycles"] == 2


def test_private_types_of_the_same_name_are_no_dependency(package):
    package.write("Runtime/Ground/Egg.swift", "struct Egg { let shell = Shell() }\nprivate struct Shell {}\n")
    package.write("Runtime/Ground/Shell.swift", "struct Shell { let egg: Egg? }\n")
    assert "files_in_cycles" not in package.counts("Ground")


def test_an_upward_import_is_found(package):
    package.write("Runtime/Ground/Stone.swift", "struct Stone {}\n@testable import Upper\n")
    result = package.run("--check")
    assert result.returncode == 1
    assert "Runtime/Ground/Stone.swift:2: Ground imports Upper, which is above it" in result.stderr
    assert "To do:" in result.stderr


def test_an_upward_dependency_in_the_manifest_is_found(package):
    depending = MANIFEST.replace('(name: "Ground", path', '(name: "Ground", dependencies: ["Upper"], path')
    package.write("Package.swift", depending)
    assert package.counts("Ground") == {"unused_dependencies": 1, "upward_imports": 1}


def test_a_dependency_that_no_file_imports_is_found(package):
    package.write("Runtime/Main/main.swift", "// import Upper\n")
    assert package.counts("made-up-main") == {"unused_dependencies": 1}
    result = package.run("--check")
    assert result.returncode == 1
    assert "Package.swift: made-up-main does not import Upper" in result.stderr


def test_a_product_that_no_file_imports_is_found(package):
    package.write("Runtime/Upper/Roof.swift", "import Ground\nimport NIOCore\n\nstruct Roof { let stone: Stone }\n")
    assert package.counts("Upper") == {"unused_dependencies": 1}


def test_a_product_that_is_not_declared_is_found(package):
    package.write("Tests/GroundTests/StoneTests.swift", "import Ground\nimport Logging\n")
    assert package.counts("GroundTests") == {"undeclared_products": 1}


def test_an_import_that_is_not_declared_is_found(package):
    package.write("Runtime/Main/main.swift", "import Upper\nimport Ground\n")
    assert package.counts("made-up-main") == {"upward_imports": 1}


@pytest.mark.parametrize(
    ("code", "is_unowned"),
    [
        ("func run() {\n  Task { await work() }\n}", True),
        ("func run() {\n  _ = Task.detached(priority: .low) { await work() }\n}", True),
        ("func run() { defer { Task { await work() } } }", True),
        ("func run() {\n  let task = Task { await work() }\n  task.cancel()\n}", False),
        ("func run() async {\n  await Task.detached { work() }.value\n}", False),
        ("func run() {\n  state.task = Task<Void, Never>(executorPreference: loop) { await work() }\n}", False),
    ],
)
def test_tasks_are_counted_and_those_without_an_owner_told_apart(package, code, is_unowned):
    package.write("Runtime/Ground/Run.swift", code + "\n")
    counts = package.counts("Ground")
    assert counts.pop("tasks") == 1
    assert counts == ({"unowned_tasks": 1} if is_unowned else {})


def test_sleeping_and_cancellation_are_no_tasks(package):
    sleeping = "func run() async throws {\n  try await Task.sleep(for: .seconds(1))\n}\n"
    package.write("Runtime/Ground/Run.swift", sleeping)
    assert package.counts("Ground") == {}


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("let run = first!", "force_unwraps"),
        ("let run = list[0]!.count", "force_unwraps"),
        ("let run = value as! Int", "force_unwraps"),
        ("let run = try! read()", "force_tries"),
        ('func run() { fatalError("no") }', "fatal_errors"),
        ("let run = unsafe pointer.pointee", "unsafe"),
        ("let run = sum(unsafe pointer[0])", "unsafe"),
        ("final class Run: @unchecked Sendable {}", "unchecked_sendable"),
        ("nonisolated(unsafe) var run = 3", "nonisolated_unsafe"),
        ("struct Walk {}", "misnamed_files"),
        ("struct Run {}\n" + "// A line.\n" * 300, "long_files"),
        ("/// A teapot's.\nstruct Run {}", "app_names"),
        ("package import Foundation\nstruct Run {}", "whole_foundation"),
        ("import struct Foundation.UUID\nstruct Run {}", "whole_foundation"),
    ],
)
def test_each_rule_finds_its_fault(package, code, rule):
    package.write("Runtime/Ground/Run.swift", code + "\n")
    assert package.counts("Ground") == {rule: 1}


@pytest.mark.parametrize(
    "code",
    [
        "let run = first != second",
        "let run = !isOver",
        "import FoundationEssentials\nstruct Run {}",
        '// first! and try! and fatalError()\nlet run = "first! try! \\"unsafe x\\""',
        'let run = #"a "first!" b"#',
        'let run = """\n  first! of "all"\n  """',
        "struct Run {}\n/* one /* try! */ fatalError */",
    ],
)
def test_what_looks_like_a_fault_is_none(package, code):
    package.write("Runtime/Ground/Run.swift", code + "\n")
    assert package.counts("Ground") == {}


def test_a_count_above_its_ceiling_fails_and_below_asks_for_update(package):
    package.write("Runtime/Ground/Run.swift", "let run = first! + second!\n")
    assert package.run("--check").returncode == 1
    assert package.run("--accept").returncode == 0
    assert package.run("--check").returncode == 0

    package.write("Runtime/Ground/Run.swift", "let run = first!\n")
    result = package.run("--check")
    assert result.returncode == 0
    assert "--update" in result.stdout and "Ground: 1 force unwraps, the ceiling is 2" in result.stdout

    assert package.run("--update").returncode == 0
    package.write("Runtime/Ground/Run.swift", "let run = first! + second!\n")
    result = package.run("--check")
    assert result.returncode == 1
    assert "Ground: 2 force unwraps, the ceiling is 1\n  Runtime/Ground/Run.swift:1" in result.stderr


def test_update_raises_no_ceiling(package):
    package.write("Runtime/Ground/Run.swift", "let run = first!\n")
    assert package.run("--update").returncode == 1
    assert package.run("--check").returncode == 1


def test_a_folder_without_a_package_is_refused(tmp_path):
    command = [sys.executable, "-B", SCRIPT, "--root", tmp_path]
    result = subprocess.run(command, text=True, capture_output=True, timeout=60)
    assert result.returncode == 64
    assert "no Package.swift" in result.stderr
