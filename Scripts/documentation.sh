#!/usr/bin/env bash
# Makes the documentation of Edge, from the modules of the last debug build: .build/documentation/Edge.doccarchive.
#   Scripts/documentation.sh             writes it
#   Scripts/documentation.sh --check     fails if an article has a warning, such as a link to an unknown symbol
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case "${1:-}" in
  '' | --check) ;;
  *) echo "documentation.sh: unknown option '$1' (known: --check)" >&2; exit 64 ;;
esac

if [ ! -e .build/debug/Modules/Edge.swiftmodule ]; then
  echo "documentation.sh: there is no debug build to read: run 'swift build' first ('make test' does so too)" >&2
  exit 1
fi
folder=.build/documentation
rm -rf "$folder"
mkdir -p "$folder/symbols"
maps=()
for map in .build/debug/*.build/module.modulemap .build/checkouts/*/Sources/*/include/module.modulemap \
  .build/checkouts/*/Sources/*/module.modulemap; do
  [ -f "$map" ] && maps+=(-Xcc "-fmodule-map-file=$map")
done
target=$(swiftc -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -n 1)
swift-symbolgraph-extract -module-name Edge -target "$target" -I .build/debug/Modules "${maps[@]}" \
  -minimum-access-level public -output-dir "$folder/symbols"
# Symbols that Edge re-exports are documented in their own modules.
rm -f "$folder"/symbols/Edge@*
docc convert Runtime/Edge/Edge.docc --additional-symbol-graph-dir "$folder/symbols" \
  --fallback-display-name Edge --fallback-bundle-identifier swiftlet.edge --output-path "$folder/Edge.doccarchive" \
  > "$folder/log" 2>&1 || true
if [ ! -e "$folder/Edge.doccarchive/index.html" ]; then
  cat "$folder/log"
  exit 1
fi
echo "$folder/Edge.doccarchive"
# Warnings about comments in the sources are ignored: they may name symbols of other modules, which the archive lacks.
if [ "${1:-}" = --check ] && grep -B 1 -A 5 -E -- '--> ([^.].*/)?[A-Za-z]+\.md:' "$folder/log"; then exit 1; fi
