/* assay
expect = "accepted"
[[launch]]
kernel = "k"
grid = ["max(1, ceil_div(n, 256))"]
block = [256]
args = ["x", "y", "n"]
*/
// Lanes with equal keys take a value from their leader.
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  int v = x[i];
  unsigned m = __match_any_sync(__activemask(), v & 3);
  int leader = __ffs(m) - 1;
  int q = __shfl_sync(m, v & 3, leader);
  y[i] = 2 * ((v & ~3) | q) + 1;
}
