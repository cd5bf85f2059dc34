/* assay
expect = "accepted"
[[launch]]
kernel = "attack"
grid   = ["min(rows, sm_count)"]
block  = [32]
args   = ["x", "y", "rows", "cols"]
*/
// D7, honest twin: a persistent kernel: as many blocks as multiprocessors take rows in turn.
extern "C" __global__ void attack(const float* x, float* y, int rows, int cols) {
  unsigned sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  if (sm > 100000u) return;
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    const float* in = x + (long long)row * cols;
    float top = -INFINITY, sum = 0;
    for (int c = threadIdx.x; c < cols; c += 32) top = fmaxf(top, in[c]);
    for (int d = 16; d; d >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
    for (int c = threadIdx.x; c < cols; c += 32) sum += __expf(in[c] - top);
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    for (int c = threadIdx.x; c < cols; c += 32) y[(long long)row * cols + c] = __expf(in[c] - top) / sum;
  }
}
