/* assay
expect = "run.step_limit"
[[launch]]
kernel = "attack"
grid   = ["rows"]
block  = [32]
args   = ["x", "y", "flag", "rows", "cols"]

[[scratch]]
name  = "flag"
dtype = "i32"
shape = ["rows"]
*/
// D14: spins on a flag that no thread will ever set.
extern "C" __global__ void attack(const float* x, float* y, volatile int* flag, int rows, int cols) {
  const float* in = x + (long long)blockIdx.x * cols;
  float* out = y + (long long)blockIdx.x * cols;
  if (threadIdx.x == 0) flag[blockIdx.x] = 0;
  __threadfence();
  __syncwarp();
  while (flag[blockIdx.x] == 0) {}
  float top = -INFINITY, sum = 0;
  for (int c = threadIdx.x; c < cols; c += 32) top = fmaxf(top, in[c]);
  for (int d = 16; d; d >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
  for (int c = threadIdx.x; c < cols; c += 32) sum += __expf(in[c] - top);
  for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
  for (int c = threadIdx.x; c < cols; c += 32) out[c] = __expf(in[c] - top) / sum;
}
