// SPDX-License-Identifier: Apache-2.0
// A reduction over a row: a loop, shuffles, shared memory, a barrier.
// nvcc -ptx -arch=sm_90 -lineinfo -include math.h; the .ptx beside it is what comes of it.
extern "C" __global__ void row_maximum(const float* x, float* y, int cols) {
  float m = -INFINITY;
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    m = fmaxf(m, x[(long long)blockIdx.x * cols + c]);
  for (int d = 16; d > 0; d /= 2) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
  __shared__ float part[32];
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = m;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned w = 1; w < blockDim.x / 32; ++w) m = fmaxf(m, part[w]);
    y[blockIdx.x] = m;
  }
}
