/* assay
expect = "accepted"
[[launch]]
kernel = "k"
grid = ["max(1, ceil_div(n, 256))"]
block = [256]
shared = "1024 + 512"
args = ["x", "y", "n"]
*/
// One dynamic shared array holds two types.
extern "C" __global__ void k(const int* x, int* y, int n) {
  extern __shared__ __align__(16) unsigned char raw[];
  int* a = (int*)raw; short* h = (short*)(raw + 1024); 
  int i = blockIdx.x * 256 + threadIdx.x;
  a[threadIdx.x] = i < n ? x[i] : 0;
  h[threadIdx.x] = (short)a[threadIdx.x];
  __syncthreads();
  int j = 255 - threadIdx.x, o = blockIdx.x * 256 + j;
  if (o < n) y[o] = a[j] + h[j] + 1;
}
