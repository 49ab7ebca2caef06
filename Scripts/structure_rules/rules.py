"""The counts of each file, and the remedy when a count grows."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .source import SwiftFile

LONGEST_FILE = 300


@dataclass(frozen=True)
class Rule:
    """A count that should be low."""

    name: str
    title: str
    advice: str
    pattern: re.Pattern[str] | None = None


RULES = [
    Rule("unsafe", "unsafe", "keep unsafe code in one small file whose comment says what makes it sound",
         re.compile(r"(?<![.@\w])unsafe\s+(?=\S)")),
    Rule("unchecked_sendable", "@unchecked Sendable", "use a Mutex, an actor or a value type, or state the type's rule",
         re.compile(r"@unchecked\s+Sendable")),
    Rule("nonisolated_unsafe", "nonisolated(unsafe)", "use a Mutex, or a constant",
         re.compile(r"nonisolated\(unsafe\)")),
    Rule("tasks", "unstructured tasks",
         "use a task group or `async let`, or give the task an owner that awaits or cancels it",
         re.compile(r"\bTask(?:\.detached|\.immediate(?:Detached)?)?\s*(?:<[^>\n]*>)?\s*(?:\{|\([^)\n]*\)\s*\{)")),
    Rule("unowned_tasks", "unowned tasks", "keep the task in its owner, which awaits or cancels it",
         re.compile(r"(?:^|[{;])[ \t]*(?:_\s*=\s*)?Task(?:\.detached|\.immediate(?:Detached)?)?\s*(?:<[^>\n]*>)?\s*"
                    r"(?:\{|\([^)\n]*\)\s*\{)(?![^\n]*\}\.(?:value|cancel))", re.M)),
    Rule("force_unwraps", "force unwraps", "use `guard let`, `??` or a throwing initialiser",
         re.compile(r"(?<!\btry)(?<!\bas)(?<=[\w)\]}?])!(?![=\w])|\bas!\s")),
    Rule("force_tries", "try!", "throw the error, or handle it", re.compile(r"\btry!")),
    Rule("fatal_errors", "fatalError", "throw an error: input, configuration and the network never end the process",
         re.compile(r"\b(?:fatalError|preconditionFailure)\b")),
    Rule("long_files", f"files over {LONGEST_FILE} lines", "give each idea of the file a file of its own"),
    Rule("misnamed_files", "files without a type of their name",
         "name the file for its type, or Type+Capability.swift"),
    Rule("files_in_cycles", "files in cycles", "move what both files need into a third that knows neither"),
    Rule("largest_cycle", "files in the largest cycle", "move what both files need into a third that knows neither"),
    Rule("upward_imports", "imports that run upwards", "move what is needed down, or hand it in through a protocol"),
    Rule("undeclared_products", "imports of undeclared products",
         "declare them in Package.swift: they compile only while another target builds them first"),
    Rule("unused_dependencies", "dependencies that no file imports",
         "remove them from Package.swift: a target is compiled after all that it depends on"),
    Rule("whole_foundation", "imports of the whole Foundation",
         "import FoundationEssentials: the rest of Foundation links ICU, 43 MB of each program"),
    Rule("app_names", "names of apps in the runtime", "let the app hand the value in: the runtime serves every app"),
]
BY_NAME = {rule.name: rule for rule in RULES}


WHOLE_FOUNDATION = re.compile(r"^(?:package |public |internal )?import (?:struct |class )?Foundation\b(?!Essentials)", re.M)


def is_long(file: SwiftFile) -> bool:
    return file.lines > LONGEST_FILE


def is_misnamed(file: SwiftFile) -> bool:
    """Whether the file declares and extends no type of its name. `main.swift` is named by the language."""
    stem = file.path.stem
    if stem == "main":
        return False
    base, plus, _ = stem.partition("+")
    if plus and any(base in (name, name.rpartition(".")[2]) for name in file.extended):
        return False
    declared = {declaration.name.lower() for declaration in file.declarations}
    declared |= {name.lower() for name in file.globals}
    # A file that only re-exports modules may have any name.
    return bool(declared or file.extended) and base.lower() not in declared
