"""The generated client: it is compiled under the package's flags, together with a program that calls all of its methods."""

import json
import pathlib
import re
import subprocess

from database import ROOT
from host import PATIENCE

FLOW = pathlib.Path(__file__).with_name("Flow.swift")
METHOD = re.compile(r"/// `(\w+) (\S+)`, for .*\n(?:  ///.*\n)*  public func (`?\w+`?)\((.*)\) async throws")
VALUES = {"uuid": "7c0f2f3e-6d8a-4c1b-9a55-0b7f6f2b1d10", "date-time": "2026-03-01T12:00:00Z", "uri": "https://example.com/",
          "byte": "AA=="}


def sample(schema: dict, document: dict):
    """A value of a schema, with the required members of objects."""
    if "$ref" in schema:
        return sample(document["components"]["schemas"][schema["$ref"].split("/")[-1]], document)
    if "anyOf" in schema:
        return sample(schema["anyOf"][0], document)
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    match kind[0] if isinstance(kind, list) else kind:
        case "boolean":
            return True
        case "integer" | "number":
            return 1
        case "string":
            return VALUES.get(schema.get("format"), "a")
        case "array":
            return [sample(schema["items"], document)]
        case "object":
            required = schema.get("required", [])
            return {key: sample(value, document) for key, value in schema.get("properties", {}).items() if key in required}
    return {}


def calls(source: str, document: dict) -> tuple[dict[str, dict], str]:
    """The operations by the names of the client's methods, and a program that calls each in this order."""
    operations, lines = {}, []
    # Functions do not store a user who has deleted the account: that comes last.
    for method, path, name, arguments in sorted(METHOD.findall(source), key=lambda found: found[1].endswith("/delete_account")):
        operation = document["paths"][path][method.lower()]
        parts = []
        for argument in filter(None, arguments.split(", ")):
            label, kind = argument.removeprefix("_ ").split(": ", 1)
            if "=" in kind:
                continue
            if not argument.startswith("_ "):
                parameter = next(each for each in operation["parameters"] if each["name"] == label)
                parts.append(f"{label}: try input({kind}.self, {literal(sample(parameter['schema'], document))})")
            elif kind == "Data":
                parts.append('Data("{}".utf8)')
            else:
                schema = operation["requestBody"]["content"]["application/json"]["schema"]
                kind = re.sub(r"(?<![\w.])([A-Z]\w*)", lambda found: known(found[1]), kind)
                parts.append(f"try input({kind}.self, {literal(sample(schema, document))})")
        operations[name.strip("`")] = operation
        lines.append(f'    try await call("{name.strip("`")}") {{ try await client.{name}({", ".join(parts)}) }}')
    body = "\n".join(lines)
    return operations, (
        "import Foundation\n\nextension Flow {\n  static func callEverything(_ client: SwiftletClient) async throws {\n"
        f"{body}\n  }}\n}}\n")


def known(name: str) -> str:
    """A type as code outside of the client names it."""
    plain = {"String", "Int", "Double", "Bool", "UUID", "Date", "URL", "Data"}
    return name if name in plain else f"SwiftletClient.{name}"


def literal(value) -> str:
    return f'##"{json.dumps(value)}"##'


def needs_input(operation: dict, document: dict) -> bool:
    """Whether an operation has to be given something, such as an id."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    is_parameter_required = any(each.get("required") for each in operation.get("parameters", []))
    return is_parameter_required or bool(sample(content.get("schema", {}), document))


def compiled(source: str, document: dict, folder: pathlib.Path) -> tuple[dict[str, dict], pathlib.Path]:
    """The operations by the names of the client's methods, and the program of `Flow.swift`."""
    manifest = (ROOT / "Package.swift").read_text()
    features = re.findall(r'enableUpcomingFeature\("(\w+)"\)', manifest)
    assert features and ".strictMemorySafety()" in manifest and ".treatAllWarnings(as: .error)" in manifest
    operations, program = calls(source, document)
    (folder / "SwiftletClient.swift").write_text(source)
    (folder / "Calls.swift").write_text(program)
    flags = [flag for feature in features for flag in ("-enable-upcoming-feature", feature)]
    command = [
        "swiftc", "-swift-version", "6", "-warnings-as-errors", "-strict-memory-safety", *flags, "-parse-as-library",
        "-module-name", "Flow", "-o", str(folder / "flow"), str(folder / "SwiftletClient.swift"), str(folder / "Calls.swift"),
        str(FLOW),
    ]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=3 * PATIENCE)
    assert ran.returncode == 0, ran.stderr[-6000:]
    return operations, folder / "flow"
