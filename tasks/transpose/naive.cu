/* assay
expect = "accepted"
[[launch]]
kernel = "transpose_naive"
grid   = ["ceil_div(cols, 32)", "ceil_div(rows, 8)"]
block  = [32, 8]
args   = ["x", "y", "rows", "cols"]
*/
// The baseline: loads are coalesced, stores touch one 32-byte sector for every 4 bytes.
extern "C" __global__ void transpose_naive(const float* x, float* y, int rows, int cols) {
  const int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y;
  if (r < rows && c < cols) y[(long long)c * rows + r] = x[(long long)r * cols + c];
}
