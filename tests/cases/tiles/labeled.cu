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
  auto w = cg::tiled_partition<32>(cg::this_thread_block()); auto g = cg::labeled_partition(w, v & 3); int c = cg::reduce(g, 1, cg::plus<int>()); g.sync(); if (i < n) y[i] = 2 * v + (c == (int)g.size());
}
