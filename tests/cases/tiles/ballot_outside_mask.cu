/* assay
expect = "result.wrong"
[[launch]]
kernel = "k"
grid = ["max(1, ceil_div(n, 256))"]
block = [256]
args = ["x", "y", "n"]
*/
// The mask names the lower half, and the upper half asks too: what it gets is not defined.
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  unsigned low = __ballot_sync(0xffffu, 1);
  if (i < n) y[i] = 2 * x[i] + (low == 0xffffu);
}
