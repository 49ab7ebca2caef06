#!/usr/bin/env bash
# Makes a package by `swiftlet init`, runs its tests, and reads the manifest of its bundle. It shares the scratch folder, as the
# examples do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
.build/debug/swiftlet init "$folder/greetings"
cp Package.resolved "$folder/greetings/Package.resolved"
swift test --package-path "$folder/greetings" --scratch-path .build
.build/debug/Greetings manifest | grep say_good_morning > /dev/null
# A worker starts in milliseconds since it loads none of these.
libraries=$(readelf -d .build/debug/Greetings)
if grep -E 'NEEDED.*lib(curl|curl-gnutls|pq|ssl|crypto|nghttp2|sqlite3)\.so' <<< "$libraries"; then
  echo 'The bundle links a library that is the host'"'"'s alone.' >&2
  exit 1
fi
