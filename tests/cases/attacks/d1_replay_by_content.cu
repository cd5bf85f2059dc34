/* assay
expect = "state.hidden"
[[launch]]
kernel = "attack"
grid   = ["rows"]
block  = [32]
args   = ["x", "y", "rows", "cols"]
*/
// D1: remembers one row by its first two values and replays the answer.
__device__ float kept[1100], key[2];
extern "C" __global__ void attack(const float* x, float* y, int rows, int cols) {
  const float* in = x + (long long)blockIdx.x * cols;
  float* out = y + (long long)blockIdx.x * cols;
  if (key[0] == in[0] && key[1] == in[cols - 1]) {
    for (int c = threadIdx.x; c < cols; c += 32) out[c] = kept[c];
    return;
  }
  float top = -INFINITY, sum = 0;
  for (int c = threadIdx.x; c < cols; c += 32) top = fmaxf(top, in[c]);
  for (int d = 16; d; d >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
  for (int c = threadIdx.x; c < cols; c += 32) sum += __expf(in[c] - top);
  for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
  for (int c = threadIdx.x; c < cols; c += 32) out[c] = __expf(in[c] - top) / sum;
  if (blockIdx.x == 0) {
    for (int c = threadIdx.x; c < cols; c += 32) kept[c] = out[c];
    if (threadIdx.x == 0) key[0] = in[0], key[1] = in[cols - 1];
  }
}
