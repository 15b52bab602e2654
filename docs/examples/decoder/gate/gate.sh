#!/bin/sh
# The gate in plain shell, for any CI service and for your own machine.
#
#   gate/gate.sh           judges the decoder; exit code 1 if it reads worse, 3 if nothing can be judged
#   gate/gate.sh accept    makes the last run the new baseline
set -eu
cd "$(dirname "$0")/.."
baseline=gate/baselines/shelf-labels.json

if [ "${1:-}" = accept ]; then
  exec harness gate accept report/shelf-labels --output "$baseline"
fi

status=0
harness compare --corpus gate/shelf-labels.yaml --plugin gate/plugin.yaml --decoder toyread \
  --baseline "$baseline" --output report/shelf-labels || status=$?
harness report report/shelf-labels
exit "$status"
