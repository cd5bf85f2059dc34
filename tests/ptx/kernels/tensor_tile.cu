// SPDX-License-Identifier: Apache-2.0
// wmma fed by cp.async.
// nvcc -ptx -arch=sm_80 -lineinfo -include math.h; the .ptx beside it is what comes of it.
#include <cuda_pipeline.h>
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void tensor_tile(const half* a, const half* b, float* c, int k) {
  __shared__ __align__(16) half s[2][256];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.f);
  for (int i = 0; i < k; i += 16) {
    __pipeline_memcpy_async(&s[0][threadIdx.x * 8], a + i * 16 + threadIdx.x * 8, 16);
    __pipeline_memcpy_async(&s[1][threadIdx.x * 8], b + i * 16 + threadIdx.x * 8, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    wmma::load_matrix_sync(fa, s[0], 16);
    wmma::load_matrix_sync(fb, s[1], 16);
    wmma::mma_sync(fc, fa, fb, fc);
    __syncthreads();
  }
  wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}
