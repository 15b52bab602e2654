#!/bin/sh
# Installs the libraries of the optional decoder plugins: Python modules into a virtual environment of
# the project's own, programs and Java's ZXing with apt-get. What is there already is left alone, so that
# it can be run again at any time. `harness plugin install` runs it, with the same arguments.
#
#   scripts/plugins.sh                    all that are free
#   scripts/plugins.sh quirc zxing-java   these
#   scripts/plugins.sh dynamsoft          a commercial one, which is never installed unasked
#
# The environment is .venv-plugins beside Plugins where this user may write there, else in the user's data
# folder; HARNESS_VENV names another place. Sources/PluginHost/Discovery/PluginEnvironment.swift looks by the
# same rule.
set -eu

free="zxing-cpp opencv quirc tapirscan modules zxing-java zbarimg dmtxread codegen parquet"
commercial="dynamsoft"
# The readers of Plugins/Modules, which come together.
modules="deqr qrcode-ai-scanner rxing arbez-dmtx pharmacode-toolkit aztec-tool pdf417decoder"
root=$(cd "$(dirname "$0")/.." && pwd)
environment=$root/.venv-plugins
case ${HARNESS_VENV:-} in
  /*) environment=$HARNESS_VENV ;;
  *)
    if [ ! -w "$root" ]; then
      case ${XDG_DATA_HOME:-} in
        /*) environment=$XDG_DATA_HOME/barcode-harness/.venv-plugins ;;
        *) environment=$HOME/.local/share/barcode-harness/.venv-plugins ;;
      esac
    fi
    ;;
esac
failed=
# Set when packages are missing that sudo could install, which can win no rights under the guard.
needs_sudo=

say() {
  printf 'plugins: %s\n' "$1" >&2
}

# What cannot be had does not keep the others from being installed.
leave_out() {
  say "$1: left out: $2"
  failed="$failed $1"
}

# Python modules: name, folder of its requirements.txt, pip's options.
python_modules() {
  if [ ! -x "$environment/bin/python" ]; then
    python3 -m venv "$environment" >/dev/null 2>&1 || packages "$1" python3-venv || return 0
    python3 -m venv "$environment" ||
      { leave_out "$1" "python3 -m venv $environment fails"; return 0; }
    say "made the virtual environment $environment"
  fi
  if "$environment/bin/python" - "$root/Plugins/$2/requirements.txt" <<'PYTHON'
import sys
from importlib.metadata import PackageNotFoundError, version
try:
    for line in open(sys.argv[1], encoding="utf-8"):
        name, wanted = line.split("#")[0].strip().split("==")
        if version(name) != wanted:
            sys.exit(1)
except PackageNotFoundError:
    sys.exit(1)
PYTHON
  then
    say "$1: is there"
  elif "$environment/bin/python" -m pip install --quiet --disable-pip-version-check ${3:+"$3"} \
    -r "$root/Plugins/$2/requirements.txt"; then
    say "$1: installed $(tr '\n' ' ' < "$root/Plugins/$2/requirements.txt")"
  else
    leave_out "$1" "pip could not install it; its complaint stands above"
  fi
}

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Debian's packages: name of the plugin, then the packages. Fails when one is missing afterwards.
packages() {
  plugin=$1
  shift
  missing=
  for package in "$@"; do
    is_installed "$package" || missing="$missing $package"
  done
  if [ -z "$missing" ]; then
    return 0
  elif ! command -v apt-get >/dev/null 2>&1; then
    leave_out "$plugin" "there is no apt-get to install$missing"
    return 1
  fi
  if [ "$(id -u)" -eq 0 ]; then
    as_root=
  elif [ -n "${HARNESS_GUARDED:-}" ] && command -v sudo >/dev/null 2>&1; then
    say "$plugin: takes sudo for$missing"
    needs_sudo=1
    return 1
  elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root=sudo
  else
    leave_out "$plugin" "this user may not install packages; as root: apt-get install$missing"
    return 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  # a list of names
  # shellcheck disable=SC2086
  if $as_root apt-get update -qq &&
    $as_root apt-get install -qq -y --no-install-recommends $missing >/dev/null; then
    say "$plugin: installed$missing"
  else
    leave_out "$plugin" "apt-get could not install$missing"
    return 1
  fi
}

# What a Python module that is compiled needs. Fails when it is missing afterwards.
compiler() {
  command -v cc >/dev/null 2>&1 || packages "$1" gcc libc6-dev python3-dev
}

# A program that some package brings: plugin, program, package.
program() {
  if command -v "$2" >/dev/null 2>&1; then
    say "$1: is there"
  else
    packages "$1" "$3" || true
  fi
}

java_worker() {
  packages zxing-java libzxing-core-java || return 0
  command -v javac >/dev/null 2>&1 || packages zxing-java default-jdk-headless || return 0
  source=$root/Plugins/ZXingJava
  classes=$environment/java
  if [ -f "$classes/ZXingJava.class" ] &&
    [ -z "$(find "$source" -name '*.java' -newer "$classes/ZXingJava.class")" ]; then
    say "zxing-java: is there"
    return 0
  fi
  mkdir -p "$classes"
  if javac -encoding UTF-8 --release 11 -cp /usr/share/java/core.jar -d "$classes" "$source"/*.java; then
    say "zxing-java: compiled"
  else
    leave_out zxing-java "javac fails; its complaint stands above"
  fi
}

# a list of names
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $free

# Nothing is installed for a list with a name that is wrong.
for plugin in "$@"; do
  case " $free $commercial opencv-qr opencv-aruco opencv-wechat opencv-barcode $modules " in
    *" $plugin "*) ;;
    *)
      say "unknown plugin \"$plugin\"; they are: $free $commercial"
      exit 64
      ;;
  esac
done

for plugin in "$@"; do
  case $plugin in
    zxing-cpp) python_modules zxing-cpp ZXingCpp ;;
    opencv | opencv-*) python_modules opencv OpenCV ;;
    quirc) if compiler quirc; then python_modules quirc Quirc; fi ;;
    tapirscan) python_modules tapirscan Tapirscan ;;
    # Several ask for a build of OpenCV that would overwrite the one of the OpenCV plugins: the list is complete.
    modules) python_modules modules Modules --no-deps ;;
    # What generated programs in Python need beside the decoders.
    codegen) python_modules codegen SDK/codegen ;;
    # What harness runs export writes Parquet and Arrow files with.
    parquet) python_modules parquet ../python ;;
    dynamsoft) python_modules dynamsoft Dynamsoft ;;
    zxing-java) java_worker ;;
    zbarimg) program zbarimg zbarimg zbar-tools ;;
    dmtxread) program dmtxread dmtxread dmtx-utils ;;
    *) python_modules "$plugin" Modules --no-deps ;;
  esac
done
if [ -n "$needs_sudo" ]; then
  exit 3
fi
if [ -n "$failed" ]; then
  say "not installed:$failed"
  exit 2
fi
