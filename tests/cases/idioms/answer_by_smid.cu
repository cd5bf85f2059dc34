/* assay
expect = "result.wrong"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["x", "y", "n"]
*/
// Right on one half of the multiprocessors.
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x, l = t & 31;
  unsigned m; asm volatile("mov.u32 %0, %%smid;" : "=r"(m));
  if (i < n) y[i] = 2 * x[i] + (m >= 66 ? 0 : 1);
}
