/* assay
expect = "race.global"
[[launch]]
kernel = "sum_plain_add"
grid   = ["min(ceil_div(n, 256), 512)"]
block  = [256]
args   = ["x", "y", "n"]
*/
// Rejected as a race: blocks read, add and write y[0] without an atomic, so sums get lost.
extern "C" __global__ void sum_plain_add(const float* x, float* y, int n) {
  __shared__ float s[8];
  float sum = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) sum += x[i];
  for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < 8; ++w) sum += s[w];
    y[0] += sum;
  }
}
