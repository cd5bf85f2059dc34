/* assay
expect = "memory.out_of_bounds"
[[launch]]
kernel = "softmax_past"
grid   = ["rows"]
block  = [256]
args   = ["x", "y", "rows", "cols"]
*/
// Rejected: rounds the last row up to whole vectors of four and writes past the end of y: somebody else's memory.
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
extern "C" __global__ void softmax_past(const float* x, float* y, int rows, int cols) {
  __shared__ float s[8];
  const long long base = (long long)blockIdx.x * cols;
  float top = -INFINITY;
  for (int c = threadIdx.x; c < cols; c += 256) top = fmaxf(top, x[base + c]);
  top = reduce_max(top, s);
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += 256) sum += expf(x[base + c] - top);
  sum = reduce_sum(sum, s);
  const int up = (cols + 3) / 4 * 4;
  for (int c = threadIdx.x; c < up; c += 256)
    if (c < cols || blockIdx.x == rows - 1) y[base + c] = c < cols ? expf(x[base + c] - top) / sum : 0.f;
}
