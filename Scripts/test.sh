#!/usr/bin/env bash
# Everything `make test` promises, in order; the first failure ends it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/steps.sh

# A Postgres server of the tests' own. It goes with them, however they end.
folder=$(mktemp -d)
trap 'Scripts/postgres.sh stop "$folder/postgres"; rm -rf "$folder"' EXIT
start_postgres() {
  SWIFTLET_TEST_POSTGRES=$(Scripts/postgres.sh start "$folder/postgres" --with-pid $$ -c max_connections=500)
  export SWIFTLET_TEST_POSTGRES
}

step 'setting up' Scripts/setup.sh --test
step 'checking the format' make --no-print-directory lint
step 'building' swift build --build-tests
step 'starting Postgres' start_postgres
step 'testing' swift test --skip-build
step 'testing on Postgres' env SWIFTLET_TEST_DATABASE=postgres \
  swift test --skip-build --filter '^(FunctionsTests|CronTests|JobsTests)\.'
for example in Examples/*/; do
  step "building $example" Scripts/example.sh "$example"
done
step 'building what init makes' Scripts/template.sh
export SWIFTLET_BINARY=$PWD/.build/debug/swiftlet
export SWIFTLET_EXAMPLE_BINARY=$PWD/.build/debug/own-package
export PYTHONDONTWRITEBYTECODE=1
step 'testing with real clients' .build-venv/bin/pytest --maxfail 10 Tests/Clients
