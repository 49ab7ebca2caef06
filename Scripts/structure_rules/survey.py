"""The survey of a package: the counts of each target."""

from __future__ import annotations

import re
import statistics
from dataclasses import dataclass, field
from pathlib import Path

from . import cycles as file_cycles
from .manifest import Target, read_manifest
from .rules import WHOLE_FOUNDATION, RULES, is_long, is_misnamed
from .source import SwiftFile


@dataclass
class TargetSurvey:
    """The size of one target, its counts, and their places."""

    target: Target
    files: int = 0
    lines: int = 0
    median: int = 0
    largest: int = 0
    largest_file: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    places: dict[str, list[str]] = field(default_factory=dict)

    def add(self, rule: str, place: str) -> None:
        self.counts[rule] = self.counts.get(rule, 0) + 1
        self.places.setdefault(rule, []).append(place)

    def json(self) -> dict:
        return {
            "kind": self.target.kind,
            "path": self.target.path,
            "imports": self.target.dependencies,
            "products": self.target.products,
            "files": self.files,
            "lines": self.lines,
            "median_lines": self.median,
            "largest_lines": self.largest,
            "largest_file": self.largest_file,
            "counts": self.counts,
            "places": self.places,
        }


def survey(root: Path, apps: list[str]) -> list[TargetSurvey]:
    """Surveys every target of the package in this folder, in the order of its manifest."""
    targets = read_manifest(root)
    order = {target.module: number for number, target in enumerate(targets)}
    by_module = {target.module: target for target in targets}
    products = {product for target in targets for product in target.products}
    return [_survey(root, target, order, by_module, products, apps) for target in targets]


def _survey(
    root: Path, target: Target, order: dict[str, int], by_module: dict[str, Target], products: set[str], apps: list[str]
) -> TargetSurvey:
    result = TargetSurvey(target, counts={rule.name: 0 for rule in RULES})
    swift = [SwiftFile(path.relative_to(root), path.read_text()) for path in target.files(root, ".swift")]
    other = [(path.relative_to(root), path.read_text()) for path in target.files(root, ".c", ".h")]
    sizes = [(file.lines, str(file.path)) for file in swift] + [(text.count("\n"), str(path)) for path, text in other]
    if sizes:
        result.files, result.lines = len(sizes), sum(lines for lines, _ in sizes)
        result.median = int(statistics.median(lines for lines, _ in sizes))
        result.largest, result.largest_file = max(sizes)
    for lines, path in sizes:
        if is_long(SwiftFile(Path(path), "\n" * lines)):
            result.add("long_files", f"{path}: {lines} lines")
    if target.kind != "test":
        _count(result, swift)
        _find_cycles(result, swift)
    _find_upward_imports(result, swift, order, by_module)
    _find_undeclared_products(result, swift, products)
    _find_unused_dependencies(result, swift)
    if target.path.startswith("Runtime"):
        for file in swift:
            for line in file.matches(WHOLE_FOUNDATION):
                result.add("whole_foundation", f"{file.path}:{line}")
    if target.path.startswith("Runtime") and apps:
        names = re.compile("|".join(map(re.escape, apps)), re.I)
        for path, text in [(file.path, file.text) for file in swift] + other:
            for number, line in enumerate(text.split("\n"), 1):
                for match in names.finditer(line):
                    result.add("app_names", f"{path}:{number}: {match[0]}")
            if names.search(path.name):
                result.add("app_names", f"{path}: its name")
    return result


def _count(result: TargetSurvey, files: list[SwiftFile]) -> None:
    for file in files:
        for rule in RULES:
            if rule.pattern:
                for line in file.matches(rule.pattern):
                    result.add(rule.name, f"{file.path}:{line}")
        if is_misnamed(file):
            result.add("misnamed_files", str(file.path))


def _find_cycles(result: TargetSurvey, files: list[SwiftFile]) -> None:
    components = file_cycles.cycles(file_cycles.dependencies(files))
    for component in components:
        names = [Path(path).relative_to(result.target.path).as_posix() for path in component]
        result.places.setdefault("files_in_cycles", []).append(", ".join(names))
    result.counts["files_in_cycles"] = sum(map(len, components))
    result.counts["largest_cycle"] = max(map(len, components), default=0)


def _find_upward_imports(
    result: TargetSurvey, files: list[SwiftFile], order: dict[str, int], by_module: dict[str, Target]
) -> None:
    """Imports of targets that the manifest lists further down, or that the target does not declare."""
    target = result.target
    for name in target.dependencies:
        if order[name.replace("-", "_")] > order[target.module]:
            result.add("upward_imports", f"Package.swift: {target.name} depends on {name}, which is listed after it")
    for file in files:
        for module, line in file.imports:
            if module not in by_module or module == target.module:
                continue
            if order[module] > order[target.module]:
                result.add("upward_imports", f"{file.path}:{line}: {target.name} imports {module}, which is above it")
            elif by_module[module].name not in target.dependencies:
                result.add("upward_imports", f"{file.path}:{line}: {target.name} imports {module} undeclared")


def _find_undeclared_products(result: TargetSurvey, files: list[SwiftFile], products: set[str]) -> None:
    """Imports of other packages' products that the manifest names for other targets alone."""
    target = result.target
    for file in files:
        for module, line in file.imports:
            if module in products and module not in target.products:
                result.add("undeclared_products", f"{file.path}:{line}: {target.name} imports {module} undeclared")


def _find_unused_dependencies(result: TargetSurvey, files: list[SwiftFile]) -> None:
    """Targets and products that the manifest names, and no Swift file imports. Those of C code are not looked at."""
    imported = {module for file in files for module, _ in file.imports}
    for name in result.target.dependencies + result.target.products if files else []:
        if name.replace("-", "_") not in imported:
            result.add("unused_dependencies", f"Package.swift: {result.target.name} does not import {name}")
