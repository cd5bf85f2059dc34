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
  unsigned m = 0xffffu << (l & 16); unsigned r = __match_any_sync(m, v & 3); int q; unsigned z = __match_all_sync(m, 5, &q); if (i < n) y[i] = 2 * v + ((r & ~m) == 0 && z == m && q);
}
