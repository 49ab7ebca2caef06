#!/usr/bin/env bash
# Runs libFuzzer on the parsers of what comes from outside: Scripts/fuzz.sh [SECONDS [json|http]…]
# Inputs that reach new code are kept in .build-fuzz/corpus, which begins with Tests/Fuzzers/Corpus. An input that breaks a rule
# ends the run; it is in .build-fuzz, and its name is printed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=${1:-60}
fuzzers=("${@:2}")
[ ${#fuzzers[@]} -gt 0 ] || fuzzers=(json http)
export SWIFTLET_FUZZERS=1
for fuzzer in "${fuzzers[@]}"; do
  swift build --sanitize fuzzer --scratch-path .build-fuzz --product "fuzz-$fuzzer"
done
for fuzzer in "${fuzzers[@]}"; do
  corpus=.build-fuzz/corpus/$fuzzer
  mkdir -p "$corpus"
  printf '\nFuzzing %s for %s s\n' "$fuzzer" "$seconds"
  .build-fuzz/debug/fuzz-"$fuzzer" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
    -artifact_prefix=".build-fuzz/$fuzzer-" -print_final_stats=1 -dict="Tests/Fuzzers/$fuzzer.dict" \
    "$corpus" "Tests/Fuzzers/Corpus/$fuzzer" 2>&1 | grep -vE '^#[0-9]+[[:space:]]+(NEW|REDUCE|pulse|RELOAD)'
done
