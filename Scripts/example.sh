#!/usr/bin/env bash
# Builds the package in a folder, and runs its tests if it has any:
#   Scripts/example.sh Examples/Notes
#   Scripts/example.sh Examples/OwnPackage release     builds it for release, without tests
# It shares this package's scratch folder and pins, so that compiled modules are used again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$1
build=(swift build)
if [ "${2:-debug}" = release ]; then
  build=(Scripts/release.sh)
elif [ -d "$folder/Tests" ]; then
  build=(swift test)
fi
# An incremental build of a package that depends on another by path may keep objects of an older layout.
find "$folder" -name '*.swift' -not -path '*/.build/*' -exec touch {} +
cp Package.resolved "$folder/Package.resolved"
"${build[@]}" --package-path "$folder" --scratch-path .build
