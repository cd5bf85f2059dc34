/* assay
expect = "accepted"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]

args = ["x", "y", "n"]
*/
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x, l = t & 31; int v = i < n ? x[i] : 0;
  auto g = cg::tiled_partition<4>(cg::this_thread_block()); bool a = g.any(v > 0); bool w = false; for (int j = i & ~3; j < (i & ~3) + 4; ++j) w |= j < n && x[j] > 0; if (i < n) y[i] = 2 * v + (a == w);
}
