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
  unsigned m = __match_any_sync(~0u, v & 3); int c = __reduce_add_sync(m, 1); if (i < n) y[i] = 2 * v + (c == __popc(m));
}
