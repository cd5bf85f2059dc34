/* assay
expect = "race.global"
[[launch]]
kernel = "sum_no_fence"
grid   = ["min(ceil_div(n, 1024), 512)"]
block  = [256]
args   = ["x", "y", "partial", "n"]

[[scratch]]
name  = "partial"
dtype = "f32"
shape = ["min(ceil_div(n, 1024), 512)"]

[[state]]
symbol = "ticket"
*/
// Rejected as a race: without the fence the ticket may be seen before the partial sum that it promises.
__device__ unsigned ticket;
static __device__ float block_sum(float v, float* s) {
  s[threadIdx.x] = v;
  __syncthreads();
  for (int d = 128; d; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  v = s[0];
  __syncthreads();
  return v;
}
extern "C" __global__ void sum_no_fence(const float* x, float* y, float* partial, int n) {
  __shared__ float s[256];
  __shared__ bool last;
  float sum = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) sum += x[i];
  sum = block_sum(sum, s);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    last = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;  // wraps to 0: ready for the next launch
  }
  __syncthreads();
  if (!last) return;
  sum = 0;
  for (int b = threadIdx.x; b < gridDim.x; b += 256) sum += partial[b];
  sum = block_sum(sum, s);
  if (threadIdx.x == 0) y[0] = sum;
}
