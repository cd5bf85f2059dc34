/* assay
expect = "accepted"

[[launch]]
kernel = "sum"
grid   = ["ceil_div(n, 256)"]
block  = [256]
args   = ["x", "y", "parts", "n"]

[[scratch]]
name  = "parts"
dtype = "f32"
shape = ["8 * ceil_div(n, 256)"]

[[state]]
symbol = "tickets"
*/
// Every warp stores its own sum and fences it; the barrier gathers the warps, and one thread takes the
// block's ticket. The last block adds everything up in a fixed order.
__device__ unsigned tickets = 0;

extern "C" __global__ void sum(const float* x, float* y, float* parts, int n) {
  __shared__ bool last;
  const int i = blockIdx.x * 256 + threadIdx.x;
  float v = i < n ? x[i] : 0.f;
  for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(~0u, v, o);
  if (threadIdx.x % 32 == 0) parts[blockIdx.x * 8 + threadIdx.x / 32] = v;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(&tickets, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!last || threadIdx.x >= 32) return;
  __threadfence();
  float all = 0;
  for (int j = threadIdx.x; j < 8 * (int)gridDim.x; j += 32) all += parts[j];
  for (int o = 16; o > 0; o /= 2) all += __shfl_xor_sync(~0u, all, o);
  if (threadIdx.x == 0) y[0] = all;
}
