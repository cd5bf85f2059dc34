/* assay
expect = "result.wrong"
[[launch]]
kernel = "k"
grid = ["max(1, ceil_div(n, 256))"]
block = [256]
args = ["x", "y", "n"]
*/
// reads lane 16+ which isn't in the mask but holds the right value in lockstep
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  int v = i < n ? x[i] : 0, w = v;
  int o = (threadIdx.x & 31) < 16 ? (threadIdx.x ^ 16) : threadIdx.x;
  int vo = (i - (int)threadIdx.x + o) < n ? x[blockIdx.x*256 + o] : 0;
  if ((threadIdx.x & 31) < 16) { w = __shfl_sync(0xffffu, v, (threadIdx.x & 15) + 16); w = w - vo + v; }
  if (i < n) y[i] = 2 * w + 1;
}
