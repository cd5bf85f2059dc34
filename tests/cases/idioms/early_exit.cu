/* assay
expect = "accepted"
[[launch]]
kernel = "k"
grid = ["max(1, ceil_div(n, 256))"]
block = [256]
args = ["x", "y", "n"]
*/
// Threads without work leave before the barrier.
extern "C" __global__ void k(const int* x, int* y, int n) {
  __shared__ int s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = x[i];
  __syncthreads();
  int last = min(256, n - (int)blockIdx.x * 256) - 1;
  int j = last - threadIdx.x;
  y[blockIdx.x * 256 + j] = 2 * s[j] + 1;
}
