/* assay
expect = "race.shared"
[[launch]]
kernel = "reduce_warp"
grid   = [1]
block  = [256]
args   = ["x", "y", "n"]
*/
// The tail of reductions from before Volta: volatile alone, in trust that the lanes of a warp run in step.
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
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
  }
  if (t == 0) y[0] = shared[0];
}
