#!/bin/sh
# Names the C libraries that this system lacks, with the packages of Debian 12 that bring them.
# Exit codes: 0 all are there, 1 some are missing.
set -eu
cd "$(dirname "$0")"

# A library's file as the executables ask for it, and its package.
packages="libzbar.so.0 libzbar0
libZXing.so.2 libzxing2
libdmtx.so.0 libdmtx0b
libzint.so.2.11 libzint2.11
libpng16.so.16 libpng16-16
libjpeg.so.62 libjpeg62-turbo
libwebp.so.7 libwebp7
libcrypto.so.3 libssl3
libsqlite3.so.0 libsqlite3-0
libstdc++.so.6 libstdc++6"

missing=$(for file in bin/harness bin/harness-decoder-*; do ldd "$file" 2>/dev/null; done |
  sed -n 's/^[[:space:]]*\([^ ]*\) => not found$/\1/p' | sort -u)
[ -n "$missing" ] || { echo "All libraries are there."; exit 0; }

echo "Libraries are missing:"
wanted=
for library in $missing; do
  package=$(printf '%s\n' "$packages" | sed -n "s/^$library //p")
  printf '  %s  %s\n' "$library" "${package:+in Debian 12: $package}"
  wanted="$wanted $package"
done
echo "On Debian 12, as root: apt-get install$wanted"
exit 1
