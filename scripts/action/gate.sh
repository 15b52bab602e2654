#!/usr/bin/env bash
# Compares decoders on every corpus and judges each run against its baseline: the first step of action.yml.
#
# Input comes from the environment alone; lists have an entry a line.
#   GATE_PLUGIN, GATE_DECODER, GATE_CORPUS, GATE_BASELINE, GATE_FAIL_ON, GATE_TRIALS, GATE_ARGUMENTS,
#   GATE_IMAGE, GATE_REPORT    the inputs of action.yml, which explains them
#   GATE_REPOSITORY            OWNER/NAME of the action: where its image is
#   GATE_ENGINE                what starts a container, instead of docker
#
# Leaves a folder for each corpus in GATE_REPORT, and gates.tsv there: exit code, corpus, folder and baseline
# of each. Writes conclusion, exit-code and report to $GITHUB_OUTPUT. A gate that fails is not a failure of
# this script; the action's last step ends with the exit code.
set -euo pipefail

main() {
  lines "${GATE_CORPUS:-}"; corpora=("${found[@]}")
  lines "${GATE_PLUGIN:-}"; plugins=("${found[@]}")
  lines "${GATE_DECODER:-}"; decoders=("${found[@]}")
  lines "${GATE_ARGUMENTS:-}"; arguments=("${found[@]}")
  report=${GATE_REPORT:-barcode-report}
  baselines=${GATE_BASELINE:-baselines}
  [ ${#corpora[@]} -gt 0 ] || refuse "the input corpus is empty: name a corpus, such as qr-small"
  [ ${#plugins[@]} -gt 0 ] || [ ${#decoders[@]} -gt 0 ] ||
    refuse "the inputs plugin and decoder are both empty: name what is to be judged"
  check_baseline
  [ ${#decoders[@]} -gt 0 ] || decoders_of_plugins
  options_of_compare
  choose_runner

  mkdir -p "$report"
  : > "$report/gates.tsv"
  worst=0
  for corpus in "${corpora[@]}"; do judge "$corpus"; done
  publish
}

# An annotation and the exit code of wrong usage.
refuse() {
  printf '::error title=Barcode decoder gate::%s\n' "$1"
  exit 64
}

# The lines of a text without the space around them, and without empty ones, into `found`.
lines() {
  found=()
  local line
  while IFS= read -r line; do
    line=${line#"${line%%[![:space:]]*}"}
    line=${line%"${line##*[![:space:]]}"}
    [ -z "$line" ] || found+=("$line")
  done <<< "$1"
}

# The name of a corpus: a path without folders and ending.
name_of() {
  local name=${1%/}
  name=${name##*/}
  printf '%s' "${name%.yaml}"
}

# The baseline of a corpus: the file that was named, or its own in the folder that was named.
baseline_of() {
  case $baselines in
    *.json) printf '%s' "$baselines" ;;
    *) printf '%s' "${baselines%/}/$(name_of "$1").json" ;;
  esac
}

check_baseline() {
  case ${#corpora[@]}/$baselines in
    1/*) ;;
    */*.json) refuse "the input baseline is one file for ${#corpora[@]} corpora: name the folder with CORPUS.json for each" ;;
  esac
  local name names=" "
  for corpus in "${corpora[@]}"; do
    name=$(name_of "$corpus")
    case $corpus in
      *$'\t'*) refuse "the corpus $corpus has a tab in its name" ;;
    esac
    case $names in
      *" $name "*) refuse "two corpora are called $name: their reports would be one folder" ;;
    esac
    names+="$name "
  done
}

# The names of the plugins' decoders, from their manifests and from names of executables.
decoders_of_plugins() {
  local plugin manifest name found_one
  for plugin in "${plugins[@]}"; do
    found_one=
    for manifest in "$plugin" "$plugin"/plugin.yaml "$plugin"/*.plugin.yaml "$plugin"/harness-decoder-*; do
      [ -f "$manifest" ] || continue
      case ${manifest##*/} in
        *.yaml) name=$(sed -n "s/^name:[[:space:]]*[\"']\{0,1\}\([a-z0-9-]*\).*/\1/p" "$manifest") ;;
        harness-decoder-*) name=${manifest##*/harness-decoder-} ;;
        *) name= ;;
      esac
      if [ -n "$name" ]; then decoders+=("$name"); found_one=yes; fi
    done
    [ -n "$found_one" ] ||
      refuse "the plugin $plugin is not there, or has no name: build it in a step before, or name its decoder in the input decoder"
  done
}

options_of_compare() {
  options=(--quiet)
  local entry
  for entry in "${plugins[@]}"; do options+=(--plugin "$entry"); done
  for entry in "${decoders[@]}"; do options+=(--decoder "$entry"); done
  [ -z "${GATE_FAIL_ON:-}" ] || options+=(--fail-on "$GATE_FAIL_ON")
  [ -z "${GATE_TRIALS:-}" ] || options+=(--trials "$GATE_TRIALS")
  options+=("${arguments[@]}")
}

# What stands before a command: nothing if the harness is here, otherwise the start of a container that sees
# this folder and the job's summary under the same names. It gets no variable of the job but these two.
choose_runner() {
  runner=()
  local image=${GATE_IMAGE:-} engine=${GATE_ENGINE:-docker}
  if [ -z "$image" ]; then
    ! command -v harness > /dev/null || return 0
    [ -n "${GATE_REPOSITORY:-}" ] || refuse "there is no harness on PATH: name an image in the input image"
    image=ghcr.io/$(printf '%s' "$GATE_REPOSITORY" | tr '[:upper:]' '[:lower:]'):$(version)
  fi
  command -v "$engine" > /dev/null ||
    refuse "there is neither a harness nor $engine on PATH: give the job \`container: $image\`"
  echo "The harness runs in $image."
  runner=("$engine" run --rm --user "$(id -u):$(id -g)" --env HOME=/tmp --env GITHUB_ACTIONS
    --volume "$PWD:$PWD" --workdir "$PWD")
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    runner+=(--env GITHUB_STEP_SUMMARY --volume "$GITHUB_STEP_SUMMARY:$GITHUB_STEP_SUMMARY")
  fi
  # Whatever the image's entry point is.
  runner+=(--entrypoint /bin/sh "$image" -c 'exec "$@"' sh)
}

# The version of the harness that this copy of the action belongs to.
version() { sed -n 's/^version: *//p' "$(dirname "$0")/../../CITATION.cff"; }

judge() {
  local corpus=$1 folder baseline code=0
  folder=$report/$(name_of "$corpus")
  baseline=$(baseline_of "$corpus")
  printf '== %s\n' "$corpus"
  "${runner[@]}" harness compare --corpus "$corpus" --output "$folder" --baseline "$baseline" "${options[@]}" ||
    code=$?
  printf '%s\t%s\t%s\t%s\n' "$code" "$corpus" "$folder" "$baseline" >> "$report/gates.tsv"
  case $code in
    0 | 1 | 3) more_files "$folder" ;;
    *) printf '::error title=%s::harness compare ended with exit code %s; the log says why\n' "$corpus" "$code" ;;
  esac
  case $code/$worst in
    */2 | 0/* | 3/1) ;;
    1/* | 3/*) worst=$code ;;
    *) worst=2 ;;
  esac
}

# The page with all pictures, and this run as a baseline that can be committed in the place of the old one.
more_files() {
  "${runner[@]}" harness report "$1" > /dev/null || echo "::warning title=$1::no page could be made of this run"
  rm -f "$1/new-baseline.json"
  "${runner[@]}" harness gate accept "$1" --output "$1/new-baseline.json" > /dev/null ||
    echo "This run is no baseline."
}

publish() {
  local conclusion
  case $worst in
    0) conclusion=passed ;;
    1) conclusion=regressed ;;
    3) conclusion=cannot-judge ;;
    *) conclusion=failed ;;
  esac
  {
    echo "conclusion=$conclusion"
    echo "exit-code=$worst"
    echo "report=$report"
  } >> "${GITHUB_OUTPUT:-/dev/null}"
  echo "Gate: $conclusion"
}

main
