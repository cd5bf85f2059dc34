// SPDX-License-Identifier: Apache-2.0
// Calls through pointers: .callprototype and tables of functions in initial values.
// nvcc -ptx -arch=sm_90 -lineinfo -include math.h; the .ptx beside it is what comes of it.
struct Shape {
  __device__ virtual int area(int x) { return x; }
};
struct Square : Shape {
  __device__ int area(int x) override { return x * x; }
};
__device__ __noinline__ int twice(int x) {
  return 2 * x;
}
__device__ __noinline__ int thrice(int x) {
  return 3 * x;
}
__device__ int (*const operations[2])(int) = {twice, thrice};
extern "C" __global__ void virtual_calls(Shape* s, int* p) {
  p[0] = s->area(p[1]);
  Square q;
  Shape* r = p[4] ? &q : s;
  p[2] = r->area(3);
  p[5] = operations[p[6] & 1](p[7]);
}
