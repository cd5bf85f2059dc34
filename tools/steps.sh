# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Sourced by ./dev and its scripts: how a step speaks, fails and builds.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit
# Two clones of one commit compile to the same objects, so ccache may serve one from the other.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
jobs=${ASSAY_JOBS:-$(nproc)}
# shellcheck disable=SC2034  # used by those who source this
executables=(bin/assay bin/assay-builder bin/assay-worker)

say() { printf '== %s\n' "$*" >&2; }

complain() {
  printf 'error: %s\n' "$1" >&2
  [ $# -lt 2 ] || printf '  hint: %s\n' "$2" >&2
}

# die MESSAGE [HINT]: the machine or a step failed; misused …: the command line is wrong.
die() {
  complain "$@"
  exit 3
}
misused() {
  complain "$@"
  exit 2
}

# quietly LOG COMMAND...: the output goes to LOG and is shown only when the command fails.
quietly() {
  local log=$1
  shift
  mkdir -p "$(dirname "$log")"
  "$@" >"$log" 2>&1 </dev/null && return
  tail -n 40 "$log" >&2
  die "'$*' failed" "all of its output: $log"
}

# build PRESET [TARGET...]
build() {
  local preset=$1
  shift
  if [ ! -f "build/$preset/build.ninja" ]; then
    local tool
    for tool in cmake ninja g++ ccache; do
      command -v $tool >/dev/null || die "$tool is not installed" "run ./dev setup"
    done
    say "configure build/$preset"
    quietly "build/configure-$preset.log" cmake --preset "$preset"
  fi
  say "build ${*:-everything} ($preset, $jobs jobs)"
  ninja -C "build/$preset" -j "$jobs" --quiet "$@" ||
    die "the $preset build failed" "the compiler's message stands above"
}
