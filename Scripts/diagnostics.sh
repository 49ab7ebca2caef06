#!/usr/bin/env bash
# Tests the compiler's errors for authors: compiles each file in Tests/Diagnostics against the modules of the last build.
# A line `// error: <text>` names an error that must be there; a file without one must compile.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The C modules that the Swift modules import.
maps=()
for map in .build/debug/*.build/module.modulemap .build/checkouts/*/Sources/*/include/module.modulemap \
  .build/checkouts/*/Sources/*/module.modulemap; do
  [ -f "$map" ] && maps+=(-Xcc "-fmodule-map-file=$map")
done

failed=0
for file in Tests/Diagnostics/*.swift; do
  status=0
  swiftc -typecheck -parse-as-library -swift-version 6 -I .build/debug/Modules "${maps[@]}" \
    -module-cache-path "$folder/cache" "$file" > "$folder/output" 2>&1 || status=$?
  expected=$(sed -n 's|^ *// error: ||p' "$file")
  if [ -z "$expected" ] && [ $status -ne 0 ]; then
    echo "$file does not compile:"; cat "$folder/output"; failed=1
  fi
  while IFS= read -r text; do
    if [ -n "$text" ] && ! grep -qF "error: $text" "$folder/output"; then
      echo "$file: the compiler does not say \"$text\", but:"; grep 'error:' "$folder/output" || true; failed=1
    fi
  done <<< "$expected"
done
[ $failed = 0 ] && echo "The compiler says what it should of $(ls Tests/Diagnostics/*.swift | wc -l) files."
exit $failed
