#!/bin/sh
# The gate in plain shell, for any CI service and for your own machine.
#
#   gate/gate.sh           judges the decoder; exit code 1 if it reads worse, 3 if nothing can be judged,
#                          2 if it does not start
#   gate/gate.sh accept    makes the last run the new baseline
set -eu
cd "$(dirname "$0")/.."
baseline=gate/baselines/shelf-labels.json

if [ "${1:-}" = accept ]; then
  exec harness gate accept reports/shelf-labels --output "$baseline"
fi

status=0
harness compare --corpus gate/shelf-labels.yaml --plugin gate/plugin.yaml --decoder toyread \
  --baseline "$baseline" --output reports/shelf-labels || status=$?
# With any other code there is no whole run to show, nor one that could be committed as the new baseline.
case $status in
  0 | 1 | 3)
    harness report reports/shelf-labels
    rm -f reports/shelf-labels/new-baseline.json
    harness gate accept reports/shelf-labels --output reports/shelf-labels/new-baseline.json > /dev/null ||
      echo "This run is no baseline."
    ;;
esac
exit "$status"
