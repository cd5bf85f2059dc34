/* assay
expect = "accepted"
[[launch]]
kernel = "transpose_padded"
grid   = ["ceil_div(cols, 32)", "ceil_div(rows, 32)"]
block  = [32, 8]
args   = ["x", "y", "rows", "cols"]
*/
// One word of padding a row spreads a column over all 32 banks.
extern "C" __global__ void transpose_padded(const float* x, float* y, int rows, int cols) {
  __shared__ float tile[32][33];
  int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    if (r + k < rows && c < cols) tile[threadIdx.y + k][threadIdx.x] = x[(long long)(r + k) * cols + c];
  __syncthreads();
  c = blockIdx.x * 32 + threadIdx.y, r = blockIdx.y * 32 + threadIdx.x;
  for (int k = 0; k < 32; k += 8)
    if (r < rows && c + k < cols) y[(long long)(c + k) * rows + r] = tile[threadIdx.x][threadIdx.y + k];
}
