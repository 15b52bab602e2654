#!/bin/sh
# The Python package from nothing: builds the wheel, installs it into an empty environment (.venv-python),
# and runs its tests, the lines of its README and its notebook against a fresh comparison.
#
#   scripts/python.sh path/to/harness
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
HARNESS=$(realpath "$1")
export HARNESS
environment=$root/.venv-python
python=$environment/bin/python
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

rm -rf "$environment" "$root/python/dist"
python3 -m venv "$environment"
"$python" -m pip wheel --quiet --disable-pip-version-check --no-deps \
  --wheel-dir "$root/python/dist" "$root/python"
wheel=$(ls "$root"/python/dist/barcode_harness-*.whl)
"$python" -m pip install --quiet --disable-pip-version-check "${wheel}[test]"
HARNESS_PYTHON=$python
export HARNESS_PYTHON

cd "$root/python"
"$python" -m mypy
"$python" -m pytest -q -p no:cacheprovider

cd "$work"
"$HARNESS" compare --corpus qr-small --quiet --output reports/qr-small > table.txt
"$python" "$root/scripts/python-pages.py" "$root" reports/qr-small
