#!/usr/bin/env bash
# Makes a package by `swiftlet init`, builds it, and runs its tests and its job. It shares the scratch folder, as the examples do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
.build/debug/swiftlet init "$folder/greetings"
cp Package.resolved "$folder/greetings/Package.resolved"
swift test --package-path "$folder/greetings" --scratch-path .build
(cd "$folder/greetings" && "$OLDPWD/.build/debug/Greetings" jobs run say_good_morning)
