#!/usr/bin/env bash
# What `swiftlet init` makes is built, its test run and its job, as its owner would. The scratch folder is shared, as for the examples.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
.build/debug/swiftlet init "$folder/greetings"
cp Package.resolved "$folder/greetings/Package.resolved"
swift test --package-path "$folder/greetings" --scratch-path .build
(cd "$folder/greetings" && "$OLDPWD/.build/debug/Greetings" jobs run say_good_morning)
