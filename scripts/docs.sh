#!/bin/sh
# The DocC pages of the libraries. A link to what is not there is an error.
#
#   scripts/docs.sh BUILD PAGES [/path [FOLDER...]]
#
# FOLDERs are those of some libraries, instead of all.
# BUILD is a build's folder, such as .build-quick/release. One archive of all libraries is made, PAGES/libraries, for a
# server that has it at /path/libraries, or at /libraries without a path.
set -eu
cd "$(dirname "$0")/.."
build=$1
pages=$2
base=${3-}
shift $(($# > 3 ? 3 : $#))
catalogs="Sources/DecoderKit Plugins/ZBar/ZBarDecoder Plugins/ZXing/ZXingDecoder Plugins/Dmtx/DmtxDecoder
  Sources/Scanning Sources/Measuring Sources/Values Sources/Statistics"
[ $# -gt 0 ] && catalogs=$*
target=$(swiftc -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -1)
archives=
dependencies=
for folder in $catalogs; do
  module=${folder##*/}
  graphs=$pages/graphs/$module
  rm -rf "$graphs" "${pages:?}/$module.doccarchive"
  mkdir -p "$graphs"
  # shellcheck disable=SC2046 # a flag a word
  swift symbolgraph-extract -module-name "$module" -target "$target" -output-dir "$graphs" \
    -minimum-access-level public $(scripts/library-flags.sh "$build")
  # shellcheck disable=SC2086 # options and their values
  docc convert "$folder/$module.docc" --additional-symbol-graph-dir "$graphs" \
    --output-dir "$pages/$module.doccarchive" --fallback-bundle-identifier "barcode-harness.$module" \
    --fallback-default-module-kind Library --warnings-as-errors \
    --enable-experimental-external-link-support $dependencies --hosting-base-path "$base/libraries"
  dependencies="$dependencies --dependency $pages/$module.doccarchive"
  archives="$archives $pages/$module.doccarchive"
done
rm -rf "${pages:?}/libraries"
# shellcheck disable=SC2086 # a folder a word
docc merge $archives --output-path "$pages/libraries" --synthesized-landing-page-name "Swift libraries" \
  --synthesized-landing-page-kind "barcode-harness"
