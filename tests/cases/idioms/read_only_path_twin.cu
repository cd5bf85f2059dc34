/* assay
expect = "accepted"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["x", "y", "n"]
[[launch]]
kernel = "k2"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["y", "y", "n"]
*/
// In place through const __restrict__: each thread reads before it writes, and a launch lies between.
extern "C" __global__ void k(const int* __restrict__ x, int* __restrict__ y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) y[i] = 2 * __ldg(x + i);
}
extern "C" __global__ void k2(const int* __restrict__ from, int* __restrict__ to, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) to[i] = __ldg(from + i) + 1;
}
