/* assay
expect = "race.shared"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["x", "y", "n"]
*/
// Each half has a barrier of its own, and reads what the other half wrote.
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x, l = t & 31;
  __shared__ int s[256]; s[t ^ 128] = (i ^ 128) < n ? x[i ^ 128] : 0;
  if (t < 128) asm volatile("bar.sync 1, 128;" ::: "memory"); else asm volatile("bar.sync 2, 128;" ::: "memory");
  if (i < n) y[i] = 2 * s[t] + 1;
}
