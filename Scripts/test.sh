#!/usr/bin/env bash
# All steps of `make test`, in order; the first failure ends it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/steps.sh
source Scripts/stages.sh

# The folder of the tests' Postgres server, which is stopped and removed when this script ends.
folder=$(mktemp -d)
trap 'Scripts/postgres.sh stop "$folder/postgres"; rm -rf "$folder"' EXIT
step 'setting up' Scripts/setup.sh --test
step 'checking the format' make --no-print-directory lint
export PYTHONDONTWRITEBYTECODE=1
step 'testing the scripts' .build-venv/bin/pytest Tests/Scripts
step 'building' swift build --build-tests
step 'compiling mistakes' Scripts/diagnostics.sh
step 'making the documentation' Scripts/documentation.sh --check
step 'starting Postgres' start_postgres "$folder/postgres"
step 'testing' swift_stage tests
step 'testing the sender' swift_stage sender
step 'testing the databases' swift_stage databases
step 'testing on Postgres' swift_stage postgres
for example in Examples/*/; do
  step "building and testing $example" Scripts/example.sh "$example"
done
step 'building what init makes' Scripts/template.sh
export SWIFTLET_BINARY=$PWD/.build/debug/swiftlet-inline
export SWIFTLET_EXAMPLE_BINARY=$PWD/.build/debug/own-package
# The parsers are built once more, with the coverage counters that libFuzzer needs.
step 'fuzzing the parsers' Scripts/fuzz.sh 30
# Only the sender is built for the address sanitizer; its simulator is that of the build above.
step 'building the sender for the address sanitizer' \
  swift build --sanitize address --scratch-path .build-asan --product push-soak
# A small quarantine of freed memory, so that growth of the sender's memory shows.
step 'sending and reconnecting under the address sanitizer' \
  env LSAN_OPTIONS=suppressions=Scripts/leaks.txt:print_suppressions=0 \
  ASAN_OPTIONS=quarantine_size_mb=2:thread_local_quarantine_size_kb=64 \
  .build-asan/debug/push-soak .build/debug/swiftlet 5000 100
step 'testing with real clients' .build-venv/bin/pytest --maxfail 10 Tests/Clients
