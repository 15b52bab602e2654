#!/bin/sh
# Builds the image of packaging/Containerfile into dist, as an OCI archive, and tries it. No engine is needed and no
# registry: the base is a Debian 12 of apt's own packages, and the image is unpacked into a folder to be run.
set -eu
cd "$(dirname "$0")/.."
. packaging/release.sh
need mmdebstrap mmdebstrap buildah buildah skopeo skopeo umoci umoci unshare util-linux
if [ "$(id -u)" -ne 0 ]; then
  need newuidmap uidmap
  exec unshare --map-root-user --map-auto "$0" "$@"
fi
[ -f "dist/$(package)" ] || fail "dist/$(package) is not there: make dist"
work=$PWD/.build-dist/image
rm -rf "$work"
mkdir -p "$work"
commit=$(git rev-parse HEAD)
build_with() { buildah --root "$work/store" --runroot "$work/run" --storage-driver vfs "$@"; }

packaging/check.sh base
echo "== the base"
build_with from --quiet --name base scratch
build_with add --quiet base "$PWD/.build-dist/roots/bookworm.tar" /
build_with config --cmd sh --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin base
build_with commit --quiet --timestamp "$SOURCE_DATE_EPOCH" base localhost/base
build_with rm base

echo "== packaging/Containerfile"
build_with build --quiet --isolation chroot --layers=false --timestamp "$SOURCE_DATE_EPOCH" \
  --build-arg BASE=localhost/base --build-arg VERSION="$version" \
  --label "org.opencontainers.image.revision=$commit" \
  --label "org.opencontainers.image.created=$(date --utc --date="@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)" \
  --file packaging/Containerfile --tag "localhost/barcode-harness:$version" .
rm -f "dist/$image"
build_with push --quiet "localhost/barcode-harness:$version" "oci-archive:dist/$image:$version"

echo "== the image, read again"
skopeo inspect --config "oci-archive:dist/$image:$version" > "$work/configuration.json"
grep -q "\"org.opencontainers.image.version\": \"$version\"" "$work/configuration.json" || fail "the image has no label with its version"
skopeo copy --quiet "oci-archive:dist/$image:$version" "oci:$work/layout:$version"
umoci unpack --image "$work/layout:$version" "$work/bundle"
packaging/check.sh image
ls -l "dist/$image"
