#!/bin/sh
# Pages of small runs in a headless Chromium: clicks, keys, widths, and what axe-core finds (PyPI, into .venv-check).
#
#   scripts/pages/check.sh HARNESS
#
# The scripts are checked by Node and by TypeScript where these are installed.
set -eu
cd "$(dirname "$0")/../.."
harness=$1
axe=.venv-check/axe/axe_playwright_python/axe.min.js
runs=.build/page-check

for file in Sources/Reporting/Page/Script/*.js scripts/site/*.js; do
  if command -v node > /dev/null; then node --check "$file"; fi
done
if command -v tsc > /dev/null; then
  (cd Sources/Reporting/Page/Script && tsc --allowJs --checkJs --noEmit --strict --noImplicitAny false \
    --target es2022 --lib dom,dom.iterable,es2022 theme.js filters.js viewer.js start.js)
fi
if [ ! -f "$axe" ]; then
  [ -d .venv-check ] || python3 -m venv .venv-check
  .venv-check/bin/pip install --quiet --no-deps --target .venv-check/axe axe-playwright-python==0.1.8
fi

# Corpora of unlike kinds: a sweep, rates without an order, streams, a selection, maps.
set --
while read -r corpus trials; do
  "$harness" compare --quiet --corpus "$corpus" --trials "$trials" --output "$runs/$corpus" > /dev/null
  "$harness" report "$runs/$corpus"
  set -- "$@" "$runs/$corpus/report.html"
done << EOF
qr-small 5
meaning 2
stream-approach 1
select-stacked 2
size-and-blur 1
EOF
"$harness" report --site "$runs" --output "$runs/site"
python3 scripts/pages/check.py "$@" "$runs/site/index.html" "$runs/site/qr-small.trend.html" --axe "$axe"
