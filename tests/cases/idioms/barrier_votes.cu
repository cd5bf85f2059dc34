/* assay
expect = "accepted"
[[launch]]
kernel = "k"
grid = ["max(1, ceil_div(n, 256))"]
block = [256]
args = ["x", "y", "n"]
*/
// Barriers that count and vote.
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  int c = __syncthreads_count(i < n), o = __syncthreads_or(i < n), a = __syncthreads_and(i < n);
  if (threadIdx.x < c) y[i] = 2 * x[i] + 1;
}
