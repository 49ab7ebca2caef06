#!/usr/bin/env bash
# Builds the package in one folder, as its owner would: Scripts/example.sh Examples/OwnPackage [release].
# It shares this package's scratch folder and pins, so what is compiled already is not compiled again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$1
build=(swift build)
if [ "${2:-debug}" = release ]; then build=(Scripts/release.sh); fi
# An incremental build of a package that depends on another by path may keep objects of an older layout.
find "$folder" -name '*.swift' -not -path '*/.build/*' -exec touch {} +
cp Package.resolved "$folder/Package.resolved"
"${build[@]}" --package-path "$folder" --scratch-path .build
