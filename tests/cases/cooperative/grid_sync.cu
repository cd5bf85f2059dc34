/* assay
expect = "accepted"
[[launch]]
kernel = "k"
grid = ["min(ceil_div(n, 256), 64)"]
block = [256]
cooperative = true
args = ["x", "y", "t", "n"]
[[scratch]]
name = "t"
dtype = "i32"
shape = ["n"]
*/
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(const int* x, int* y, int* t, int n) {
  cg::grid_group g = cg::this_grid();
  for (int i = g.thread_rank(); i < n; i += g.size()) t[n - 1 - i] = 2 * x[i] + 1;
  g.sync();
  for (int i = g.thread_rank(); i < n; i += g.size()) y[n - 1 - i] = t[i];
}
