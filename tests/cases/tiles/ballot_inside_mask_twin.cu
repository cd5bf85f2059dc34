/* assay
expect = "accepted"
[[launch]]
kernel = "k"
grid = ["max(1, ceil_div(n, 256))"]
block = [256]
args = ["x", "y", "n"]
*/
// Each half under a mask of its own, and an upper half that does not use what it gets under the wrong one.
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  unsigned mine = threadIdx.x % 32 < 16 ? 0xffffu : 0xffff0000u;
  unsigned all = __ballot_sync(mine, 1), low = __ballot_sync(0xffffu, 1);
  bool good = threadIdx.x % 32 < 16 ? low == 0xffffu : true;
  if (i < n) y[i] = 2 * x[i] + (all == mine && good);
}
