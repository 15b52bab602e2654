#!/bin/sh
# Tries what `make dist` has made in fresh roots of Debian 12, which have neither Swift nor anything else of this
# machine: the package, its removal, the tarball, and optional decoders.
# usage: packaging/check.sh [package] [tarball]
#        packaging/check.sh base      makes the root, and nothing else
#        packaging/check.sh image     tries the image that packaging/image.sh has unpacked
#
# The root is made once and kept in .build-dist/roots; apt-get and pip reach for the network. PIP_* variables
# are passed on, for networks with an index or a certificate of their own. The bar of 60 seconds is for an idle
# machine of two cores; SECONDS_ALLOWED sets another.
set -eu
cd "$(dirname "$0")/.."
. packaging/release.sh
need mmdebstrap mmdebstrap lintian lintian unshare util-linux
roots=$PWD/.build-dist/roots
work=.build-dist/check
seconds_allowed=${SECONDS_ALLOWED:-60}
# Not where the package ca-certificates writes its own.
certificate=/etc/certificate-of-pip.pem
mkdir -p "$roots" "$work"

say() { printf '== %s\n' "$1"; }

# The packages that Debian calls essential, apt, and nothing else.
check_base() {
  [ ! -f "$roots/bookworm.tar" ] || return 0
  say "making a root of Debian 12"
  mmdebstrap --quiet --variant=minbase bookworm "$roots/bookworm.new.tar"
  mv "$roots/bookworm.new.tar" "$roots/bookworm.tar"
}

# A user is root in a namespace of his own, but for making the base: mmdebstrap makes a namespace itself.
if [ "$(id -u)" -ne 0 ]; then
  need newuidmap uidmap
  check_base
  exec unshare --map-root-user --map-auto "$0" "$@"
fi

# usage: fresh NAME
fresh() {
  check_base
  root=$roots/$1
  rm -rf "$root"
  mkdir -p "$root"
  tar --extract --file "$roots/bookworm.tar" --directory "$root" --exclude './dev/*'
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  if [ -n "${PIP_CERT:-}" ]; then install -m 644 "$PIP_CERT" "$root$certificate"; fi
}

now() { date +%s.%N; }
between() { awk "BEGIN { printf \"%.1f\", $2 - $1 }"; }

# A command in the root, which sees processes and mounts of its own.
inside() {
  # the inner shell expands them
  # shellcheck disable=SC2016
  unshare --mount --pid --fork --kill-child sh -c '
    set -e
    root=$1
    shift
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    exec env --ignore-environment PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
      ${PIP_CERT:+"PIP_CERT=$0"} ${PIP_INDEX_URL:+"PIP_INDEX_URL=$PIP_INDEX_URL"} \
      chroot "$root" "$@"' "$certificate" "$root" "$@"
}

# All files of the root but what this script put there, apt's and dpkg's records, caches and logs.
files() {
  (cd "$root" && find . -mindepth 1 \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./root -o -path ./tests \
    -o -path ./var/cache -o -path ./var/log -o -path ./var/lib/apt -o -path ./var/lib/dpkg \) -prune -o -print |
    sort)
}

# The part of a comparison's output that is the same on every machine: up to the table of speeds.
verdicts() { sed -n '/^zxing wins/,/^ *decoder  *ms  *ms$/p' "$1" | sed '$d'; }

# usage: same_as_the_README FILE
same_as_the_README() {
  verdicts README.md > "$work/wanted.txt"
  verdicts "$1" > "$work/found.txt"
  [ "$(wc -l < "$work/wanted.txt")" -gt 10 ] || fail "README.md has no table to compare with"
  diff -u "$work/wanted.txt" "$work/found.txt" || fail "the table is not the README's"
}

check_package() {
  file=dist/$(package)
  [ -f "$file" ] || fail "$file is not there: make dist"
  say "lintian"
  lintian --allow-root --fail-on error,warning "$file"
  fresh package
  mkdir "$root/tests"
  cp "$file" packaging/deb/tests/smoke packaging/deb/tests/plugins "$root/tests/"

  say "from a bare root to the table"
  start=$(now)
  inside sh -c "apt-get -qq update && apt-get -qq -y --no-install-recommends install '/tests/${file#dist/}'" \
    > "$work/install.txt" 2>&1 || { cat "$work/install.txt"; fail "the package cannot be installed"; }
  installed=$(now)
  inside harness compare --corpus qr-small --output /tmp/report > "$work/table.txt"
  finished=$(now)
  same_as_the_README "$work/table.txt"
  seconds=$(between "$start" "$finished")
  say "$seconds s from a bare root to the README's table"
  say "$(between "$start" "$installed") s to install, $(between "$installed" "$finished") s to compare"
  awk "BEGIN { exit !($seconds < $seconds_allowed) }" || fail "that is longer than $seconds_allowed s"

  say "the package's tests"
  inside /tests/smoke
  inside /tests/plugins

  say "removal"
  inside sh -c 'harness plugin install zxing-cpp && harness compare --corpus smoke --trials 1 --output /tmp/more' \
    > "$work/more.txt" 2>&1 || { cat "$work/more.txt"; fail "zxing-cpp cannot be installed again"; }
  inside userdel --remove tester 2> /dev/null
  # Packages that came along stay, and so what is left is this package's.
  inside apt-get -qq -y purge barcode-harness > "$work/purge.txt" 2>&1 || { cat "$work/purge.txt"; fail "purge"; }
  ! grep -i 'not empty' "$work/purge.txt" || fail "the removal leaves folders behind"
  left=$(files | grep '[Bb]arcode.\{0,1\}[Hh]arness\|/harness\|venv-' || true)
  [ -z "$left" ] || fail "the removal leaves files behind:
$left"
  say "nothing is left of it"
}

check_tarball() {
  [ -f "dist/$bundle.tar.gz" ] || fail "dist/$bundle.tar.gz is not there: make dist"
  fresh tarball
  tar --extract --file "dist/$bundle.tar.gz" --directory "$root/opt"
  say "the tarball without its libraries"
  ! inside "/opt/$bundle/libraries.sh" > "$work/missing.txt" || fail "libraries.sh misses nothing in a bare root"
  cat "$work/missing.txt"
  say "the tarball with the libraries that it names"
  inside sh -c "apt-get -qq update &&
    apt-get -qq -y --no-install-recommends install $(sed -n 's/.*apt-get install//p' "$work/missing.txt")" \
    > "$work/libraries.txt" 2>&1 || { cat "$work/libraries.txt"; fail "the libraries cannot be installed"; }
  inside "/opt/$bundle/libraries.sh"
  inside "/opt/$bundle/bin/harness" compare --corpus qr-small --output /tmp/report > "$work/table.txt"
  same_as_the_README "$work/table.txt"
  say "the README's table"
}

check_image() {
  root=$PWD/.build-dist/image/bundle/rootfs
  [ -d "$root" ] || fail "no image is unpacked: make image"
  say "what the gate's scripts need is in the image"
  for program in bash git python3 tar; do inside sh -c "command -v $program" > /dev/null || fail "$program is not"; done
  inside harness --help | grep -q compare
  inside harness compare --corpus qr-small --output /tmp/report > "$work/table.txt"
  same_as_the_README "$work/table.txt"
  say "the README's table"
}

[ $# -gt 0 ] || set -- package tarball
for part in "$@"; do
  case $part in
    package | tarball | base | image) "check_$part" ;;
    *) fail "unknown part \"$part\"; they are: package tarball base image" ;;
  esac
done
