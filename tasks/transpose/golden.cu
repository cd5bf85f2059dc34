/* assay
[[launch]]
kernel = "transpose_golden"
grid   = ["ceil_div(rows * cols, 256)"]
block  = [256]
args   = ["x", "y", "rows", "cols"]
*/
// One thread an element.
extern "C" __global__ void transpose_golden(const float* x, double* y, int rows, int cols) {
  const long long i = blockIdx.x * 256ll + threadIdx.x;
  if (i >= (long long)rows * cols) return;
  y[i % cols * rows + i / cols] = x[i];
}
