/* assay
expect = "memory.out_of_bounds"
[[launch]]
kernel = "transpose_bounds"
grid   = ["ceil_div(cols, 32)", "ceil_div(rows, 32)"]
block  = [32, 8]
args   = ["x", "y", "rows", "cols"]
*/
// Rejected: the loads don't look where the matrix ends.
extern "C" __global__ void transpose_bounds(const float* x, float* y, int rows, int cols) {
  __shared__ float tile[32][33];
  int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    if (true) tile[threadIdx.y + k][threadIdx.x] = x[(long long)(r + k) * cols + c];
  __syncthreads();
  c = blockIdx.x * 32 + threadIdx.y, r = blockIdx.y * 32 + threadIdx.x;
  for (int k = 0; k < 32; k += 8)
    if (r < rows && c + k < cols) y[(long long)(c + k) * rows + r] = tile[threadIdx.x][threadIdx.y + k];
}
