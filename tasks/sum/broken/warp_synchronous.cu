/* assay
expect = "race.shared"
[[launch]]
kernel = "sum_warp_synchronous"
grid   = [1]
block  = [256]
args   = ["x", "y", "n"]
*/
// Rejected as a race: the last steps of the tree trust that a warp runs in lockstep, as old tutorials do. Since Volta
// the lanes of a warp may drift apart; each step needs a __syncwarp().
extern "C" __global__ void sum_warp_synchronous(const float* x, float* y, int n) {
  __shared__ float s[256];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) sum += x[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int d = 128; d > 16; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x < 16) {
    for (int d = 16; d; d >>= 1)
      if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
  }
  if (threadIdx.x == 0) y[0] = s[0];
}
