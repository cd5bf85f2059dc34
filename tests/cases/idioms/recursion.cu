/* assay
expect = "accepted"
[[launch]]
kernel = "k"
grid = ["max(1, ceil_div(n, 256))"]
block = [256]
args = ["x", "y", "n"]
*/
// A function that calls itself.
__device__ __noinline__ int f(int a, int d) { return d <= 0 ? a : f(a + 1, d - 1) ; }
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) y[i] = f(2 * x[i] - 4, 5 + (n < 0));
}
