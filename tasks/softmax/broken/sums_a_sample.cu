/* assay
expect = "result.wrong"
[[launch]]
kernel = "softmax_sample"
grid   = ["rows"]
block  = [256]
args   = ["x", "y", "rows", "cols"]
*/
// Rejected: sums only the first 256 columns of a row. Fast, and right wherever a row is no longer than the block.
static __device__ float reduce_max(float v, float* s) {
  for (int d = 16; d; d >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  for (int w = 0; w < 8; ++w) v = fmaxf(v, s[w]);
  __syncthreads();
  return v;
}
static __device__ float reduce_sum(float v, float* s) {
  for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  v = 0;
  for (int w = 0; w < 8; ++w) v += s[w];
  __syncthreads();
  return v;
}
extern "C" __global__ void softmax_sample(const float* x, float* y, int rows, int cols) {
  __shared__ float s[8];
  const long long base = (long long)blockIdx.x * cols;
  float top = -INFINITY;
  for (int c = threadIdx.x; c < cols; c += 256) top = fmaxf(top, x[base + c]);
  top = reduce_max(top, s);
  const float part = threadIdx.x < cols ? expf(x[base + threadIdx.x] - top) : 0.f;
  const float sum = reduce_sum(part, s);
  for (int c = threadIdx.x; c < cols; c += 256) y[base + c] = expf(x[base + c] - top) / sum;
}
