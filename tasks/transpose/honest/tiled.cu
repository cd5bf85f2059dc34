/* assay
expect = "accepted"
[[launch]]
kernel = "transpose_tiled"
grid   = ["ceil_div(cols, 32)", "ceil_div(rows, 32)"]
block  = [32, 8]
args   = ["x", "y", "rows", "cols"]
*/
// A tile in shared memory makes loads and stores coalesced; but a column of 32 words lies in one bank, so each read of
// the tile takes 32 turns (see the bank conflicts in the verdict).
extern "C" __global__ void transpose_tiled(const float* x, float* y, int rows, int cols) {
  __shared__ float tile[32][32];
  int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    if (r + k < rows && c < cols) tile[threadIdx.y + k][threadIdx.x] = x[(long long)(r + k) * cols + c];
  __syncthreads();
  c = blockIdx.x * 32 + threadIdx.y, r = blockIdx.y * 32 + threadIdx.x;
  for (int k = 0; k < 32; k += 8)
    if (r < rows && c + k < cols) y[(long long)(c + k) * rows + r] = tile[threadIdx.x][threadIdx.y + k];
}
