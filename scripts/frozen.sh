#!/bin/sh
# Draws the corpora of a release with two builds, under settings that machines differ in, and compares every
# image: with the release's lock, and the two lists of images with each other.
# usage: frozen.sh RELEASE HARNESS HARNESS [CORPUS...]
set -eu
release=$1
one=$2
other=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ $# = 0 ]; then
  for lock in Corpora/Releases/"$release"/*.lock.json; do
    set -- "$@" "$(basename "$lock" .lock.json)"
  done
fi

# Freezes a corpus into files of its own, so that the release's lock takes no part.
freeze() {
  "$1" publish freeze "$3" --release "$release" --jobs "$4" --output "$folder/$2.json" \
    --list "$folder/$2.txt" > /dev/null
  rm "$folder/$2.json"
}

for corpus in "$@"; do
  LC_ALL=C TZ=UTC freeze "$one" one "$corpus" 1
  LC_ALL=tr_TR.UTF-8 TZ=Pacific/Kiritimati MALLOC_PERTURB_=165 freeze "$other" other "$corpus" 3
  cmp "$folder/one.txt" "$folder/other.txt"
  "$other" corpus check "$corpus" --release "$release"
done
