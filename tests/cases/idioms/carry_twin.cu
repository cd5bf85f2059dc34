/* assay
expect = "accepted"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["x", "y", "n"]
*/
// A carry and a predicate that are set first.
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, one;
  asm volatile("{ .reg .pred p; add.cc.s32 %0, -1, %1; addc.s32 %0, 0, 0; setp.eq.s32 p, %0, 1; selp.s32 %0, 1, 0, p; }"
               : "=&r"(one) : "r"((int)(n > 0)));
  if (i < n) y[i] = 2 * x[i] + one;
}
