/* assay
expect = "accepted"
[[launch]]
kernel = "rmsnorm_warp"
grid   = ["ceil_div(rows, WARPS)"]
block  = [32, "WARPS"]
args   = ["x", "gain", "y", "eps", "rows", "cols"]

[params]
WARPS = [4, 8]
*/
// One warp a row: shuffles alone.
extern "C" __global__ void rmsnorm_warp(const float* __restrict__ x, const float* __restrict__ gain, float* __restrict__ y,
                                        float eps, int rows, int cols) {
  const int row = blockIdx.x * WARPS + threadIdx.y;
  if (row >= rows) return;
  const float* in = x + (long long)row * cols;
  float* out = y + (long long)row * cols;
  float squares = 0;
  for (int c = threadIdx.x; c < cols; c += 32) squares = fmaf(in[c], in[c], squares);
  for (int d = 16; d; d >>= 1) squares += __shfl_xor_sync(~0u, squares, d);
  const float scale = rsqrtf(squares / cols + eps);
  for (int c = threadIdx.x; c < cols; c += 32) out[c] = in[c] * scale * gain[c];
}
