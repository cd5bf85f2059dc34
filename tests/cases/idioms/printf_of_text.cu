/* assay
expect = "accepted"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["x", "y", "n"]
*/
// Text that printf is handed lies in module storage, and its address goes through local memory.
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  y[i] = 2 * x[i] + 1;
  if (i == 0) printf("x[%d] is %d, %s\n", i, x[i], x[i] < 0 ? "negative" : "not negative");
}
