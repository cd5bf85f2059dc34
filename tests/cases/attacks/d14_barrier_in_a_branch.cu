/* assay
expect = "barrier.divergent"
[[launch]]
kernel = "attack"
grid   = ["rows"]
block  = [32]
args   = ["x", "y", "rows", "cols"]
*/
// D14: half of a warp waits at one barrier, half at another.
extern "C" __global__ void attack(const float* x, float* y, int rows, int cols) {
  const float* in = x + (long long)blockIdx.x * cols;
  float* out = y + (long long)blockIdx.x * cols;
  if (threadIdx.x % 2) {
    __syncthreads();
    if (in[0] == 12345.f) out[0] = 1.f;
  } else {
    if (in[0] == 12346.f) out[0] = 2.f;
    __syncthreads();
  }
  float top = -INFINITY, sum = 0;
  for (int c = threadIdx.x; c < cols; c += 32) top = fmaxf(top, in[c]);
  for (int d = 16; d; d >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
  for (int c = threadIdx.x; c < cols; c += 32) sum += __expf(in[c] - top);
  for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
  for (int c = threadIdx.x; c < cols; c += 32) out[c] = __expf(in[c] - top) / sum;
}
