#!/usr/bin/env bash
# Builds the package in a folder, and runs its tests if it has any:
#   Scripts/example.sh Examples/Notes
#   Scripts/example.sh Examples/OwnPackage release     builds it for release, without tests
# It shares this package's scratch folder and pins, so that compiled modules are used again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=${1:-} configuration=${2:-debug}
if [ $# -gt 2 ] || ! [ -f "$folder/Package.swift" ] || ! [[ $configuration =~ ^(debug|release)$ ]]; then
  echo "Scripts/example.sh FOLDER [release]: FOLDER has a Package.swift, as Examples/Notes has" >&2
  exit 64
fi
if [ ! -e Package.resolved ]; then
  echo "example.sh: there is no Package.resolved: run 'swift package resolve' first" >&2
  exit 1
fi
build=(swift build)
if [ "$configuration" = release ]; then
  build=(Scripts/release.sh)
elif [ -d "$folder/Tests" ]; then
  build=(swift test)
fi
# An incremental build of a package that depends on another by path may keep objects of an older layout.
find "$folder" -name '*.swift' -not -path '*/.build/*' -exec touch {} +
cp Package.resolved "$folder/Package.resolved"
"${build[@]}" --package-path "$folder" --scratch-path .build
