/* assay
expect = "run.deadlock"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["x", "y", "n"]
*/
// 192 threads at a barrier for 128: half of the second round never comes.
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x, l = t & 31;
  if (i < n) y[i] = 2 * x[i] + 1; if (t < 192) asm volatile("bar.sync 1, 128;" ::: "memory");
}
