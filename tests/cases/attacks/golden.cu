/* assay
[[launch]]
kernel = "softmax_golden"
grid   = ["ceil_div(rows, 128)"]
block  = [128]
args   = ["x", "y", "rows", "cols"]
*/
// One thread a row, in double precision: slow, plain, and trusted. The row is walked three times: its maximum, the sum
// of the exponentials, the quotients.
extern "C" __global__ void softmax_golden(const float* x, double* y, int rows, int cols) {
  const int row = blockIdx.x * 128 + threadIdx.x;
  if (row >= rows) return;
  const float* in = x + (long long)row * cols;
  double* out = y + (long long)row * cols;
  double top = in[0];
  for (int c = 1; c < cols; ++c) top = fmax(top, (double)in[c]);
  double sum = 0;
  for (int c = 0; c < cols; ++c) {
    const double e = exp((double)in[c] - top);
    out[c] = e;
    sum += e;
  }
  for (int c = 0; c < cols; ++c) out[c] /= sum;
}
