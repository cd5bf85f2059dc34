/* assay
expect = "race.shared"
[[launch]]
kernel = "k"
grid   = ["ceil_div(n, 256)"]
block  = [256]
args   = ["x", "y", "n"]
*/
// A tile of 16 synchronises, then reads what the other tile wrote.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(const int* x, int* y, int n) {
  __shared__ int s[256];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int i = blockIdx.x * 256 + threadIdx.x, j = i ^ 16;
  s[threadIdx.x ^ 16] = j < n ? x[j] : 0;
  if (threadIdx.x & 16) __syncwarp(0xffff0000u); else __syncwarp(0xffffu);
  if (i < n) y[i] = 2 * s[threadIdx.x] + 1;
}
