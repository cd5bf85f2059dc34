/* assay
expect = "result.wrong"
[[launch]]
kernel = "sum_whole_blocks"
grid   = ["max(n / 256, 1)"]
block  = [256]
args   = ["x", "y", "n"]
*/
// Rejected: only whole blocks of 256 elements are added, the remainder is dropped.
extern "C" __global__ void sum_whole_blocks(const float* x, float* y, int n) {
  __shared__ float s[8];
  const int i = blockIdx.x * 256 + threadIdx.x;
  float sum = n >= 256 ? x[i] : threadIdx.x == 0 ? x[0] : 0.f;
  for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < 8; ++w) sum += s[w];
    atomicAdd(y, sum);
  }
}
