/* assay
expect = "race.shared"
[[launch]]
kernel = "reduce_shuffle"
grid   = [1]
block  = [256]
args   = ["x", "y", "n"]
*/
// Lanes of one warp exchange through memory without __syncwarp().
extern "C" __global__ void reduce_shuffle(const float* x, float* y, int n) {
  __shared__ float s[8];
  __shared__ float half[32];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) sum += x[i];
  for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  half[threadIdx.x] = threadIdx.x < 8 ? s[threadIdx.x] : 0.f;
  sum = threadIdx.x < 4 ? half[threadIdx.x] + half[threadIdx.x + 4] : 0.f;
  for (int d = 2; d; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x == 0) y[0] = sum;
}
