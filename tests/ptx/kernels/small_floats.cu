// SPDX-License-Identifier: Apache-2.0
// Half, bfloat16 and fp8 arithmetic and conversions.
// nvcc -ptx -arch=sm_90 -lineinfo -include math.h; the .ptx beside it is what comes of it.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
extern "C" __global__ void small_floats(const __half2* h, const __nv_bfloat16* b, __nv_fp8_e4m3* e,
                                        float* f, double* d) {
  int t = threadIdx.x;
  __half2 v = __hfma2(h[t], h[t + 1], h[t + 2]);
  f[t] = __low2float(v) + __bfloat162float(b[t] * b[t + 1]) + __high2float(h2exp(v));
  e[t] = __nv_fp8_e4m3(f[t + 1]);
  f[t + 2] = float(e[t + 3]);
  d[t] = fma(d[t], 2.5, (double)f[t]);
  d[t + 1] = rint(d[t + 2]);
  f[t + 5] = __saturatef(f[t + 6]) + tanhf(f[t]) + __expf(f[t]);
}
