/* assay
expect = "accepted"
[[launch]]
kernel = "partial_sums"
grid   = ["min(ceil_div(n, 1024), 512)"]
block  = [256]
args   = ["x", "partial", "n"]

[[launch]]
kernel = "partial_sums"
grid   = [1]
block  = [256]
args   = ["partial", "y", "min(ceil_div(n, 1024), 512)"]

[[scratch]]
name  = "partial"
dtype = "f32"
shape = ["min(ceil_div(n, 1024), 512)"]
*/
// Two launches: the boundary between them is the only synchronisation that blocks need.
extern "C" __global__ void partial_sums(const float* x, float* y, int n) {
  __shared__ float s[8];
  float sum = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) sum += x[i];
  for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < 8 ? s[threadIdx.x] : 0.f;
    for (int d = 4; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x == 0) y[blockIdx.x] = sum;
  }
}
