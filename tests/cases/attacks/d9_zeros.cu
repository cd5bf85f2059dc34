/* assay
expect = "result.wrong"
[[launch]]
kernel = "attack"
grid   = ["rows"]
block  = [32]
args   = ["x", "y", "rows", "cols"]
*/
// D9: zeros, which a loose absolute tolerance passes for long rows.
extern "C" __global__ void attack(const float* x, float* y, int rows, int cols) {
  for (int c = threadIdx.x; c < cols; c += 32) y[(long long)blockIdx.x * cols + c] = 0.f;
}
