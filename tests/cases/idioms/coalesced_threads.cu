/* assay
expect = "accepted"
[[launch]]
kernel = "k"
grid = ["max(1, ceil_div(n, 256))"]
block = [256]
args = ["x", "y", "n"]
*/
// Cooperative groups of the lanes that took a branch.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  int v = x[i];
  if (v & 1) { auto g = cg::coalesced_threads(); int l = g.shfl(v, g.thread_rank()); y[i] = 2 * l + 1; }
  else { auto g = cg::coalesced_threads(); g.sync(); y[i] = 2 * v + 1; }
}
