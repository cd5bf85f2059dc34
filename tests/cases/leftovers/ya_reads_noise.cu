/* assay
expect = "memory.uninitialised"
[[launch]]
kernel = "k"
grid = ["max(1, ceil_div(n, 256))"]
block = [256]
args = ["a", "b", "c", "d", "m", "ya", "yb", "yc", "yd", "ye", "yf", "n"]
*/
#include <cuda_fp16.h>
#include <cuda_bf16.h>
extern "C" __global__ void k(const __half* a, const __nv_bfloat16* b, const signed char* c, const unsigned char* d, float* m, __half* ya, __nv_bfloat16* yb, signed char* yc, unsigned char* yd, bool* ye, long long* yf, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  ya[i] = __hadd(a[i], __hadd(a[i], __hmul(ya[i], __float2half(0.0f))));
  yb[i] = __hneg(b[i]);
  yc[i] = (signed char)(c[i] + 1); yd[i] = d[i] / 2; ye[i] = c[i] > 0; yf[i] = (long long)c[i] * 1000000007LL * d[i];
  m[i] = 3.0f * m[i];
}
