#!/bin/sh
# Prints the compiler's flags, one a line, that find the modules of this package in a build of it.
# Argument: the build's folder, such as .build-quick/release.
set -eu
cd "$(dirname "$0")/.."
printf '%s\n' -I "$1/Modules"
for map in Sources/*/module.modulemap Plugins/*/*/module.modulemap "$1"/*.build/module.modulemap \
  "$1"/../../checkouts/*/Sources/*/include/module.modulemap; do
  [ ! -f "$map" ] || printf '%s\n' -Xcc "-fmodule-map-file=$map"
done
