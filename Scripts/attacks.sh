#!/usr/bin/env bash
# Measures a host under attacks: a normal client's calls and the host's memory, one row for each attack.
#   Scripts/attacks.sh                      every attack for five seconds
#   Scripts/attacks.sh 20 'slow heads' …    these for twenty
# The machine should be idle otherwise. The exit code is 1 if a p99 is over its bound.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/steps.sh

step 'setting up' Scripts/setup.sh --test
step 'building the host' Scripts/release.sh --product swiftlet-inline
step 'building the bundle of bad functions' Scripts/release.sh --product bad-functions
step 'building the example' Scripts/example.sh Examples/OwnPackage release
export SWIFTLET_BINARY=$PWD/.build/release/swiftlet-inline
export SWIFTLET_EXAMPLE_BINARY=$PWD/.build/release/own-package
export SWIFTLET_BAD_BUNDLE=$PWD/.build/release/bad-functions
export PYTHONDONTWRITEBYTECODE=1
.build-venv/bin/python Tests/Clients/attack_table.py "$@"
