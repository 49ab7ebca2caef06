#!/usr/bin/env bash
# Everything `make test` promises, in order; the first failure ends it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/steps.sh
source Scripts/stages.sh

# A Postgres server of the tests' own. It goes with them, however they end.
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
export SWIFTLET_BINARY=$PWD/.build/debug/swiftlet
export SWIFTLET_EXAMPLE_BINARY=$PWD/.build/debug/own-package
# The parsers of what comes from outside are built once more, with the counters that lead the fuzzer.
step 'fuzzing the parsers' Scripts/fuzz.sh 30
# The sender's own code alone is built for it: the simulator that it sends to is the one of the build above.
step 'building the sender for the address sanitizer' \
  swift build --sanitize address --scratch-path .build-asan --product push-soak
# With little memory kept back to find what is used after it was freed, growth can be told.
step 'sending and reconnecting under the address sanitizer' \
  env LSAN_OPTIONS=suppressions=Scripts/leaks.txt:print_suppressions=0 \
  ASAN_OPTIONS=quarantine_size_mb=2:thread_local_quarantine_size_kb=64 \
  .build-asan/debug/push-soak .build/debug/swiftlet 5000 100
step 'testing with real clients' .build-venv/bin/pytest --maxfail 10 Tests/Clients
