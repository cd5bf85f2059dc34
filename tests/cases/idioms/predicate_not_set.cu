/* assay
expect = "result.wrong"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["x", "y", "n"]
*/
// Right where a predicate that nothing set happens to be false.
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, one;
  asm volatile("{ .reg .pred p; selp.s32 %0, 0, 1, p; }" : "=r"(one));
  if (i < n) y[i] = 2 * x[i] + one;
}
