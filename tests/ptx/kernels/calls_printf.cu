// SPDX-License-Identifier: Apache-2.0
// Recursion, assert and printf: call sequences with .param in scopes of their own.
// nvcc -ptx -arch=sm_90 -lineinfo -include math.h; the .ptx beside it is what comes of it.
#include <cassert>
#include <cstdio>
__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
extern "C" __global__ void calls_printf(int* p) {
  p[0] = fibonacci(p[1]);
  assert(p[0] > 0);
  printf("%d %f\n", p[0], 1.5);
}
