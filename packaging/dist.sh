#!/bin/sh
# Makes the tarball and, where there is dpkg, the Debian package of what `make dist` has built.
# usage: packaging/dist.sh FOLDER-OF-EXECUTABLES
#
# The same executables and the same commit give the same bytes.
set -eu
cd "$(dirname "$0")/.."
. packaging/release.sh
executables=$1
stage=.build-dist/stage
umask 022

# The executables say which version they are; the files are named after the one in CITATION.cff.
built=$("$executables/harness" --version)
[ "${built%% *}" = "$version" ] ||
  fail "the harness says that it is version ${built%% *}, and CITATION.cff says $version: make both the same"

rm -rf "$stage"
mkdir -p dist "$stage"

# All files, from the one list that `make install` has. usage: lay_out PREFIX
lay_out() {
  make --no-print-directory --silent files BIN="$executables" DESTDIR="$PWD/$stage" PREFIX="/$1" > /dev/null
  if [ "$system" = linux ]; then
    strip --strip-unneeded --remove-section=.comment "$stage/$1"/bin/*
  else
    strip -S "$stage/$1"/bin/*
  fi
}

tarball() {
  lay_out "$bundle"
  install -m 644 packaging/tarball/README.md LICENSE CHANGELOG.md "$stage/$bundle"
  install -m 644 packaging/deb/copyright "$stage/$bundle/COPYRIGHT"
  install -m 755 packaging/tarball/libraries.sh "$stage/$bundle"
  tar --create --format=gnu --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --mode=u+rw,go-w --directory "$stage" "$bundle" | gzip -6n > "dist/$bundle.tar.gz.new"
  mv "dist/$bundle.tar.gz.new" "dist/$bundle.tar.gz"
}

tarball
if command -v dpkg-deb > /dev/null; then packaging/deb/build.sh "$executables"; fi
(cd dist && for file in barcode-harness*.tar.gz barcode-harness*.deb; do
  if [ -f "$file" ]; then sha256sum "$file"; fi; done | tee SHA256SUMS)
