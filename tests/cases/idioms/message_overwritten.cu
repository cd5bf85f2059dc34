/* assay
expect = "state.hidden"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["x", "y", "n"]
*/
// A table whose address is kept in a local variable, and written through it: it outlives the run.
__device__ int table[4] = {1, 1, 1, 1};
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  int* ways[4];
  for (int j = 0; j < 4; ++j) ways[j] = table + j;
  int* way = ways[x[i] & 3];
  y[i] = 2 * x[i] + *way;
  if (i == 0) *way = 1;
}
