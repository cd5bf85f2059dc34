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
  int s = __reduce_add_sync(0xffu << (l & 24), v), want = 0;
  for (int j = i & ~7; j < (i & ~7) + 8; ++j) want += j < n ? x[j] : 0; if (i < n) y[i] = 2 * v + (s == want);
}
