"""The code of a Swift file without comments and text literals, and the types that it declares and uses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

DECLARATION = re.compile(
    r"(?P<private>\b(?:private|fileprivate)\s+(?:[\w@()]+\s+)*?)?"
    r"\b(?P<kind>struct|class|enum|actor|protocol|typealias|macro|precedencegroup)\s+(?P<name>[A-Z_a-z]\w*)"
)
EXTENSION = re.compile(r"\bextension\s+([\w.]+)")
GLOBAL = re.compile(r"(?m)^(?:@\w+(?:\([^)]*\))?\s+)*(?:public |package |internal |private |fileprivate |nonisolated )*"
                    r"(?:let|var|func)\s+(\w+)")
IMPORT = re.compile(
    r"(?m)^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public |package |internal |private |fileprivate )?"
    r"import\s+(?:struct |class |enum |protocol |func |var |let |typealias )?(\w+)"
)
WORD = re.compile(r"\b[A-Z]\w*\b")


@dataclass(frozen=True)
class Declaration:
    """A type that a file declares outside of all braces."""

    name: str
    is_private: bool


@dataclass
class SwiftFile:
    """One file of a target."""

    path: Path
    text: str

    @classmethod
    def read(cls, path: Path) -> SwiftFile:
        return cls(path, path.read_text())

    @property
    def lines(self) -> int:
        return self.text.count("\n")

    @cached_property
    def code(self) -> str:
        """The text with every comment and every text literal blanked, so that lines keep their numbers."""
        return blanked(self.text)

    @cached_property
    def outermost(self) -> str:
        """The code outside of all braces."""
        parts, depth = [], 0
        for character in self.code:
            if character == "}":
                depth -= 1
            parts.append(character if depth <= 0 or character == "\n" else " ")
            if character == "{":
                depth += 1
        return "".join(parts)

    @cached_property
    def declarations(self) -> list[Declaration]:
        return [Declaration(match["name"], bool(match["private"])) for match in DECLARATION.finditer(self.outermost)]

    @cached_property
    def extended(self) -> list[str]:
        return EXTENSION.findall(self.outermost)

    @cached_property
    def globals(self) -> list[str]:
        return GLOBAL.findall(self.outermost)

    @cached_property
    def imports(self) -> list[tuple[str, int]]:
        """The modules that the file imports, each with its line."""
        return [(match[1], self.line(match.start(1))) for match in IMPORT.finditer(self.code)]

    @cached_property
    def words(self) -> set[str]:
        """The words that may be names of types."""
        return set(WORD.findall(self.code))

    def line(self, position: int) -> int:
        return self.code.count("\n", 0, position) + 1

    def matches(self, pattern: re.Pattern[str]) -> list[int]:
        """The lines on which the code has the pattern."""
        return [self.line(match.start()) for match in pattern.finditer(self.code)]


def blanked(text: str) -> str:
    """Swift's text with comments and text literals replaced by spaces. The code of interpolations stays."""
    out: list[str] = []
    position = _code(text, 0, out, closing=None)
    out.append(text[position:])
    return "".join(out)


def _blank(text: str, out: list[str]) -> None:
    out.append(re.sub(r"[^\n]", " ", text))


def _code(text: str, position: int, out: list[str], closing: str | None) -> int:
    """Copies code until the parenthesis that closes an interpolation, or the end."""
    depth = 0
    while position < len(text):
        if text.startswith("//", position):
            end = text.find("\n", position)
            end = len(text) if end < 0 else end
            _blank(text[position:end], out)
            position = end
        elif text.startswith("/*", position):
            position = _comment(text, position, out)
        elif literal := re.match(r'(#*)("""|")', text[position : position + 12]):
            position = _literal(text, position, literal[1], literal[2], out)
        else:
            character = text[position]
            if closing and character == "(":
                depth += 1
            elif closing and character == ")":
                depth -= 1
                if depth == 0:
                    out.append(" ")
                    return position + 1
            out.append(" " if closing and depth == 1 and character == "(" else character)
            position += 1
    return position


def _comment(text: str, position: int, out: list[str]) -> int:
    """Blanks a comment in `/* */`, which may contain others."""
    depth, end = 0, position
    while end < len(text):
        if text.startswith("/*", end):
            depth, end = depth + 1, end + 2
        elif text.startswith("*/", end):
            depth, end = depth - 1, end + 2
            if depth == 0:
                break
        else:
            end += 1
    _blank(text[position:end], out)
    return end


def _literal(text: str, position: int, pounds: str, quote: str, out: list[str]) -> int:
    """Blanks a text literal, and keeps the code of its interpolations."""
    opening, ending, escape = pounds + quote, quote + pounds, "\\" + pounds
    start = position
    position += len(opening)
    while position < len(text):
        if text.startswith(ending, position):
            position += len(ending)
            break
        if text.startswith(escape + "(", position):
            _blank(text[start : position + len(escape)], out)
            position = start = _code(text, position + len(escape), out, closing=")")
        elif text.startswith(escape, position):
            position += len(escape) + 1
        elif len(quote) == 1 and text[position] == "\n":
            break
        else:
            position += 1
    _blank(text[start:position], out)
    return position
