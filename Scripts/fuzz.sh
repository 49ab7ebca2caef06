#!/usr/bin/env bash
# Runs libFuzzer on what reads input from outside, for 60 s each by default: Scripts/fuzz.sh [SECONDS [json|http|channel]…]
# Inputs that reach new code are kept in .build-fuzz/corpus, which begins with Tests/Fuzzers/Corpus. An input that breaks a rule
# ends the run; it is in .build-fuzz, and its name is printed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

source Scripts/steps.sh

seconds=${1:-60}
fuzzers=("${@:2}")
[ ${#fuzzers[@]} -gt 0 ] || fuzzers=(json http channel)
# libFuzzer would run for ever with 0.
if ! [[ $seconds =~ ^[1-9][0-9]*$ ]]; then
  echo "Scripts/fuzz.sh [SECONDS [json|http|channel]…]: SECONDS is a positive number, not '$seconds'" >&2
  exit 64
fi
export SWIFTLET_FUZZERS=1
for fuzzer in "${fuzzers[@]}"; do
  swift build --disable-index-store --sanitize fuzzer --scratch-path .build-fuzz --product "fuzz-$fuzzer"
done
for fuzzer in "${fuzzers[@]}"; do
  corpus=.build-fuzz/corpus/$fuzzer
  mkdir -p "$corpus"
  log=.build-fuzz/$fuzzer.log
  printf '\nFuzzing %s for %s s\n' "$fuzzer" "$seconds"
  if ! .build-fuzz/debug/fuzz-"$fuzzer" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
    -artifact_prefix=".build-fuzz/$fuzzer-" -print_final_stats=1 -dict="Tests/Fuzzers/$fuzzer.dict" \
    "$corpus" "Tests/Fuzzers/Corpus/$fuzzer" > "$log" 2>&1; then
    grep -aE 'Fatal error|Precondition|SUMMARY|Test unit written' "$log" || tail -40 "$log"
    printf 'See %s; run .build-fuzz/debug/fuzz-%s with that file to see it again.\n' "$log" "$fuzzer" >&2
    exit 1
  fi
  printf '%s inputs, %s; no finding\n' \
    "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" "$(grep -aoE 'cov: [0-9]+ ft: [0-9]+ corp: [0-9]+' "$log" | tail -1)"
done
