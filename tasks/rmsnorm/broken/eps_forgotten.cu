/* assay
expect = "result.wrong"
[[launch]]
kernel = "rmsnorm_no_eps"
grid   = ["rows"]
block  = [256]
args   = ["x", "gain", "y", "eps", "cols"]
*/
// Rejected: eps is forgotten. Invisible for values around one, plain for small ones.
extern "C" __global__ void rmsnorm_no_eps(const float* x, const float* gain, float* y, float eps, int cols) {
  __shared__ float s[8];
  const long long base = (long long)blockIdx.x * cols;
  float squares = 0;
  for (int c = threadIdx.x; c < cols; c += 256) squares += x[base + c] * x[base + c];
  for (int d = 16; d; d >>= 1) squares += __shfl_xor_sync(~0u, squares, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = squares;
  __syncthreads();
  squares = 0;
  for (int w = 0; w < 8; ++w) squares += s[w];
  const float scale = rsqrtf(squares / cols);
  for (int c = threadIdx.x; c < cols; c += 256) y[base + c] = x[base + c] * scale * gain[c];
}
