/* assay
expect = "accepted"
[[launch]]
kernel = "attack"
grid   = ["rows"]
block  = [32]
args   = ["x", "y", "rows", "cols"]
*/
// D11, honest twin: many lanes set one flag to the same value.
extern "C" __global__ void attack(const float* x, float* y, int rows, int cols) {
  const float* in = x + (long long)blockIdx.x * cols;
  float* out = y + (long long)blockIdx.x * cols;
  __shared__ int any;
  if (threadIdx.x == 0) any = 0;
  __syncthreads();
  if (in[threadIdx.x % cols] > -1e30f) any = 1;
  __syncthreads();
  if (!any) return;
  float top = -INFINITY, sum = 0;
  for (int c = threadIdx.x; c < cols; c += 32) top = fmaxf(top, in[c]);
  for (int d = 16; d; d >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
  for (int c = threadIdx.x; c < cols; c += 32) sum += __expf(in[c] - top);
  for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
  for (int c = threadIdx.x; c < cols; c += 32) out[c] = __expf(in[c] - top) / sum;
}
