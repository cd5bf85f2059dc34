/* assay
expect = "result.wrong"
[[launch]]
kernel = "attack"
grid   = ["rows"]
block  = [32]
args   = ["x", "y", "rows", "cols"]
*/
// D8: the mean of all softmaxes, whatever the input.
extern "C" __global__ void attack(const float* x, float* y, int rows, int cols) {
  for (int c = threadIdx.x; c < cols; c += 32) y[(long long)blockIdx.x * cols + c] = 1.f / cols;
}
