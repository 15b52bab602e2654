#!/bin/sh
# Builds the commit in the current folder as a decoder plugin, ./harness-decoder-NAME-commit.
#
#   build.sh zxing-cpp | zbar | libdmtx
#
# JOBS says how many compilers run at a time (ZXing-C++ alone; 2).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
sdk=$here/../../../Plugins/SDK/c
name=$1
plugin=harness-decoder-$name-commit
version="\"$(git describe --tags --always)\""
cc -O2 -pthread -c "$sdk/harness_decoder.c" -o harness_decoder.o

case $name in
zxing-cpp)
  # Without writers it needs no submodule.
  cmake -S . -B build -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DBUILD_READERS=ON \
    -DBUILD_WRITERS=OFF -DBUILD_EXAMPLES=OFF -DBUILD_C_API=OFF \
    -DZXING_READERS=ON -DZXING_WRITERS=OFF -DZXING_EXAMPLES=OFF -DZXING_C_API=OFF -Wno-dev
  cmake --build build --parallel "${JOBS:-2}" --target ZXing
  c++ -std=c++20 -O2 -pthread -DCOMMIT="$version" -I core/src -I build/core -I "$sdk" "$here/zxing-cpp.cpp" \
    harness_decoder.o build/core/libZXing.a -o "$plugin"
  ;;
zbar)
  # The scanner alone, without cameras and windows, and so without configure; what needs them is not linked.
  mkdir -p plain
  : > plain/config.h
  scanner="zbar/config.c zbar/error.c zbar/symbol.c zbar/image.c zbar/convert.c zbar/refcnt.c zbar/scanner.c
    zbar/decoder.c zbar/img_scanner.c zbar/decoder/*.c zbar/qrcode/*.c"
  for file in zbar/misc.c zbar/sqcode.c; do [ ! -e "$file" ] || scanner="$scanner $file"; done
  scanner=$(ls $scanner | grep -v decoder/pdf417)
  binary=
  ! grep -q ZBAR_CFG_BINARY include/zbar.h || binary=-DHAS_BINARY
  set -- -O2 -w -I plain -I include -I zbar -I "$sdk" $binary -DZBAR_VERSION_MAJOR=0 -DZBAR_VERSION_MINOR=0 \
    -DZBAR_VERSION_PATCH=0 -DLIB_VERSION_MAJOR=0 -DLIB_VERSION_MINOR=0 -DLIB_VERSION_REVISION=0
  for one in EAN I25 DATABAR CODABAR CODE39 CODE93 CODE128 QRCODE SQCODE; do set -- "$@" "-DENABLE_$one=1"; done
  cc "$@" -DHAVE_INTTYPES_H=1 -DHAVE_ERRNO_H=1 -DHAVE_UNISTD_H=1 -DHAVE_SYS_TYPES_H=1 -DHAVE_GETTIMEOFDAY=1 \
    -DHAVE_SYS_TIME_H=1 -DNDEBUG -DCOMMIT="$version" -pthread "$here/zbar.c" harness_decoder.o $scanner \
    -ffunction-sections -Wl,--gc-sections -lm -o "$plugin"
  ;;
libdmtx)
  cc -O2 -w -DVERSION="$version" -DCOMMIT="$version" -I . -I "$sdk" -pthread "$here/libdmtx.c" dmtx.c \
    harness_decoder.o -lm -o "$plugin"
  ;;
*)
  echo "build.sh: name one of zxing-cpp, zbar, libdmtx" >&2
  exit 64
  ;;
esac
