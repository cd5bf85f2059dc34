/* assay
expect = "run.deadlock"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["x", "y", "n"]
*/
// Half of the warp shuffles with a mask that names all, the rest waits elsewhere.
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x, l = t & 31;
  int v = i < n ? x[i] : 0;
  if (l < 16) v = __shfl_sync(~0u, v, l);
  __syncthreads();
  if (i < n) y[i] = 2 * v + 1;
}
