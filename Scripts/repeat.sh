#!/usr/bin/env bash
# Runs the stages of Swift tests repeatedly while other processes keep every core busy, and counts the failures.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat << 'HELP'
Scripts/repeat.sh [--rounds N] [--seconds S] [--burners N] [--no-build] [STAGE…]

Runs each stage of Swift tests N times (20) beside N busy processes (one per core), and prints each run's result, time and
failed tests. Begins no other round after S seconds. The exit code is 0 if every run passed.
Stages: tests, sender, databases, postgres; all of them by default.
HELP
}

rounds=20 seconds=86400 burners=$(nproc) builds=true stages=()
while [ $# -gt 0 ]; do
  case $1 in
    --rounds) rounds=${2:-} && shift ;;
    --seconds) seconds=${2:-} && shift ;;
    --burners) burners=${2:-} && shift ;;
    --no-build) builds=false ;;
    --help | -h) usage && exit 0 ;;
    tests | sender | databases | postgres) stages+=("$1") ;;
    *) usage >&2 && exit 64 ;;
  esac
  shift
done
if ! [[ $rounds =~ ^[1-9][0-9]*$ && $seconds =~ ^[1-9][0-9]*$ && $burners =~ ^(0|[1-9][0-9]*)$ ]]; then
  usage >&2
  exit 64
fi
[ ${#stages[@]} -gt 0 ] || stages=(tests sender databases postgres)
source Scripts/steps.sh
source Scripts/stages.sh

folder=$(postgres_folder) busy=()
end() {
  [ ${#busy[@]} -eq 0 ] || kill "${busy[@]}" 2> /dev/null
  Scripts/postgres.sh stop "$folder/postgres"
  rm -rf "$folder"
}
trap end EXIT
trap 'exit 130' INT TERM

if $builds; then swift build --build-tests || exit 1; fi
start_postgres "$folder/postgres" || exit 1
for ((number = 0; number < burners; number++)); do
  # A burner ends when this script does, also when the script is killed.
  while kill -0 $$ 2> /dev/null; do for _ in {1..200000}; do :; done; done &
  busy+=($!)
done
printf 'width %s, %s busy processes on %s cores\n' "$SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH" "$burners" "$(nproc)"

# The failed tests by name, without values, which differ from run to run.
failures() {
  sed -E 's/\x1b\[[0-9;]*m//g' "$1" | grep -E '^(✘|error:|.*Fatal error|.*signal code)' |
    grep -vE '^✘ (Suite|Test run)' | sed -E 's/ (recorded|failed|after|with) .*//; s/\(.*//' | sort -u
}

runs=0 failed=0 began=$SECONDS
for ((round = 1; round <= rounds; round++)); do
  for stage in "${stages[@]}"; do
    [ $((SECONDS - began)) -lt "$seconds" ] || break 2
    start=$SECONDS log=$folder/log
    swift_stage "$stage" > "$log" 2>&1
    code=$?
    runs=$((runs + 1))
    if [ $code -eq 0 ]; then
      printf '%s round %d %s: passed in %d s\n' "$(date +%T)" "$round" "$stage" $((SECONDS - start))
    else
      failed=$((failed + 1))
      cp "$log" "${SWIFTLET_REPEAT_LOGS:-/tmp}/swiftlet-$stage-$round.log"
      printf '%s round %d %s: FAILED in %d s, exit code %d; see %s\n' "$(date +%T)" "$round" "$stage" \
        $((SECONDS - start)) $code "${SWIFTLET_REPEAT_LOGS:-/tmp}/swiftlet-$stage-$round.log"
      failures "$log" | tee -a "$folder/failures"
    fi
  done
done

printf '\n%d of %d runs passed in %d s\n' $((runs - failed)) "$runs" $((SECONDS - began))
if [ $failed -gt 0 ]; then
  sort "$folder/failures" | uniq -c | sort -rn
  exit 1
fi
