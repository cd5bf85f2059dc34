/* assay
[[launch]]
kernel = "g"
grid = ["max(1, ceil_div(n, 256))"]
block = [256]
args = ["x", "y", "n"]
*/
extern "C" __global__ void g(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) y[i] = 2 * x[i] + 1;
}
