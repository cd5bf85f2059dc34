/* assay
expect = "accepted"
[[launch]]
kernel = "k"
grid = ["max(1, ceil_div(n, 256))"]
block = [256]
args = ["x", "y", "n"]
*/
// Half of the block produces and only arrives, the other half waits and consumes.
extern "C" __global__ void k(const int* x, int* y, int n) {
  __shared__ int s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  if (threadIdx.x < 128) { s[threadIdx.x] = i < n ? x[i] : 0; s[threadIdx.x+128] = i + 128 < n ? x[i+128] : 0; asm volatile("bar.arrive 3, 256;" ::: "memory"); }
  else { asm volatile("bar.sync 3, 256;" ::: "memory"); 
    int b = blockIdx.x * 256; int t = threadIdx.x - 128;
    if (b + t < n) y[b + t] = 2 * s[t] + 1;
    if (i < n) y[i] = 2 * s[threadIdx.x] + 1; }
}
