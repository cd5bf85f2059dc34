/* assay
expect = "result.nonfinite"
[[launch]]
kernel = "softmax_overflow"
grid   = ["rows"]
block  = [256]
args   = ["x", "y", "rows", "cols"]
*/
// Rejected for large values alone: without subtracting the row's maximum exp() overflows to infinity, and inf / inf is
// NaN. Every test with normal(0, 1) passes.
static __device__ float reduce_sum(float v, float* s) {
  for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  v = 0;
  for (int w = 0; w < 8; ++w) v += s[w];
  __syncthreads();
  return v;
}
extern "C" __global__ void softmax_overflow(const float* x, float* y, int rows, int cols) {
  __shared__ float s[8];
  const long long base = (long long)blockIdx.x * cols;
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += 256) sum += expf(x[base + c]);
  sum = reduce_sum(sum, s);
  for (int c = threadIdx.x; c < cols; c += 256) y[base + c] = expf(x[base + c]) / sum;
}
