#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a Debian 12 machine fit to build and run assay. What is there is left alone, so a second run
# is silent and quick. `--all` adds what only `./dev test`, `lint` and `fuzz` need.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/steps.sh"

packages=(
  g++ cmake ninja-build ccache git ca-certificates python3 binutils
  libcli11-dev libtomlplusplus-dev nlohmann-json3-dev libfmt-dev libexpected-dev
  libb2-dev libzstd-dev
  libgtest-dev libgmock-dev librapidcheck-dev libmpfr-dev libbenchmark-dev
)
lint_packages=(
  clang-19 clang-format-19 clang-tidy-19 lld-19 libclang-rt-19-dev shellcheck codespell
)

# The compilers all stand at 13.0, so that two machines judge alike. The two disassemblers only show
# things; PyPI has them from 13.2 on.
compiler_wheels=(
  nvidia-cuda-nvrtc==13.0.88 nvidia-cuda-nvcc==13.0.88 nvidia-cuda-crt==13.0.88 nvidia-nvvm==13.0.88
  nvidia-cuda-runtime==13.0.96 nvidia-cuda-cccl==13.0.85
)
tool_wheels=(nvidia-cuda-nvdisasm==13.2.78 nvidia-cuda-cuobjdump==13.2.78)

# The packages among the arguments that dpkg does not have.
missing() {
  comm -23 <(printf '%s\n' "$@" | sort) \
    <(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
      sed -n 's/ installed$//p' | sort)
}

install_packages() {
  local wanted
  mapfile -t wanted < <(missing "$@")
  [ ${#wanted[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null || die "this machine has no apt-get" "install by hand: ${wanted[*]}"
  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
      die "installing needs root, and there is no sudo" "as root: apt-get install ${wanted[*]}"
    as_root=(sudo)
  fi
  say "install ${wanted[*]}"
  quietly build/apt-update.log "${as_root[@]}" apt-get update
  quietly build/apt-install.log "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "${wanted[@]}"
}

# Whether the folder is a CUDA toolkit whose NVRTC is the one we judge with.
has_compiler() {
  local lib
  for lib in lib64 lib; do
    [ ! -e "$1/$lib/libnvrtc.so.13" ] || [ ! -e "$1/$lib/libnvrtc-builtins.so.13.0" ] || return 0
  done
  return 1
}

installed_toolkit() {
  [ "${ASSAY_TOOLKIT:-}" != wheels ] || return 1
  local nvcc folder
  nvcc=$(command -v nvcc || true)
  for folder in "${CUDA_HOME:-}" "${CUDA_PATH:-}" "${nvcc%/bin/nvcc}" \
    /usr/local/cuda /usr/local/cuda-13.0; do
    [ -n "$folder" ] && has_compiler "$folder" && echo "$folder" && return
  done
  return 1
}

# Unpacks wheels into .toolkit, all or nothing, laid out as a CUDA toolkit (bin, lib64, nvvm).
install_wheels() {
  [ "$(cat .toolkit/wheels.txt 2>/dev/null)" != "$*" ] || return 0
  install_packages python3-venv
  say "fetch NVIDIA's tools from PyPI into .toolkit: $*"
  local fresh=.toolkit.new
  rm -rf $fresh
  quietly build/venv.log python3 -m venv $fresh/venv
  fetch $fresh "$@" || fetch $fresh "$@" || {
    tail -n 20 build/wheels.log >&2
    return 1
  }
  mv $fresh/wheels/nvidia/cu13 $fresh/toolkit
  cp -r $fresh/wheels/*.dist-info $fresh/toolkit/
  [ ! -d $fresh/toolkit/lib ] || ln -s lib $fresh/toolkit/lib64
  echo "$*" >$fresh/toolkit/wheels.txt
  rm -rf .toolkit
  mv $fresh/toolkit .toolkit
  rm -rf $fresh
}

fetch() {
  local into=$1
  shift
  rm -rf "$into/wheels"
  "$into/venv/bin/pip" install --quiet --no-deps --no-compile --target "$into/wheels" "$@" \
    >build/wheels.log 2>&1 </dev/null
}

case ${1:-} in
  '') install_packages "${packages[@]}" ;;
  --all) install_packages "${packages[@]}" "${lint_packages[@]}" ;;
  *) misused "unknown option '$1'" "./dev setup [--all]" ;;
esac
mkdir -p build
if ! installed_toolkit >/dev/null; then
  install_wheels "${compiler_wheels[@]}" "${tool_wheels[@]}" ||
    die "NVIDIA's compiler could not be fetched from PyPI" \
      "install a CUDA 13.0 toolkit, or see build/wheels.log"
elif [ ! -x .toolkit/bin/nvdisasm ]; then
  install_wheels "${tool_wheels[@]}" ||
    say "note: no disassembler; listings of machine code will be missing"
fi
