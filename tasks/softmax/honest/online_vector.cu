/* assay
expect = "accepted"
[[launch]]
kernel = "softmax_online"
grid   = ["rows"]
block  = ["BLOCK"]
args   = ["x", "y", "cols"]

[params]
BLOCK = [128, 256]
*/
// Maximum and sum in one pass (Milakov & Gimelshein 2018): the running sum is rescaled when the maximum grows. Rows are
// read four elements at a time where they start on 16 bytes; the ends are done one by one.
struct Part { float top, sum; };
static __device__ Part merge(Part a, Part b) {
  const float top = fmaxf(a.top, b.top);
  if (top == -INFINITY) return {top, 0.f};  // both empty: exp(-inf + inf) would be NaN
  return {top, a.sum * __expf(a.top - top) + b.sum * __expf(b.top - top)};
}
static __device__ Part across_warp(Part p) {
  for (int d = 16; d; d >>= 1) p = merge(p, {__shfl_xor_sync(~0u, p.top, d), __shfl_xor_sync(~0u, p.sum, d)});
  return p;
}
extern "C" __global__ void softmax_online(const float* __restrict__ x, float* __restrict__ y, int cols) {
  __shared__ Part parts[BLOCK / 32];
  const float* in = x + (long long)blockIdx.x * cols;
  float* out = y + (long long)blockIdx.x * cols;
  const int head = min(cols, (int)((4 - (((unsigned long long)in >> 2) & 3)) & 3));  // elements before the first 16 bytes
  const int vectors = (cols - head) / 4;
  Part p = {-INFINITY, 0.f};
  for (int v = threadIdx.x; v < vectors; v += BLOCK) {
    const float4 q = reinterpret_cast<const float4*>(in + head)[v];
    const float top = fmaxf(fmaxf(q.x, q.y), fmaxf(q.z, q.w));
    p = merge(p, {top, __expf(q.x - top) + __expf(q.y - top) + __expf(q.z - top) + __expf(q.w - top)});
  }
  for (int c = threadIdx.x; c < head; c += BLOCK) p = merge(p, {in[c], 1.f});
  for (int c = head + 4 * vectors + threadIdx.x; c < cols; c += BLOCK) p = merge(p, {in[c], 1.f});
  p = across_warp(p);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = p;
  __syncthreads();
  p = parts[0];
  for (int w = 1; w < BLOCK / 32; ++w) p = merge(p, parts[w]);
  const float scale = 1.f / p.sum;
  for (int c = threadIdx.x; c < cols; c += BLOCK) out[c] = __expf(in[c] - p.top) * scale;
}
