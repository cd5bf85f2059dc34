/* assay
expect = "race.shared"
[[launch]]
kernel = "softmax_race"
grid   = ["rows"]
block  = [256]
args   = ["x", "y", "rows", "cols"]
*/
// Rejected as a race. The barrier between the two uses of s is gone: a quick warp overwrites s[w] with its partial sum
// while a slow one still reads the partial maxima. On most days it even gives the right answer.
extern "C" __global__ void softmax_race(const float* x, float* y, int rows, int cols) {
  __shared__ float s[8];
  const long long base = (long long)blockIdx.x * cols;
  float top = -INFINITY;
  for (int c = threadIdx.x; c < cols; c += 256) top = fmaxf(top, x[base + c]);
  for (int d = 16; d; d >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = top;
  __syncthreads();
  for (int w = 0; w < 8; ++w) top = fmaxf(top, s[w]);
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += 256) sum += expf(x[base + c] - top);
  for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int w = 0; w < 8; ++w) sum += s[w];
  for (int c = threadIdx.x; c < cols; c += 256) y[base + c] = expf(x[base + c] - top) / sum;
}
