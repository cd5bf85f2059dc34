/* assay
expect = "accepted"
[[launch]]
kernel = "attack"
grid   = ["rows"]
block  = [32]
args   = ["x", "y", "rows", "cols"]
*/
// D11, honest twin: the same exchange with __syncwarp().
extern "C" __global__ void attack(const float* x, float* y, int rows, int cols) {
  const float* in = x + (long long)blockIdx.x * cols;
  float* out = y + (long long)blockIdx.x * cols;
  __shared__ float s[32];
  s[threadIdx.x] = in[threadIdx.x % cols];
  __syncwarp();
  if (s[31 - threadIdx.x] == 12345.f) return;
  float top = -INFINITY, sum = 0;
  for (int c = threadIdx.x; c < cols; c += 32) top = fmaxf(top, in[c]);
  for (int d = 16; d; d >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
  for (int c = threadIdx.x; c < cols; c += 32) sum += __expf(in[c] - top);
  for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
  for (int c = threadIdx.x; c < cols; c += 32) out[c] = __expf(in[c] - top) / sum;
}
