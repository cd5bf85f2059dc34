/* assay
expect = "memory.uninitialised"
[[launch]]
kernel = "attack"
grid   = ["rows"]
block  = [32]
args   = ["x", "y", "spare", "rows", "cols"]

[[scratch]]
name  = "spare"
dtype = "f32"
shape = ["rows"]
*/
// D2: adds to a scratch buffer that nobody has set.
extern "C" __global__ void attack(const float* x, float* y, float* spare, int rows, int cols) {
  const float* in = x + (long long)blockIdx.x * cols;
  float* out = y + (long long)blockIdx.x * cols;
  float top = -INFINITY, sum = 0;
  for (int c = threadIdx.x; c < cols; c += 32) top = fmaxf(top, in[c]);
  for (int d = 16; d; d >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
  for (int c = threadIdx.x; c < cols; c += 32) sum += __expf(in[c] - top);
  for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
  for (int c = threadIdx.x; c < cols; c += 32) out[c] = __expf(in[c] - top) / sum + spare[blockIdx.x];
}
