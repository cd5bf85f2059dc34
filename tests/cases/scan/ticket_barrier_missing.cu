/* assay
expect = "race.shared"
[[launch]]
kernel = "scan_prepare"
grid   = ["ceil_div(n, 256)"]
block  = [32]
args   = ["flag", "ticket"]

[[launch]]
kernel = "scan_look_back"
grid   = ["ceil_div(n, 256)"]
block  = [256]
args   = ["x", "y", "flag", "total", "prefix", "ticket", "n"]

[[scratch]]
name  = "flag"
dtype = "u32"
shape = ["ceil_div(n, 256)"]

[[scratch]]
name  = "total"
dtype = "i32"
shape = ["ceil_div(n, 256)"]

[[scratch]]
name  = "prefix"
dtype = "i32"
shape = ["ceil_div(n, 256)"]

[[scratch]]
name  = "ticket"
dtype = "u32"
shape = [1]
*/
// The barrier between drawing the ticket and reading it is gone.
extern "C" __global__ void scan_prepare(unsigned* flag, unsigned* ticket) {
  if (threadIdx.x == 0) flag[blockIdx.x] = 0;
  if (blockIdx.x == 0 && threadIdx.x == 0) *ticket = 0;
}
extern "C" __global__ void scan_look_back(const int* x, int* y, volatile unsigned* flag, int* total, int* prefix,
                                          unsigned* ticket, int n) {
  __shared__ int s[256];
  __shared__ unsigned drawn;
  __shared__ int before;
  if (threadIdx.x == 0) drawn = atomicAdd(ticket, 1u);  // tiles in the order in which blocks start
  const unsigned tile = drawn % gridDim.x;
  const int i = tile * 256 + threadIdx.x;
  s[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  for (int d = 1; d < 256; d <<= 1) {
    const int left = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
    __syncthreads();
    s[threadIdx.x] += left;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    total[tile] = s[255];
    __threadfence();
    flag[tile] = 1;
    int sum = 0;
    for (int p = (int)tile - 1; p >= 0; --p) {
      unsigned state;
      while ((state = flag[p]) == 0) {}
      __threadfence();
      if (state == 2) {
        sum += prefix[p];
        break;
      }
      sum += total[p];
    }
    prefix[tile] = sum + s[255];
    __threadfence();
    flag[tile] = 2;
    before = sum;
  }
  __syncthreads();
  if (i < n) y[i] = before + s[threadIdx.x];
}
