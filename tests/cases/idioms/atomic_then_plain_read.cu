/* assay
expect = "race.shared"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["x", "y", "n"]
*/
// A plain read beside atomics, whose value does not matter.
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x, l = t & 31;
  __shared__ int c; if (t == 0) c = 0; __syncthreads(); atomicAdd(&c, 1); if (t == 255) { int v = c; if (v == 9999 && i < n) y[i] = 1; }
  __syncthreads(); if (i < n) y[i] = 2 * x[i] + (c == 256);
}
