/* assay
expect = "result.unwritten"
[[launch]]
kernel = "attack"
grid   = ["rows"]
block  = [32]
args   = ["x", "y", "rows", "cols"]
*/
// D3: an empty kernel, hoping that an old answer stands in the output.
extern "C" __global__ void attack(const float* x, float* y, int rows, int cols) {}
