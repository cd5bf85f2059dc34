/* assay
expect = "accepted"
[[launch]]
kernel = "softmax_warp"
grid   = ["ceil_div(rows, WARPS)"]
block  = [32, "WARPS"]
args   = ["x", "y", "rows", "cols"]

[params]
WARPS = [4, 8]
*/
// One warp a row: the lanes combine by shuffles, without shared memory and without a single block barrier.
extern "C" __global__ void softmax_warp(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
  const int row = blockIdx.x * WARPS + threadIdx.y;
  if (row >= rows) return;  // the same for all lanes of a warp, so the shuffles below are full
  const float* in = x + (long long)row * cols;
  float* out = y + (long long)row * cols;
  float top = -INFINITY;
  for (int c = threadIdx.x; c < cols; c += 32) top = fmaxf(top, in[c]);
  for (int d = 16; d; d >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += 32) sum += __expf(in[c] - top);
  for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
  const float scale = 1.f / sum;
  for (int c = threadIdx.x; c < cols; c += 32) out[c] = __expf(in[c] - top) * scale;
}
