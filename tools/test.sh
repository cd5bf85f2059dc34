#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Everything that must hold before a change lands: tests, checks on the tree, the bundle in an empty
# root, the tests again under ASan and UBSan. Goes on after a failure, so that one run shows all.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/steps.sh"

sanitize=yes
case ${1:-} in
  '') ;;
  --quick) sanitize=no ;;
  *) misused "unknown option '$1'" "./dev test [--quick]" ;;
esac

results=$root/build/results
rm -rf "$results"
mkdir -p "$results"
expected=()

# tests PRESET [CTEST OPTION...]: builds everything and runs the tests; the outcome goes to
# results/PRESET.xml.
tests() {
  expected+=("$results/$1.xml")
  (build "$1") || return 0
  say "test ($1)"
  ctest --preset "$@" -j "$jobs" --output-junit "$results/$1.xml" \
    </dev/null >"$results/$1.log" 2>&1 ||
    grep -vE '(Passed|Start) ' "$results/$1.log" || true
}

lint() {
  expected+=("$results/lint.txt")
  say "lint"
  python3 tools/lint.py </dev/null | tee "$results/lint.txt" || true
}

bundle() {
  expected+=("$results/bundle.txt")
  say "bundle"
  { tools/bundle.sh && tools/empty_root.sh; } </dev/null 2>&1 | tee "$results/bundle.txt" || true
}

tools/setup.sh --all
tests release
lint
bundle
[ "$sanitize" = no ] || tests sanitize
python3 tools/tally.py "${expected[@]}"
