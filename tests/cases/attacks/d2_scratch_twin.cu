/* assay
expect = "accepted"
[[launch]]
kernel = "row_sums"
grid   = ["rows"]
block  = [32]
args   = ["x", "top", "sum", "cols"]

[[launch]]
kernel = "divide"
grid   = ["ceil_div(rows * cols, 128)"]
block  = [128]
args   = ["x", "y", "top", "sum", "rows * cols", "cols"]

[[scratch]]
name  = "top"
dtype = "f32"
shape = ["rows"]

[[scratch]]
name  = "sum"
dtype = "f32"
shape = ["rows"]
*/
// D2, honest twin: two launches that hand sums on through scratch.
extern "C" __global__ void row_sums(const float* x, float* top, float* sum, int cols) {
  const float* in = x + (long long)blockIdx.x * cols;
  float t = -INFINITY, s = 0;
  for (int c = threadIdx.x; c < cols; c += 32) t = fmaxf(t, in[c]);
  for (int d = 16; d; d >>= 1) t = fmaxf(t, __shfl_xor_sync(~0u, t, d));
  for (int c = threadIdx.x; c < cols; c += 32) s += __expf(in[c] - t);
  for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
  if (threadIdx.x == 0) top[blockIdx.x] = t, sum[blockIdx.x] = s;
}
extern "C" __global__ void divide(const float* x, float* y, const float* top, const float* sum, long long n, int cols) {
  const long long i = blockIdx.x * 128ll + threadIdx.x;
  if (i < n) y[i] = __expf(x[i] - top[i / cols]) / sum[i / cols];
}
