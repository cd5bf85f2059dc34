/* assay
expect = "memory.input_modified"
[[launch]]
kernel = "softmax_scribble"
grid   = ["rows"]
block  = [256]
args   = ["x", "y", "rows", "cols"]
*/
// Rejected: the answer is right, but the exponentials are kept in the input. Whoever uses x next gets garbage.
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
extern "C" __global__ void softmax_scribble(float* x, float* y, int rows, int cols) {
  __shared__ float s[8];
  const long long base = (long long)blockIdx.x * cols;
  float top = -INFINITY;
  for (int c = threadIdx.x; c < cols; c += 256) top = fmaxf(top, x[base + c]);
  top = reduce_max(top, s);
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += 256) sum += x[base + c] = expf(x[base + c] - top);
  sum = reduce_sum(sum, s);
  for (int c = threadIdx.x; c < cols; c += 256) y[base + c] = x[base + c] / sum;
}
