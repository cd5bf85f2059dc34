// SPDX-License-Identifier: Apache-2.0
// Our conversions against those that CUDA's headers do on the host, where these headers are.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "num/float_format.hpp"
#include "num/small_float.hpp"

#if __has_include(<cuda_fp16.h>) && __has_include(<cuda_bf16.h>) && __has_include(<cuda_fp8.h>)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#define ASSAY_HAS_CUDA_HEADERS 1
#endif

namespace assay {
namespace {

#ifdef ASSAY_HAS_CUDA_HEADERS

bool same(float a, float b) {
  return a == b ? std::signbit(a) == std::signbit(b) : a != a && b != b;
}

// Values around every pattern of f16 (so of the fp8 formats as well) and of bf16, and random bits.
template <class Check>
void for_hard_values(const Check& check) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    for (const float base : {f16_to_f32(static_cast<std::uint16_t>(bits)),
                             bf16_to_f32(static_cast<std::uint16_t>(bits))}) {
      const double value = base;
      const double half_step = std::ldexp(value, -12);
      for (const double near : {value, value + half_step, value - half_step,
                                std::nextafter(value, 1e300), std::nextafter(value, -1e300)}) {
        check(near);
      }
    }
  }
  std::mt19937_64 random(1);
  for (int i = 0; i < 100'000; ++i)
    check(std::ldexp(static_cast<double>(random() >> 11), -40 - i % 60));
}

TEST(CudaConversions, F16Agrees) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto pattern = static_cast<std::uint16_t>(bits);
    ASSERT_TRUE(same(f16_to_f32(pattern), __half2float(__half(__half_raw{pattern})))) << bits;
  }
  for_hard_values([](double value) {
    const std::uint16_t theirs = static_cast<__half_raw>(__double2half(value)).x;
    ASSERT_EQ(f16_from(value), theirs) << value;
  });
}

TEST(CudaConversions, Bf16Agrees) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto pattern = static_cast<std::uint16_t>(bits);
    const __nv_bfloat16 theirs(__nv_bfloat16_raw{pattern});
    ASSERT_TRUE(same(bf16_to_f32(pattern), __bfloat162float(theirs))) << bits;
  }
  for_hard_values([](double value) {
    const std::uint16_t theirs = static_cast<__nv_bfloat16_raw>(__double2bfloat16(value)).x;
    ASSERT_EQ(bf16_from(value), theirs) << value;
  });
}

void check_fp8(__nv_fp8_interpretation_t kind, float (*decode)(std::uint8_t),
               std::uint8_t (*encode)(double)) {
  for (int bits = 0; bits < 256; ++bits) {
    const auto pattern = static_cast<std::uint8_t>(bits);
    const __half_raw theirs = __nv_cvt_fp8_to_halfraw(pattern, kind);
    ASSERT_TRUE(same(decode(pattern), __half2float(__half(theirs)))) << bits;
  }
  for_hard_values([&](double value) {
    // CUDA's host code keeps the sign of a NaN, and in e5m2 bits of its payload; PTX has one NaN.
    if (std::isnan(value)) return;
    ASSERT_EQ(encode(value), __nv_cvt_double_to_fp8(value, __NV_SATFINITE, kind)) << value;
  });
}

TEST(CudaConversions, E4m3Agrees) {
  check_fp8(__NV_E4M3, e4m3_to_f32, e4m3_from);
}

TEST(CudaConversions, E5m2Agrees) {
  check_fp8(__NV_E5M2, e5m2_to_f32, e5m2_from);
}

#else

TEST(CudaConversions, Agree) {
  GTEST_SKIP() << "CUDA's headers are not installed";
}

#endif

}  // namespace
}  // namespace assay
