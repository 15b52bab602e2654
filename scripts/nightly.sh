#!/bin/sh
# Every shipped corpus, gated against the committed baselines; then one page each, and the site.
#
#   scripts/nightly.sh                 all corpora in Corpora/
#   scripts/nightly.sh smoke jpeg      these
#
# NIGHTLY_OUTPUT    where everything lands, instead of reports/nightly
# NIGHTLY_BASELINES where the baselines are, instead of reports/baselines
# NIGHTLY_DECODERS  the decoders, apart by spaces, instead of the three that are built with the harness;
#                   libdmtx stops after so many positions: on a slow night it would find less in a second
# NIGHTLY_OPTIONS   more options for every comparison, such as "--trials 50"
# HARNESS           the harness, if it is not on PATH
#
# All corpora are run whatever becomes of one. The exit code is the worst of theirs: 2 the harness could
# not do its job, 1 a regression, 3 something could not be judged, 0 fine.
set -u
cd "$(dirname "$0")/.." || exit 2
harness=${HARNESS:-harness}
output=${NIGHTLY_OUTPUT:-reports/nightly}
baselines=${NIGHTLY_BASELINES:-reports/baselines}

decoders=
for decoder in ${NIGHTLY_DECODERS:-zbar zxing dmtx:profile=repeatable}; do
  decoders="$decoders --decoder $decoder"
done

if [ $# -eq 0 ]; then
  for file in Corpora/*.yaml; do set -- "$@" "$(basename "$file" .yaml)"; done
fi
mkdir -p "$output" || exit 2

stores=
worst=0
summary=
for corpus in "$@"; do
  baseline=$baselines/$corpus.json
  printf '== %s\n' "$corpus"
  # options are words
  # shellcheck disable=SC2086
  "$harness" compare --corpus "$corpus" --output "$output/$corpus" --quiet $decoders \
    --baseline "$baseline" ${NIGHTLY_OPTIONS:-}
  status=$?
  case $status in
    0) word="no regression" ;;
    1) word="REGRESSION" ;;
    3) word=$([ -f "$baseline" ] && echo "not judged" || echo "no baseline") ;;
    130) exit 130 ;;
    *) word="failed" status=2 ;;
  esac
  summary="$summary$(printf '%-18s %s' "$corpus" "$word")
"
  case $worst$status in
    ?2 | 2?) worst=2 ;;
    ?1 | 1?) worst=1 ;;
    ?3 | 3?) worst=3 ;;
  esac
  [ -f "$output/$corpus/observations.sqlite" ] && stores="$stores $output/$corpus"
done

# paths without spaces, made above
# shellcheck disable=SC2086
[ -n "$stores" ] && { "$harness" report --site $stores --output "$output/site" || worst=2; }

printf '\n%s' "$summary"
exit "$worst"
