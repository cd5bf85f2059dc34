/* assay
expect = "race.global"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["x", "y", "n"]
*/
// Reads back through __ldg what the same thread stored: the read-only path sees no stores.
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  y[i] = 2 * x[i];
  y[i] = __ldg(y + i) + 1;
}
