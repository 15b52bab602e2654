#!/bin/sh
# Makes the Debian package of executables that are built. `make dist` calls it.
# usage: packaging/deb/build.sh FOLDER-OF-EXECUTABLES
#
# Executables lie together in /usr/lib, because harness looks for its guard and its decoders beside itself;
# only harness is linked to from /usr/bin. What no machine differs in is in /usr/share.
set -eu
cd "$(dirname "$0")/../.."
. packaging/release.sh
need dpkg-shlibdeps dpkg-dev strip binutils
executables=$1
stage=.build-dist/stage/deb
own=usr/lib/barcode-harness
document=usr/share/doc/barcode-harness
umask 022

rm -rf "$stage"
mkdir -p "$stage/usr/bin" "$stage/usr/share/zsh" "$stage/$document" "$stage/DEBIAN"
make --no-print-directory --silent files BIN="$executables" DESTDIR="$PWD/$stage" PREFIX="/$own" > /dev/null
strip --strip-unneeded --remove-section=.comment --remove-section=.note "$stage/$own"/bin/*
ln -s ../lib/barcode-harness/bin/harness "$stage/usr/bin/harness"

mv "$stage/$own/share/zsh/site-functions" "$stage/usr/share/zsh/vendor-completions"
rmdir "$stage/$own/share/zsh"
for part in "$stage/$own"/share/*; do mv "$part" "$stage/usr/share/"; done
ln -s ../../../share/barcode-harness "$stage/$own/share/barcode-harness"
# Plugins that run a script name its interpreter; their files are read, not executed.
find "$stage/usr/share/man" -name '*.1' -exec gzip -9n {} +

install -m 644 packaging/deb/copyright "$stage/$document"
sed "s/@DATE@/$(date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")/" packaging/deb/changelog |
  gzip -9n > "$stage/$document/changelog.gz"
install -D -m 644 packaging/deb/lintian-overrides "$stage/usr/share/lintian/overrides/barcode-harness"
install -m 755 packaging/deb/prerm "$stage/DEBIAN"

# Which packages the executables need, by the libraries that they are linked with. dpkg-shlibdeps asks for the
# control file of a source package.
mkdir -p .build-dist/shlibs/debian
printf 'Source: barcode-harness\n\nPackage: barcode-harness\nArchitecture: any\n' > .build-dist/shlibs/debian/control
needed=$(cd .build-dist/shlibs && dpkg-shlibdeps -O "$OLDPWD/$stage/$own/bin/harness" \
  "$OLDPWD/$stage/$own/bin"/harness-decoder-* | sed -n 's/^shlibs:Depends=//p')
[ -n "$needed" ] || fail "dpkg-shlibdeps names no library"

size=$(du --summarize --apparent-size --block-size=1024 "$stage/usr" | cut -f 1)
sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$(dpkg --print-architecture)/" \
  -e "s/@NEEDED@/$needed/" -e "s/@SIZE@/$size/" packaging/deb/control > "$stage/DEBIAN/control"
(cd "$stage" && find usr -type f -print0 | sort -z | xargs -0 md5sum) > "$stage/DEBIAN/md5sums"

find "$stage" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz -z2 --threads-max=1 --build "$stage" "dist/$(package)" > /dev/null
