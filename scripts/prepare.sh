#!/bin/sh
# Makes sure that what the build needs is there, and installs what is missing where it can.
#
#   scripts/prepare.sh          a Swift toolchain and the C libraries
#   scripts/prepare.sh tests    those, and what the tests run beside them
#   scripts/prepare.sh swift    the toolchain alone
#
# SCRATCH names the folder of the build that follows, .build if it is not set.
set -eu

libraries="libzbar-dev libzxing-dev libdmtx-dev libzint-dev libpng-dev libjpeg-dev libwebp-dev
  libssl-dev libsqlite3-dev pkg-config"
test_tools="qrencode libjpeg-turbo-progs webp netpbm python3 python3-jsonschema git"

fail() {
  printf 'prepare: %s\n' "$1" >&2
  exit 2
}

need_swift() {
  command -v swift >/dev/null 2>&1 ||
    fail "Swift is missing. Install Swift 6.2 or later (https://www.swift.org/install) and put it on PATH."
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
  [ -n "$version" ] || fail "'swift --version' does not say a version; reinstall Swift 6.2 or later."
  # shellcheck disable=SC2086
  set -- $version
  if [ "$1" -lt 6 ] || { [ "$1" -eq 6 ] && [ "$2" -lt 2 ]; }; then
    fail "Swift $1.$2 is too old: 6.2 or later is needed (https://www.swift.org/install)."
  fi
}

# The packages, before the build. Package.resolved pins commits; where the packages come from a copy
# with other commits (a mirror), their exact versions in Package.swift decide.
need_pins() {
  scratch=${SCRATCH:-.build}
  [ -d "$scratch/checkouts" ] || [ ! -f Package.resolved ] && return
  swift package --scratch-path "$scratch" resolve >/dev/null 2>&1 && return
  printf 'prepare: the packages here have other commits than Package.resolved; taking the same versions\n' >&2
  rm -f Package.resolved
  swift package --scratch-path "$scratch" resolve >/dev/null || fail "the packages in Package.swift cannot be fetched; see the message above."
}

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Without apt: can the compiler find what the packages would bring?
need_headers() {
  missing=
  for header in zbar.h ZXing/ReadBarcode.h dmtx.h zint.h png.h jpeglib.h webp/decode.h openssl/sha.h sqlite3.h; do
    printf '#include <stdio.h>\n#include <%s>\n' "$header" | cc -x c++ -std=c++17 -E - >/dev/null 2>&1 ||
      missing="$missing $header"
  done
  [ -z "$missing" ] && return
  case $(uname -s) in
    Darwin) hint="With Homebrew: brew install zbar libdmtx zint libpng jpeg-turbo webp openssl sqlite pkg-config, with CPATH
and LIBRARY_PATH naming its include and lib folders. ZXing-C++ must be older than 3.0 (1.4 is tested): build it from source." ;;
    *) hint="Install the development packages of zbar, ZXing-C++, libdmtx, zint, libpng, libjpeg-turbo, libwebp, OpenSSL and SQLite." ;;
  esac
  fail "these headers are missing and there is no apt-get to install them:$missing
$hint"
}

need_packages() {
  missing=
  for package in "$@"; do
    is_installed "$package" || missing="$missing $package"
  done
  [ -z "$missing" ] && return
  if [ "$(id -u)" -eq 0 ]; then
    as_root=
  elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root=sudo
  else
    fail "packages are missing, and this user may not install them. As root, run:
  apt-get install$missing"
  fi
  printf 'prepare: installing%s\n' "$missing" >&2
  export DEBIAN_FRONTEND=noninteractive
  $as_root apt-get update -qq ||
    fail "apt-get update failed; mend that, or run: apt-get install$missing"
  # a list of names
  # shellcheck disable=SC2086
  $as_root apt-get install -qq -y --no-install-recommends $missing >/dev/null ||
    fail "apt-get could not install:$missing"
}

need_swift
case ${1:-libraries} in
  swift) exit 0 ;;
  libraries) wanted=$libraries ;;
  tests) wanted="$libraries $test_tools" ;;
  *) fail "unknown part \"$1\"; it is one of: libraries, tests, swift" ;;
esac
if command -v apt-get >/dev/null 2>&1; then
  # a list of names
  # shellcheck disable=SC2086
  need_packages $wanted
else
  need_headers
fi
[ ! -f Package.swift ] || need_pins
