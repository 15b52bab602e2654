#!/bin/sh
# The static site, from what is built: guides, commands, the libraries' pages, and the latest results.
#
#   scripts/site.sh BUILD LIBRARIES OUTPUT [/path]
#
# BUILD      a build's folder with the harness and its decoders, such as .build-quick/release
# LIBRARIES  what scripts/docs.sh made with the same path
# OUTPUT     the folder for the site
# /path      the path below which a server has it; only the libraries' pages need it
#
# Results are those of the nightly runs, reports/nightly. Without any, corpus qr-small is compared. What it needs from
# PyPI is in scripts/site/requirements.txt, and is installed into .venv-site.
set -eu
cd "$(dirname "$0")/.."
build=$1
libraries=$2
output=$3
base=${4-}
python=.venv-site/bin/python
results=.build/site-results

if ! cmp -s scripts/site/requirements.txt .venv-site/requirements.txt; then
  python3 -m venv --clear .venv-site
  .venv-site/bin/pip install --quiet --requirement scripts/site/requirements.txt
  cp scripts/site/requirements.txt .venv-site/requirements.txt
fi

mkdir -p .build
rm -rf "$results"
if [ -n "$(find reports/nightly -name observations.sqlite 2>/dev/null | head -n 1)" ]; then
  "$build/harness" report --site reports/nightly --output "$results"
else
  echo "reports/nightly has no run: comparing corpus qr-small for the page of results"
  "$build/harness" compare --corpus qr-small --output .build/site-run/qr-small --quiet
  "$build/harness" report --site .build/site-run --output "$results"
fi

"$python" scripts/site/build.py --harness "$build/harness" --libraries "$libraries" --results "$results" \
  --output "$output" --base "$base"
echo "Open $output/index.html. The libraries' pages need a server: python3 -m http.server -d $output"
[ -z "$base" ] || echo "They are made for a server that has $output at $base."
