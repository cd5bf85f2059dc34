/* assay
expect = "accepted"
[[launch]]
kernel = "softmax_block"
grid   = ["rows"]
block  = ["BLOCK"]
args   = ["x", "y", "cols"]

[params]
BLOCK = [256, 128, 512]
*/
// One block a row: neighbouring threads read neighbouring elements, and a tree in shared memory combines them.
static __device__ float combine(float v, float* s, bool maximum) {
  s[threadIdx.x] = v;
  __syncthreads();
  for (int d = BLOCK / 2; d; d >>= 1) {
    if (threadIdx.x < d) {
      const float other = s[threadIdx.x + d];
      s[threadIdx.x] = maximum ? fmaxf(s[threadIdx.x], other) : s[threadIdx.x] + other;
    }
    __syncthreads();
  }
  const float all = s[0];
  __syncthreads();  // nobody may start to refill s before everybody has read s[0]
  return all;
}
extern "C" __global__ void softmax_block(const float* __restrict__ x, float* __restrict__ y, int cols) {
  __shared__ float s[BLOCK];
  const float* in = x + (long long)blockIdx.x * cols;
  float* out = y + (long long)blockIdx.x * cols;
  float top = -INFINITY;
  for (int c = threadIdx.x; c < cols; c += BLOCK) top = fmaxf(top, in[c]);
  top = combine(top, s, true);
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += BLOCK) sum += __expf(in[c] - top);
  sum = combine(sum, s, false);
  for (int c = threadIdx.x; c < cols; c += BLOCK) out[c] = __expf(in[c] - top) / sum;
}
