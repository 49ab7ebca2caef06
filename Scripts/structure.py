#!/usr/bin/env python3
"""Prints the structure of the package, and checks it against the committed ceilings.

Without options: the graph of the targets (each target and the targets that it imports, from
Package.swift), the sizes of their files, and counts of what there should be little of. Cycles between
files are approximated from the text: a file depends on another if it names a type that only the other
one declares.

With --check, as `make lint` runs it, each count is compared with its ceiling in Scripts/structure.json.
A count above its ceiling is an error with its places and what to do; a count below asks for a lower
ceiling.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from structure_rules import ceilings
from structure_rules.rules import RULES
from structure_rules.survey import TargetSurvey, survey


def main() -> int:
    options = parse()
    root = options.root.resolve()
    if not (root / "Package.swift").exists():
        print(f"structure.py: there is no Package.swift in {root}", file=sys.stderr)
        return 64
    path = options.ceilings or root / "Scripts/structure.json"
    committed = ceilings.read(path)
    surveys = survey(root, committed["apps"])
    if options.update or options.accept:
        new = ceilings.lowered(surveys, committed["ceilings"], may_raise=options.accept)
        ceilings.write(path, committed["apps"], new)
        committed["ceilings"] = new
    regressions, gains = ceilings.compare(surveys, committed["ceilings"])
    if options.json:
        targets = {result.target.name: result.json() for result in surveys}
        print(json.dumps({"targets": targets, "regressions": regressions, "gains": gains}, indent=2))
    elif not (options.check or options.update or options.accept):
        report(surveys, options.places)
    if options.check or options.update:
        return verdict(regressions, gains, quiet=options.json)
    return 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent, metavar="FOLDER",
                        help="the package's folder; default: this one's")
    parser.add_argument("--ceilings", type=Path, metavar="FILE", help="default: Scripts/structure.json of the package")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument("--places", action="store_true", help="list the places of each count too")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="exit with 1 if a count is above its ceiling")
    action.add_argument("--update", action="store_true", help="lower the ceilings to today's counts, and raise none")
    action.add_argument("--accept", action="store_true",
                        help="set all ceilings to today's counts, higher ones too: the commit says why")
    return parser.parse_args()


def report(surveys: list[TargetSurvey], with_places: bool) -> None:
    width = max(len(result.target.name) for result in surveys)
    print("TARGETS, each with those that it imports (the lowest first)")
    for result in surveys:
        print(f"  {result.target.name:{width}}  {', '.join(result.target.dependencies) or '-'}")
    print(f"\n{'FILES':{width + 2}}  {'files':>5} {'lines':>6} {'median':>6} {'largest':>7}")
    for result in surveys:
        print(f"  {result.target.name:{width}}  {result.files:5} {result.lines:6} {result.median:6} {result.largest:7}"
              f"  {result.largest_file}")
    print("\nCOUNTS (test targets: only long files and imports)")
    for rule in RULES:
        having = [(result.target.name, result.counts[rule.name]) for result in surveys if result.counts[rule.name]]
        counts = [count for _, count in having]
        total = max(counts, default=0) if rule.name == "largest_cycle" else sum(counts)
        print(f"  {rule.title:34} {total:5}  {', '.join(f'{name} {count}' for name, count in having)}")
        if with_places:
            for result in surveys:
                for place in result.places.get(rule.name, []):
                    print(f"      {result.target.name}: {place}")


def verdict(regressions: list[str], gains: list[str], quiet: bool) -> int:
    if not quiet:
        for text in regressions:
            print(text, file=sys.stderr)
        if regressions:
            print("structure.py: the structure got worse. Mend it, or say in the commit why it has to be so and run "
                  "Scripts/structure.py --accept", file=sys.stderr)
        if gains:
            print("Better than its ceiling: run Scripts/structure.py --update and commit Scripts/structure.json")
            for text in gains:
                print(f"  {text}")
        if not regressions and not gains:
            print("The structure is within its ceilings.")
    return 1 if regressions else 0


if __name__ == "__main__":
    sys.exit(main())
