/* assay
expect = "accepted"
[[launch]]
kernel = "rmsnorm_block"
grid   = ["rows"]
block  = ["BLOCK"]
args   = ["x", "gain", "y", "eps", "cols"]

[params]
BLOCK = [256, 128, 512]
*/
// One block a row, a tree in shared memory.
extern "C" __global__ void rmsnorm_block(const float* x, const float* gain, float* y, float eps, int cols) {
  __shared__ float s[BLOCK];
  const long long base = (long long)blockIdx.x * cols;
  float squares = 0;
  for (int c = threadIdx.x; c < cols; c += BLOCK) squares += x[base + c] * x[base + c];
  s[threadIdx.x] = squares;
  __syncthreads();
  for (int d = BLOCK / 2; d; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  const float scale = rsqrtf(s[0] / cols + eps);
  for (int c = threadIdx.x; c < cols; c += BLOCK) y[base + c] = x[base + c] * scale * gain[c];
}
