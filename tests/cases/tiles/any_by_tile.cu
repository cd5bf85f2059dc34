/* assay
expect = "accepted"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]

args = ["x", "y", "n"]
*/

extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x, l = t & 31; int v = i < n ? x[i] : 0;
  unsigned m = 3u << (l & 30); int a = __any_sync(m, v > 0), b = __all_sync(m, v > 0); int o = (i ^ 1) < n ? x[i ^ 1] : 0;
  if (i < n) y[i] = 2 * v + (!!a == (v > 0 || o > 0) && !!b == (v > 0 && o > 0));
}
