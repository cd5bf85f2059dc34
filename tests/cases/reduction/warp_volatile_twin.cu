/* assay
expect = "accepted"
[[launch]]
kernel = "reduce_warp"
grid   = [1]
block  = [256]
args   = ["x", "y", "n"]
*/
// The same tail with __syncwarp between reading and writing.
extern "C" __global__ void reduce_warp(const float* x, float* y, int n) {
  __shared__ float shared[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < n; i += 256) sum += x[i];
  shared[t] = sum;
  __syncthreads();
  for (int half = 128; half > 32; half /= 2) {
    if (t < half) shared[t] += shared[t + half];
    __syncthreads();
  }
  if (t < 32) {
    volatile float* s = shared;
    for (int half = 32; half > 0; half /= 2) {
      float other = s[t + half];
      __syncwarp();
      s[t] += other;
      __syncwarp();
    }
  }
  if (t == 0) y[0] = shared[0];
}
