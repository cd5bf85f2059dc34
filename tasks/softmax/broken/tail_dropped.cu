/* assay
expect = "result.unwritten"
[[launch]]
kernel = "softmax_tail"
grid   = ["rows"]
block  = [256]
args   = ["x", "y", "rows", "cols"]
*/
// Rejected: stores whole vectors of four and forgets the ends, so rows whose length is not a multiple of four keep
// whatever stood in the output. Right at every size that a benchmark would pick.
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
extern "C" __global__ void softmax_tail(const float* x, float* y, int rows, int cols) {
  __shared__ float s[8];
  const long long base = (long long)blockIdx.x * cols;
  float top = -INFINITY;
  for (int c = threadIdx.x; c < cols; c += 256) top = fmaxf(top, x[base + c]);
  top = reduce_max(top, s);
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += 256) sum += expf(x[base + c] - top);
  sum = reduce_sum(sum, s);
  for (int v = threadIdx.x; v < cols / 4; v += 256)
    for (int c = 4 * v; c < 4 * v + 4; ++c) y[base + c] = expf(x[base + c] - top) / sum;
}
