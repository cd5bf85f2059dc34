/* assay
expect = "accepted"
[[launch]]
kernel = "transpose_swizzled"
grid   = ["ceil_div(cols, 32)", "ceil_div(rows, 32)"]
block  = [8, 32]
args   = ["x", "y", "rows", "cols"]
*/
// Four elements a thread, moved as a vector where the rows allow it; the tile's columns are permuted by an exclusive or,
// which avoids bank conflicts without padding.
extern "C" __global__ void transpose_swizzled(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
  __shared__ float tile[32][32];
  const int q = 4 * threadIdx.x, t = threadIdx.y;
  int c = blockIdx.x * 32 + q, r = blockIdx.y * 32 + t;
  float v[4] = {0, 0, 0, 0};
  if (r < rows) {
    if (cols % 4 == 0 && c + 3 < cols) {
      const float4 f = *reinterpret_cast<const float4*>(x + (long long)r * cols + c);
      v[0] = f.x, v[1] = f.y, v[2] = f.z, v[3] = f.w;
    } else {
      for (int k = 0; k < 4; ++k)
        if (c + k < cols) v[k] = x[(long long)r * cols + c + k];
    }
  }
  for (int k = 0; k < 4; ++k) tile[t][(q + k) ^ t] = v[k];
  __syncthreads();
  c = blockIdx.x * 32 + t, r = blockIdx.y * 32 + q;
  if (c >= cols) return;
  for (int k = 0; k < 4; ++k) v[k] = tile[q + k][t ^ (q + k)];
  float* out = y + (long long)c * rows + r;
  if (rows % 4 == 0 && r + 3 < rows) {
    *reinterpret_cast<float4*>(out) = make_float4(v[0], v[1], v[2], v[3]);
  } else {
    for (int k = 0; k < 4; ++k)
      if (r + k < rows) out[k] = v[k];
  }
}
