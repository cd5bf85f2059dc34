/* assay
expect = "accepted"
[[launch]]
kernel = "rmsnorm_naive"
grid   = ["ceil_div(rows, 128)"]
block  = [128]
args   = ["x", "gain", "y", "eps", "rows", "cols"]
*/
// The baseline: one thread a row.
extern "C" __global__ void rmsnorm_naive(const float* x, const float* gain, float* y, float eps, int rows, int cols) {
  const int row = blockIdx.x * 128 + threadIdx.x;
  if (row >= rows) return;
  const float* in = x + (long long)row * cols;
  float squares = 0;
  for (int c = 0; c < cols; ++c) squares += in[c] * in[c];
  const float scale = rsqrtf(squares / cols + eps);
  for (int c = 0; c < cols; ++c) y[(long long)row * cols + c] = in[c] * scale * gain[c];
}
