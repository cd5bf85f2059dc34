#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh [TARGET|all] [SECONDS]: runs the libFuzzer targets of tests/fuzz, each for that long.
# Corpora grow in build/corpus/TARGET; an input that fails stays in build/findings, until it is kept
# as a test in tests/fuzz/found/TARGET.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/steps.sh"

target=${1:-all}
seconds=${2:-60}
usage="./dev fuzz [TARGET|all] [SECONDS]"
[[ $seconds =~ ^[0-9]+$ ]] || misused "'$seconds' is no number of seconds" "$usage"
tools/setup.sh --all
build fuzz fuzzers

if [ "$target" = all ]; then
  fuzzers=(build/fuzz/bin/fuzz_*)
else
  fuzzers=("build/fuzz/bin/fuzz_$target")
fi
targets=$(find build/fuzz/bin -name 'fuzz_*' -printf '%f ')
[ -x "${fuzzers[0]}" ] || die "there is no fuzz target '$target'" "there are: ${targets//fuzz_/}"

failed=0
for fuzzer in "${fuzzers[@]}"; do
  name=${fuzzer##*/fuzz_}
  mkdir -p "build/corpus/$name" "build/findings"
  say "fuzz $name for $seconds s"
  corpora=("build/corpus/$name")
  for folder in "tests/fuzz/seeds/$name" "tests/fuzz/found/$name"; do
    [ ! -d "$folder" ] || corpora+=("$folder")
  done
  "$fuzzer" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
    -print_final_stats=1 -artifact_prefix="build/findings/$name-" "${corpora[@]}" \
    >"build/fuzz-$name.log" 2>&1 || {
    tail -n 40 "build/fuzz-$name.log" >&2
    failed=1
  }
  grep -E '^stat::(number_of_executed_units|new_units_added)' "build/fuzz-$name.log" || true
done
[ $failed = 0 ] ||
  die "a fuzz target failed" "its input is in build/findings; keep it in tests/fuzz/found"
