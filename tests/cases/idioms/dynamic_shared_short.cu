/* assay
expect = "memory.out_of_bounds"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
shared = "1020"
args = ["x", "y", "n"]
*/
// Four bytes of dynamic shared memory too few.
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x, l = t & 31;
  extern __shared__ int s[]; s[t] = i < n ? x[i] : 0; __syncthreads();
  if (i < n) y[i] = 2 * s[t] + 1;
}
