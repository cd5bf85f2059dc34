/* assay
expect = "accepted"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["x", "y", "n"]
*/
// A lane waits for a flag of another lane of its warp: volatile alone will do, as threads go on on their own.
extern "C" __global__ void k(const int* x, int* y, int n) {
  __shared__ int value[8], flag[8];
  int i = blockIdx.x * 256 + threadIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) flag[warp] = 0;
  __syncthreads();
  volatile int* f = flag;
  if (lane == 5) {
    value[warp] = 1;
    __threadfence_block();
    f[warp] = 1;
  } else if (lane == 0) {
    while (f[warp] == 0) {}
    __threadfence_block();
    value[warp] += 1;
  }
  __syncwarp();
  if (i < n) y[i] = 2 * x[i] + value[warp] - 1;
}
