/* assay
expect = "memory.out_of_bounds"
[[launch]]
kernel = "rmsnorm_past"
grid   = ["rows"]
block  = [256]
args   = ["x", "gain", "y", "eps", "cols"]
*/
// Rejected: the loop rounds up to whole blocks and reads past the end of x in the last row (and, in the others, the next
// row's elements).
extern "C" __global__ void rmsnorm_past(const float* x, const float* gain, float* y, float eps, int cols) {
  __shared__ float s[8];
  const long long base = (long long)blockIdx.x * cols;
  float squares = 0;
  for (int c = threadIdx.x; c < (cols + 255) / 256 * 256; c += 256) squares += x[base + c] * x[base + c];
  for (int d = 16; d; d >>= 1) squares += __shfl_xor_sync(~0u, squares, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = squares;
  __syncthreads();
  squares = 0;
  for (int w = 0; w < 8; ++w) squares += s[w];
  const float scale = rsqrtf(squares / cols + eps);
  for (int c = threadIdx.x; c < cols; c += 256) y[base + c] = x[base + c] * scale * gain[c];
}
