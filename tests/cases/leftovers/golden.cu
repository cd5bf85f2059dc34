/* assay
[[launch]]
kernel = "k"
grid = ["max(1, ceil_div(n, 256))"]
block = [256]
args = ["a", "b", "c", "d", "m", "m.out", "ya", "yb", "yc", "yd", "ye", "yf", "n"]
*/
#include <cuda_fp16.h>
#include <cuda_bf16.h>
extern "C" __global__ void k(const __half* a, const __nv_bfloat16* b, const signed char* c, const unsigned char* d, const float* m, double* mo, double* ya, double* yb, signed char* yc, unsigned char* yd, bool* ye, long long* yf, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  ya[i] = 2 * (double)__half2float(a[i]);
  yb[i] = -(double)__bfloat162float(b[i]);
  yc[i] = (signed char)(c[i] + 1); yd[i] = d[i] / 2; ye[i] = c[i] > 0; yf[i] = (long long)c[i] * 1000000007LL * d[i];
  mo[i] = 3.0 * m[i];
}
