# What the scripts of this folder agree on; they read it from the root of the checkout.
# shellcheck shell=sh disable=SC2034

version=$(sed -n 's/^version: *//p' CITATION.cff)
machine=$(uname -m)
system=$(uname -s | tr '[:upper:]' '[:lower:]')
bundle=barcode-harness-$version-$system-$machine
image=barcode-harness-$version.oci.tar
# Debian's word for this machine: only where there is dpkg.
package() { printf 'barcode-harness_%s_%s.deb' "$version" "$(dpkg --print-architecture)"; }

# The time that all files bear: the commit's, unless it is given.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC

fail() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  exit 2
}

# Programs that a script cannot do without, each with its Debian package.
need() {
  while [ $# -gt 0 ]; do
    command -v "$1" > /dev/null || fail "$1 is missing: apt-get install $2"
    shift 2
  done
}
