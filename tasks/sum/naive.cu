/* assay
expect = "accepted"
[[launch]]
kernel = "sum_naive"
grid   = [1]
block  = [256]
args   = ["x", "y", "n"]
*/
// The baseline: one block, so one of the GPU's 132 multiprocessors works.
extern "C" __global__ void sum_naive(const float* x, float* y, int n) {
  __shared__ float s[256];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) sum += x[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int d = 128; d; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) y[0] = s[0];
}
