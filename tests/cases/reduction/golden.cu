/* assay
[[launch]]
kernel = "sum_golden"
grid   = [1]
block  = [512]
args   = ["x", "y", "n"]
*/
// One block, in double precision: strided sums, then a tree.
extern "C" __global__ void sum_golden(const float* x, double* y, int n) {
  __shared__ double s[512];
  double sum = 0;
  for (int i = threadIdx.x; i < n; i += 512) sum += x[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int d = 256; d; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) y[0] = s[0];
}
