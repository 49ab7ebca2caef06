#!/usr/bin/env bash
# Sets up and builds for `make bench`, then measures. Options go to the measurement, as in `Scripts/bench.sh --only push` or
# `Scripts/bench.sh --json --seconds 2`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/steps.sh

step 'setting up' Scripts/setup.sh --bench
step 'building the host' Scripts/release.sh --product swiftlet
step 'building the apps in one program' Scripts/release.sh --product swiftlet-inline
step 'building the bundle of Swivo' Scripts/release.sh --product swivo
step 'building the bundle of the benchmark' Scripts/release.sh --product bench
step 'building the benchmark of the jobs' Scripts/release.sh --product jobs-benchmark
step 'building the benchmark of the pushes' Scripts/release.sh --product push-benchmark
step 'building the benchmark of the console' Scripts/release.sh --product console-benchmark
step 'building the example' Scripts/example.sh Examples/OwnPackage release
mkdir -p .build-bench
step 'building the bare loop of likes' gcc -O2 -Wall -Werror -o .build-bench/like_loop Benchmarks/like_loop.c -lsqlite3
step 'building the bare loop of answers' gcc -O2 -Wall -Werror -o .build-bench/answer_loop Benchmarks/answer_loop.c
for loop in perform socket_action; do
  step "building the C loop on curl_multi_$loop" \
    gcc -O2 -Wall -Wextra -Werror -o ".build-bench/push_$loop" "Benchmarks/push_$loop.c" -lcurl
done
export SWIFTLET_BINARY=$PWD/.build/release/swiftlet
export SWIFTLET_INLINE_BINARY=$PWD/.build/release/swiftlet-inline
export SWIFTLET_BUNDLES=$PWD/.build/release
export SWIFTLET_JOBS_BENCHMARK=$PWD/.build/release/jobs-benchmark
export SWIFTLET_PUSH_BENCHMARK=$PWD/.build/release/push-benchmark
export SWIFTLET_CONSOLE_BENCHMARK=$PWD/.build/release/console-benchmark
export SWIFTLET_EXAMPLE_BINARY=$PWD/.build/release/own-package
export PYTHONDONTWRITEBYTECODE=1
.build-venv/bin/python Benchmarks/bench.py "$@"
