#!/usr/bin/env bash
# Everything `make test` promises, in order; the first failure ends it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/steps.sh

step 'setting up' Scripts/setup.sh --test
step 'checking the format' make --no-print-directory lint
step 'building' swift build --build-tests
step 'testing' swift test --skip-build
for example in Examples/*/; do
  step "building $example" Scripts/example.sh "$example"
done
step 'building what init makes' Scripts/template.sh
export SWIFTLET_BINARY=$PWD/.build/debug/swiftlet
export SWIFTLET_EXAMPLE_BINARY=$PWD/.build/debug/own-package
export PYTHONDONTWRITEBYTECODE=1
step 'testing with real clients' .build-venv/bin/pytest --maxfail 10 Tests/Clients
