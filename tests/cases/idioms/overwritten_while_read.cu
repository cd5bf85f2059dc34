/* assay
expect = "race.shared"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["x", "y", "n"]
*/
// Shared memory is filled again with the same values while others still read.
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x, l = t & 31; int v = i < n ? x[i] : 0;
  __shared__ int s[256]; int q = 0;
  for (int r = 0; r < 4; ++r) { s[t] = v; __syncthreads(); q += ((volatile int*)s)[255 - t]; }
  if (blockIdx.x * 256 + 255 - t < n) y[blockIdx.x * 256 + 255 - t] = q / 2 + 1;
}
