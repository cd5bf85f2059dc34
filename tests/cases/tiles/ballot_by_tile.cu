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
  unsigned m = 0xffu << (l & 24), b = __ballot_sync(m, v & 1), want = 0;
  for (int j = 0; j < 8; ++j) { int q = (i & ~7) + j; want |= unsigned(q < n ? x[q] & 1 : 0) << ((l & 24) + j); } if (i < n) y[i] = 2 * v + (b == want);
}
