/* assay
expect = "race.shared"
[[launch]]
kernel = "reduce_single_pass"
grid   = ["min(ceil_div(n, 256), 64)"]
block  = [256]
args   = ["x", "partial", "y", "n"]

[[scratch]]
name  = "partial"
dtype = "f32"
shape = ["min(ceil_div(n, 256), 64)"]

[[state]]
symbol = "retirement_count"
*/
// The levels of the tree are not kept apart.
__device__ unsigned retirement_count = 0;
static __device__ void reduce_block(float* s) {
  for (int d = 128; d; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
  }
}
extern "C" __global__ void reduce_single_pass(const float* x, float* partial, float* y, int n) {
  __shared__ float s[256];
  __shared__ bool am_last;
  float sum = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) sum += x[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  reduce_block(s);
  if (threadIdx.x == 0) partial[blockIdx.x] = s[0];
  __threadfence();
  if (threadIdx.x == 0) {
    const unsigned ticket = atomicInc(&retirement_count, gridDim.x);
    am_last = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (!am_last) return;
  sum = 0;
  for (int b = threadIdx.x; b < gridDim.x; b += 256) sum += partial[b];
  s[threadIdx.x] = sum;
  __syncthreads();
  reduce_block(s);
  if (threadIdx.x == 0) {
    y[0] = s[0];
    retirement_count = 0;
  }
}
