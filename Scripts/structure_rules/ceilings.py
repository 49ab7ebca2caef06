"""The committed ceilings: the highest allowed value of each count, for each target."""

from __future__ import annotations

import json
from pathlib import Path

from .rules import BY_NAME, RULES
from .survey import TargetSurvey

NOTE = "Ceilings of Scripts/structure.py: lower them with --update; a count that is not here may not be above 0."


def read(path: Path) -> dict:
    """The file's `apps` and `ceilings`; both empty if there is no file."""
    if not path.exists():
        return {"apps": [], "ceilings": {}}
    return json.loads(path.read_text())


# The places of a count that a message shows.
SHOWN = 20


def write(path: Path, apps: list[str], ceilings: dict[str, dict[str, int]]) -> None:
    text = json.dumps({"note": NOTE, "apps": apps, "ceilings": ceilings}, indent=2, ensure_ascii=False)
    path.write_text(text + "\n")


def compare(surveys: list[TargetSurvey], ceilings: dict[str, dict[str, int]]) -> tuple[list[str], list[str]]:
    """The counts above their ceilings, with the places and the remedy, and the counts below."""
    regressions, gains = [], []
    for result in surveys:
        allowed = ceilings.get(result.target.name, {})
        for rule in RULES:
            count, ceiling = result.counts[rule.name], allowed.get(rule.name, 0)
            if count > ceiling:
                lines = [f"{result.target.name}: {count} {rule.title}, the ceiling is {ceiling}"]
                places = result.places.get(rule.name, [])
                lines += [f"  {place}" for place in places[:SHOWN]]
                if len(places) > SHOWN:
                    lines.append(f"  and {len(places) - SHOWN} more")
                lines.append(f"  To do: {rule.advice}")
                regressions.append("\n".join(lines))
            elif count < ceiling:
                gains.append(f"{result.target.name}: {count} {rule.title}, the ceiling is {ceiling}")
    known = {result.target.name for result in surveys}
    gains += [f"{name}: no such target any more" for name in ceilings if name not in known]
    return regressions, gains


def lowered(
    surveys: list[TargetSurvey], ceilings: dict[str, dict[str, int]], may_raise: bool
) -> dict[str, dict[str, int]]:
    """The ceilings at today's counts. Without `may_raise` none of them gets higher."""
    result: dict[str, dict[str, int]] = {}
    for entry in surveys:
        allowed = ceilings.get(entry.target.name, {})
        counts = {
            name: count if may_raise else min(count, allowed.get(name, 0))
            for name, count in entry.counts.items()
            if name in BY_NAME
        }
        if counts := {name: count for name, count in counts.items() if count > 0}:
            result[entry.target.name] = counts
    return result
