"""The targets of a Package.swift, read from its text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

KINDS = {"target": "library", "executableTarget": "executable", "testTarget": "test"}
DEFAULT_FOLDERS = {"library": "Sources", "executable": "Sources", "test": "Tests"}


@dataclass
class Target:
    """One target: where its files are, and which targets of the same package it declares that it imports."""

    name: str
    kind: str
    path: str
    dependencies: list[str] = field(default_factory=list)
    products: list[str] = field(default_factory=list)
    excluded: list[str] = field(default_factory=list)

    @property
    def module(self) -> str:
        return self.name.replace("-", "_")

    def files(self, root: Path, *suffixes: str) -> list[Path]:
        """The target's files with these suffixes, without those that the manifest excludes."""
        folder = root / self.path
        excluded = [folder / name for name in self.excluded]
        return sorted(
            file
            for file in folder.rglob("*")
            if file.suffix in suffixes
            and file.is_file()
            and ".build" not in file.parts
            and not any(file == entry or entry in file.parents for entry in excluded)
        )


def read_manifest(root: Path) -> list[Target]:
    """The targets in the order of the manifest, which is the order of the layers: the lowest first."""
    text = _without_comments((root / "Package.swift").read_text())
    constants = dict(re.findall(r"let (\w+) = Target\.Dependency\.product\(name: \"([^\"]+)\"", text))
    body = text[text.find("targets: [\n") :]
    found = []
    for match in re.finditer(r"\.(target|executableTarget|testTarget)\(", body):
        found.append(_target(KINDS[match[1]], _enclosed(body, match.end() - 1, "()"), constants))
    names = {target.name for target in found}
    for target in found:
        target.products = [name for name in target.dependencies if name not in names]
        target.dependencies = [name for name in target.dependencies if name in names]
    return found


def _target(kind: str, text: str, constants: dict[str, str]) -> Target:
    name = _first(text, r'name:\s*"([^"]+)"') or ""
    listed = _list(text, "dependencies")
    dependencies = re.findall(r'\.product\(\s*name:\s*"([^"]+)"', listed)
    listed = re.sub(r"\.product\([^)]*\)", "", listed)
    dependencies += re.findall(r'"([^"]+)"', listed)
    dependencies += [constants[word] for word in re.findall(r"\b\w+\b", listed) if word in constants]
    path = _first(text, r'\bpath:\s*"([^"]+)"') or f"{DEFAULT_FOLDERS[kind]}/{name}"
    return Target(
        name=name,
        # A program below Tests, such as a fuzzer, is a test.
        kind="test" if path.startswith("Tests/") else kind,
        path=path,
        dependencies=dependencies,
        excluded=re.findall(r'"([^"]+)"', _list(text, "exclude")),
    )


def _first(text: str, pattern: str) -> str | None:
    match = re.search(pattern, text)
    return match[1] if match else None


def _list(text: str, label: str) -> str:
    match = re.search(rf"\b{label}:\s*\[", text)
    return _enclosed(text, match.end() - 1, "[]") if match else ""


def _enclosed(text: str, start: int, pair: str) -> str:
    """The text from the bracket at `start` to the one that closes it."""
    depth = 0
    for index in range(start, len(text)):
        if text[index] == pair[0]:
            depth += 1
        elif text[index] == pair[1]:
            depth -= 1
            if depth == 0:
                return text[start : index + 1]
    return text[start:]


def _without_comments(text: str) -> str:
    return re.sub(r"(?m)^\s*//.*$", "", text)
