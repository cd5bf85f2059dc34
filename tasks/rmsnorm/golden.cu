/* assay
[[launch]]
kernel = "rmsnorm_golden"
grid   = ["ceil_div(rows, 128)"]
block  = [128]
args   = ["x", "gain", "y", "eps", "rows", "cols"]
*/
// One thread a row, in double precision.
extern "C" __global__ void rmsnorm_golden(const float* x, const float* gain, double* y, float eps, int rows, int cols) {
  const int row = blockIdx.x * 128 + threadIdx.x;
  if (row >= rows) return;
  const float* in = x + (long long)row * cols;
  double squares = 0;
  for (int c = 0; c < cols; ++c) squares += (double)in[c] * in[c];
  const double scale = 1 / sqrt(squares / cols + eps);
  for (int c = 0; c < cols; ++c) y[(long long)row * cols + c] = in[c] * scale * gain[c];
}
