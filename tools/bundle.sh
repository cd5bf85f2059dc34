#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes bundle/assay from build/release: a folder that runs wherever it is copied to, given glibc.
# All or nothing: the old bundle stands until the new one is whole.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/steps.sh"

fresh=bundle/assay.new
rm -rf $fresh
mkdir -p $fresh/bin
for name in "${executables[@]}"; do
  [ -x "build/release/$name" ] || die "build/release/$name is missing" "run ./dev bundle"
  strip --strip-debug -o "$fresh/$name" "build/release/$name"
done
cp -r tasks LICENSE $fresh/
cp docs/verdict.schema.json $fresh/ 2>/dev/null || true
cat >$fresh/README <<'END'
assay judges GPU kernels, with or without a GPU. Start with:

    bin/assay doctor                 what this machine has, and what is missing
    bin/assay judge tasks/softmax    judge a task's candidates

It needs nothing but glibc, and NVIDIA's compiler (NVRTC 13.0) to build .cu candidates: a CUDA 13.0
toolkit in CUDA_HOME or /usr/local/cuda, or a folder .toolkit beside bin/ made with

    python3 -m venv venv
    venv/bin/pip install --no-deps --target wheels nvidia-cuda-nvrtc==13.0.88 \
      nvidia-cuda-runtime==13.0.96 nvidia-cuda-cccl==13.0.85 nvidia-cuda-crt==13.0.88
    mv wheels/nvidia/cu13 .toolkit
END
rm -rf bundle/assay
mv $fresh bundle/assay
say "bundle/assay: $(du -sh bundle/assay | cut -f1)"
