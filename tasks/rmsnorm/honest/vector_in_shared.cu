/* assay
expect = "accepted"
[[launch]]
kernel = "rmsnorm_vector<true>"
when   = "cols % 4 == 0"
grid   = ["rows"]
block  = ["BLOCK"]
shared = "4 * cols"
args   = ["x", "gain", "y", "eps", "cols"]

[[launch]]
kernel = "rmsnorm_vector<false>"
when   = "cols % 4 != 0"
grid   = ["rows"]
block  = ["BLOCK"]
shared = "4 * cols"
args   = ["x", "gain", "y", "eps", "cols"]

[params]
BLOCK = [256, 128]
*/
// The row is read from memory once: it waits in dynamic shared memory for the scale. Rows of whole vectors of four are
// moved as such; two launches with `when` choose the instance.
template <bool Vector>
__global__ void rmsnorm_vector(const float* __restrict__ x, const float* __restrict__ gain, float* __restrict__ y, float eps,
                               int cols) {
  extern __shared__ float row[];
  __shared__ float partial[BLOCK / 32];
  const float* in = x + (long long)blockIdx.x * cols;
  float* out = y + (long long)blockIdx.x * cols;
  float squares = 0;
  if constexpr (Vector) {
    for (int v = threadIdx.x; v < cols / 4; v += BLOCK) {
      const float4 q = reinterpret_cast<const float4*>(in)[v];
      reinterpret_cast<float4*>(row)[v] = q;
      squares += q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    }
  } else {
    for (int c = threadIdx.x; c < cols; c += BLOCK) squares += (row[c] = in[c]) * row[c];
  }
  for (int d = 16; d; d >>= 1) squares += __shfl_xor_sync(~0u, squares, d);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = squares;
  __syncthreads();
  squares = 0;
  for (int w = 0; w < BLOCK / 32; ++w) squares += partial[w];
  const float scale = rsqrtf(squares / cols + eps);
  if constexpr (Vector) {
    for (int v = threadIdx.x; v < cols / 4; v += BLOCK) {
      const float4 q = reinterpret_cast<float4*>(row)[v], g = reinterpret_cast<const float4*>(gain)[v];
      reinterpret_cast<float4*>(out)[v] = make_float4(q.x * scale * g.x, q.y * scale * g.y, q.z * scale * g.z, q.w * scale * g.w);
    }
  } else {
    for (int c = threadIdx.x; c < cols; c += BLOCK) out[c] = row[c] * scale * gain[c];
  }
}
