#!/bin/sh
# Builds the last commit twice from nothing, in two folders, and compares what `make dist` makes there.
# usage: packaging/twice.sh
#
# The folders' names are equally long: the compiler writes down how long a file's path is where a `try!` fails,
# and GRDB has two.
#
# Exit codes: 0 the same bytes, 1 some differ: the members that do are named.
set -eu
cd "$(dirname "$0")/.."
. packaging/release.sh
work=$PWD/.build-dist/twice
rm -rf "$work"
mkdir -p "$work"

# usage: build NAME FOLDER REPOSITORY
build() {
  git clone --quiet "$3" "$work/$2"
  printf '== %s build, in %s\n' "$1" "$work/$2"
  make --no-print-directory -C "$work/$2" dist
}

# The unpacked files of a tarball or a package. usage: members ARCHIVE FOLDER
members() {
  mkdir -p "$2"
  case $1 in
    *.deb) dpkg-deb --raw-extract "$1" "$2/content" ;;
    *) tar --extract --file "$1" --directory "$2" ;;
  esac
}

build first one .
# The same commit, whatever has been committed meanwhile.
build second two "$work/one"
differing=0
for file in "$work"/one/dist/barcode-harness*.gz "$work"/one/dist/barcode-harness*.deb; do
  name=${file##*/}
  other=$work/two/dist/$name
  if cmp -s "$file" "$other"; then
    printf 'the same: %s\n' "$name"
  else
    differing=1
    printf 'differs: %s, in\n' "$name"
    members "$file" "$work/members/one"
    members "$other" "$work/members/two"
    diff --recursive --brief --no-dereference "$work/members/one" "$work/members/two" | sed 's/^/  /' || true
    rm -rf "$work/members"
  fi
done
exit "$differing"
