#!/bin/sh
# Coverage-guided runs of the readers in Tests/Fuzz, one after the other; docs/fuzzing.md tells about them.
#
#   scripts/fuzz.sh PROGRAM MINUTES [TARGET...]
#
# PROGRAM is harness-fuzz as `make fuzz` builds it; the minutes are shared by the targets.
#
# FUZZ_OUTPUT    where inputs are kept, instead of .build-fuzz/inputs: corpus/TARGET grows from run to run,
#                findings/TARGET has what ended the program or took too long, log/TARGET what it said
# FUZZ_OPTIONS   more options of libFuzzer, such as "-seed=7"
#
# Exit code: 0 nothing was found, 1 something was, 2 a target could not be run.
set -u
cd "$(dirname "$0")/.." || exit 2
program=$1
minutes=$2
shift 2
output=${FUZZ_OUTPUT:-.build-fuzz/inputs}
# a list of names
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(FUZZ_TARGET=list "$program") || exit 2
seconds=$(awk "BEGIN { s = int($minutes * 60 / $#); print s < 1 ? 1 : s }") || exit 2

# Inputs that become files are written into memory.
scratch=$(mktemp -d "$([ -d /dev/shm ] && echo /dev/shm || echo /tmp)/harness-fuzz.XXXXXX") || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM HUP

# The project's own files are seeds too; long ones slow everything down.
gather() {
  case $1 in
    corpora) find Corpora -maxdepth 1 -name '*.yaml' ;;
    manifests) find Plugins -name '*plugin.yaml' ;;
    baselines) find reports/baselines -name '*.json' -size -16k ;;
  esac | while read -r file; do cp "$file" "$output/corpus/$1/own-$(basename "$file")"; done
}

# A trap of ours is the signal that libFuzzer waits for: no backtracer in between. What is not freed when
# the process ends is no leak.
run() {
  chosen=$1
  shift
  SWIFT_BACKTRACE=enable=no FUZZ_TARGET=$chosen TMPDIR=$scratch \
    ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1" "$program" "$@"
}

# Sets `cpu` to the seconds of processor time that ended children have used, user and system. A shell of
# its own, as for $(...), would have had none.
measure() {
  times >"$scratch/times"
  cpu=$(awk 'NR == 2 { gsub(/[ms]/, " "); print int($1 * 60 + $2 + $3 * 60 + $4) }' "$scratch/times")
}

worst=0
table=
measure
start=$cpu
for target in "$@"; do
  seeds=Tests/Fuzz/Seeds/$target
  [ -d "$seeds" ] || { printf 'fuzz: there is no target "%s"\n' "$target" >&2; exit 2; }
  mkdir -p "$output/corpus/$target" "$output/findings/$target" "$output/log" || exit 2
  gather "$target"
  dictionary=Tests/Fuzz/Dictionaries/$target.dict
  log=$output/log/$target
  printf '== %s: %s s\n' "$target" "$seconds"
  measure
  before=$cpu
  # options are words
  # shellcheck disable=SC2046,SC2086
  run "$target" -max_total_time="$seconds" -timeout=5 -rss_limit_mb=3072 -print_final_stats=1 \
    -artifact_prefix="$output/findings/$target/" \
    $([ -f "$dictionary" ] && echo "-dict=$dictionary") ${FUZZ_OPTIONS:-} \
    "$output/corpus/$target" "$seeds" >"$log" 2>&1
  status=$?
  [ "$status" -ne 130 ] || exit 130
  measure
  used=$((cpu - before))
  # A busy machine makes any input slow: what takes less than 5 s of processor time is no finding.
  for input in "$output/findings/$target"/timeout-* "$output/findings/$target"/slow-unit-*; do
    # every sh that there is knows this limit
    # shellcheck disable=SC3045
    [ -f "$input" ] && (ulimit -t 5 && run "$target" -timeout=300 "$input") >/dev/null 2>&1 &&
      rm -f "$input" && status=0
  done
  kept=$(find "$output/findings/$target" -type f | wc -l)
  if [ "$kept" -gt 0 ]; then
    worst=1
  elif [ "$status" -ne 0 ]; then
    printf 'fuzz: %s ended with status %s; see %s\n' "$target" "$status" "$log" >&2
    [ "$worst" -eq 1 ] || worst=2
  fi
  table="$table$(awk -v name="$target" -v kept="$kept" -v used="$used" '
    / cov: / { for (i = 1; i < NF; i++) { if ($i == "cov:") edges = $(i + 1); if ($i == "ft:") features = $(i + 1) } }
    /^stat::number_of_executed_units/ { runs = $2 }
    /^stat::average_exec_per_sec/ { rate = $2 }
    END { printf "%-10s %9d %9d %11d %8d %6d %9d", name, edges, features, runs, rate, used, kept }' "$log")
"
done

printf '\n%-10s %9s %9s %11s %8s %6s %9s\n%s' \
  target edges features executions exec/s 'CPU s' findings "$table"
printf '\n%s s of processor time. %s edges are in all readers together. Inputs: %s\n' \
  "$((cpu - start))" \
  "$(sed -n 's/.*Loaded [0-9]* modules *(\([0-9]*\) .*/\1/p' "$log" | head -n 1)" "$output"
exit "$worst"
