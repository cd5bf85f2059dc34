/* assay
expect = "accepted"
[[launch]]
kernel = "softmax_naive"
grid   = ["ceil_div(rows, 128)"]
block  = [128]
args   = ["x", "y", "rows", "cols"]
*/
// The baseline: one thread a row. Neighbouring threads read addresses a whole row apart, so each load of a warp touches
// 32 sectors for 128 useful bytes; see "sectors" against "ideal" in the verdict.
extern "C" __global__ void softmax_naive(const float* x, float* y, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* in = x + (long long)row * cols;
  float* out = y + (long long)row * cols;
  float top = -INFINITY;
  for (int c = 0; c < cols; ++c) top = fmaxf(top, in[c]);
  float sum = 0, lost = 0;  // compensated: a plain sum of 8192 terms loses digits
  for (int c = 0; c < cols; ++c) {
    const float term = expf(in[c] - top) - lost;
    const float next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  for (int c = 0; c < cols; ++c) out[c] = expf(in[c] - top) / sum;
}
