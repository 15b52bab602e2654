#!/bin/sh
# The DocC pages of the library products. A link to what is not there is an error.
# Arguments: a build's folder, such as .build-quick/debug, and the folder for the pages.
set -eu
cd "$(dirname "$0")/.."
build=$1
pages=$2
target=$(swiftc -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -1)
for module in Scanning Measuring Values DecoderKit; do
  graphs=$pages/graphs/$module
  rm -rf "$graphs" "${pages:?}/$module"
  mkdir -p "$graphs"
  # shellcheck disable=SC2046 # a flag a word
  swift symbolgraph-extract -module-name "$module" -target "$target" -output-dir "$graphs" \
    -minimum-access-level public $(scripts/library-flags.sh "$build")
  docc convert "Sources/$module/$module.docc" --additional-symbol-graph-dir "$graphs" \
    --output-dir "$pages/$module" --fallback-bundle-identifier "barcode-harness.$module" \
    --fallback-default-module-kind Library --warnings-as-errors
done
