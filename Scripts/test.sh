#!/usr/bin/env bash
# All steps of `make test`, which passes the names of the apps' bundles as APPS. The first failure ends it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
: "${APPS:?run this script by make test}"
source Scripts/steps.sh
source Scripts/stages.sh

examples() {
  local example
  for example in Examples/*/; do
    step "building and testing $example" Scripts/example.sh "$example"
  done
  step 'building what init makes' Scripts/template.sh
}

instrumented_builds() {
  # The parsers are built once more, with the coverage counters that libFuzzer needs.
  step 'fuzzing the parsers' Scripts/fuzz.sh 30
  # Only the sender and the channel are built for the address sanitizer; the sender's simulator is that of the first build.
  step 'building the sender for the address sanitizer' \
    swift build --disable-index-store --sanitize address --scratch-path .build-asan --product push-soak
  # A small quarantine of freed memory, so that growth of the sender's memory shows. The sanitizer's own caches of each
  # thread grow by 5 MiB, or by 9 to 11 MiB beside busy cores; with 40,000 notifications by no more.
  step 'sending and reconnecting under the address sanitizer' \
    env LSAN_OPTIONS=suppressions=Scripts/leaks.txt:print_suppressions=0 \
    ASAN_OPTIONS=quarantine_size_mb=2:thread_local_quarantine_size_kb=64 \
    .build-asan/debug/push-soak .build/debug/swiftlet 5000 100 16
  step "building the workers' channel for the address sanitizer" \
    swift build --disable-index-store --sanitize address --scratch-path .build-asan --product channel-benchmark
  step 'exchanging messages under the address sanitizer' \
    env LSAN_OPTIONS=suppressions=Scripts/leaks.txt:print_suppressions=0 .build-asan/debug/channel-benchmark 1
}

# Runs tests of the clients. Those of a file on one engine run one after another, in one of three processes.
client_tests() {
  .build-venv/bin/pytest -q --tb=short -rfE --maxfail 10 --numprocesses 3 --dist loadgroup --no-loadscope-reorder "$@"
}

# Runs tests of the apps on a host that serves them as `make serve` does: by workers of five bundles.
bundle_tests() {
  local app bundles=
  for app in $APPS; do bundles+=${bundles:+:}$PWD/.build/debug/$app; done
  SWIFTLET_BINARY=$PWD/.build/debug/swiftlet SWIFTLET_TEST_BUNDLES=$bundles client_tests "$@"
}

# The folder of the tests' Postgres server, which is stopped and removed when this script ends.
folder=$(postgres_folder)
trap 'end_begun; Scripts/postgres.sh stop "$folder/postgres" || true; rm -rf "$folder"' EXIT
step 'setting up' Scripts/setup.sh --test
step 'checking the format' make --no-print-directory lint
export PYTHONDONTWRITEBYTECODE=1
step 'testing the scripts' .build-venv/bin/pytest -q --tb=short -rfE Tests/Scripts
step 'building' swift build --build-tests
step 'compiling mistakes' Scripts/diagnostics.sh
step 'making the documentation' Scripts/documentation.sh --check
step 'starting Postgres' start_postgres "$folder/postgres"
step 'testing' reported_stage tests
# These two stages wait for most of their time, in which the examples are built. The stage on Postgres computes, and runs alone.
begin examples examples
step 'testing the sender' reported_stage sender
step 'testing the databases' reported_stage databases
finish examples
step 'testing on Postgres' reported_stage postgres
step 'looking for tests that no stage ran' python3 -B Scripts/swift_report.py --skipped \
  .build/tests-{tests,sender,databases,postgres}.log
# The client tests wait for most of their time too.
begin 'instrumented builds' instrumented_builds
export SWIFTLET_BINARY=$PWD/.build/debug/swiftlet-inline
export SWIFTLET_EXAMPLE_BINARY=$PWD/.build/debug/own-package
step 'testing with real clients' client_tests Tests/Clients
step "testing the apps' bundles" bundle_tests Tests/Clients/test_{swivo,shvil_shares,delete_account,push_demo}.py \
  Tests/Clients/test_first_screens.py::test_standing_alone
finish 'instrumented builds'
