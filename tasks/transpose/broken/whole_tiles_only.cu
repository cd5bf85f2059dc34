/* assay
expect = "result.unwritten"
[[launch]]
kernel = "transpose_whole_tiles"
grid   = ["max(cols / 32, 1)", "max(rows / 32, 1)"]
block  = [32, 8]
args   = ["x", "y", "rows", "cols"]
*/
// Rejected: the grid rounds down, so the last rows and columns are never written. Right at every multiple of 32.
extern "C" __global__ void transpose_whole_tiles(const float* x, float* y, int rows, int cols) {
  __shared__ float tile[32][33];
  int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    if (r + k < rows && c < cols) tile[threadIdx.y + k][threadIdx.x] = x[(long long)(r + k) * cols + c];
  __syncthreads();
  c = blockIdx.x * 32 + threadIdx.y, r = blockIdx.y * 32 + threadIdx.x;
  for (int k = 0; k < 32; k += 8)
    if (r < rows && c + k < cols) y[(long long)(c + k) * rows + r] = tile[threadIdx.x][threadIdx.y + k];
}
