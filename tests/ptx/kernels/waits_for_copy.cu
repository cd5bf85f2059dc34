// SPDX-License-Identifier: Apache-2.0
// A bulk copy awaited twice by inline assembly that declares the same names each time.
// nvcc -ptx -arch=sm_90a -lineinfo -include math.h; the .ptx beside it is what comes of it.
typedef unsigned u;
typedef unsigned long long ull;
__device__ __forceinline__ u at(void* p) {
  return (u)__cvta_generic_to_shared(p);
}
__device__ __forceinline__ void wait(ull* bar, u parity) {
  asm volatile(
      "{\n.reg .pred P1;\nLAB_WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n@P1 "
      "bra DONE;\nbra LAB_WAIT;\nDONE:\n}" ::"r"(at(bar)),
      "r"(parity)
      : "memory");
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128, 2)
    waits_for_copy(const float* x, float* y) {
  __shared__ __align__(128) float tile[256];
  __shared__ ull bar;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&bar)));
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(&bar)),
                 "r"(1024));
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(at(tile)),
        "l"(x), "r"(1024), "r"(at(&bar))
        : "memory");
  }
  __syncthreads();
  wait(&bar, 0);
  y[threadIdx.x] = tile[threadIdx.x];
  wait(&bar, 1);
}
