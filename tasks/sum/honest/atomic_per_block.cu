/* assay
expect = "accepted"
[[launch]]
kernel = "sum_atomic"
grid   = ["min(ceil_div(n, 1024), 512)"]
block  = [256]
args   = ["x", "y", "n"]
*/
// One atomicAdd a block. The order of the blocks, and with it the last bits of the sum, changes from run to run.
extern "C" __global__ void sum_atomic(const float* x, float* y, int n) {
  __shared__ float s[8];
  float sum = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) sum += x[i];
  for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < 8; ++w) sum += s[w];
    atomicAdd(y, sum);
  }
}
