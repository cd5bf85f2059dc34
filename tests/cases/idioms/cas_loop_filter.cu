/* assay
expect = "race.global"
[[launch]]
kernel = "z"
grid = [1]
block = [1]
args = ["m"]
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["x", "y", "m", "n"]
[[scratch]]
name = "m"
dtype = "i32"
shape = [1]
*/
// A compare-and-swap loop that a plain read may skip: now its value matters.
extern "C" __global__ void z(int* m) { *m = -1000000; }
extern "C" __global__ void k(const int* x, int* y, int* m, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  y[i] = 2 * x[i] + 1;
  int old = *m;
  while (old < x[i]) {
    int assumed = old;
    old = atomicCAS(m, assumed, x[i]);
    if (old == assumed) break;
  }
}
