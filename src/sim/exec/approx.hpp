// SPDX-License-Identifier: Apache-2.0
// The approximate functions of PTX, made deterministic: polynomials in double with separate
// multiply and add, so that every machine gives the same bits. Errors are far below PTX's bounds
// (9.7.3), special values as tabulated there.
#pragma once

#include "sim/exec/rounding.hpp"

namespace assay::sim::ASSAY_ISA {

/// 2^n as a double for −1022 ≤ n ≤ 1023.
[[gnu::always_inline]] inline double power_of_two(s32 n) {
  return std::bit_cast<double>(static_cast<u64>(static_cast<s64>(n) + 1023) << 52);
}

/// 2^x for |x| ≤ 1000: Taylor in ln 2 on [−½, ½], relative error below 2^-38.
[[gnu::always_inline]] inline double exp2_of(double x) {
  const double shift = 6755399441055744.0;  // 1.5·2^52: adding it rounds to an integer
  const double n = (x + shift) - shift;
  const double f = (x - n) * 0.69314718055994530942;
  double p = 1.0 / 362880;
  p = p * f + 1.0 / 40320;
  p = p * f + 1.0 / 5040;
  p = p * f + 1.0 / 720;
  p = p * f + 1.0 / 120;
  p = p * f + 1.0 / 24;
  p = p * f + 1.0 / 6;
  p = p * f + 0.5;
  p = p * f + 1.0;
  p = p * f + 1.0;
  return p * power_of_two(static_cast<s32>(n));
}
[[gnu::always_inline]] inline float ex2(float x) {
  const double clamped_x = x > 200.0F ? 200.0 : x < -200.0F ? -200.0 : static_cast<double>(x);
  const double safe = x == x ? clamped_x : 0.0;
  const float r = static_cast<float>(exp2_of(safe));
  return x == x ? r : std::bit_cast<float>(nan32);
}

/// log2 of a positive, finite, normal double: atanh series on [√½, √2], absolute error below 2^-40.
[[gnu::always_inline]] inline double log2_of(double x) {
  const u64 b = std::bit_cast<u64>(x);
  const u64 up = b + (u64{0x3ff0000000000000} - u64{0x3fe6a09e667f3bcd});
  const s32 n = static_cast<s32>(up >> 52) - 1023;
  const u64 mant = (up & ((u64{1} << 52) - 1)) + u64{0x3fe6a09e667f3bcd};
  const double m = std::bit_cast<double>(mant);
  const double s = (m - 1.0) / (m + 1.0), z = s * s;
  double p = 1.0 / 15;
  p = p * z + 1.0 / 13;
  p = p * z + 1.0 / 11;
  p = p * z + 1.0 / 9;
  p = p * z + 1.0 / 7;
  p = p * z + 1.0 / 5;
  p = p * z + 1.0 / 3;
  p = p * z + 1.0;
  return static_cast<double>(n) + s * p * 2.8853900817779268147;
}
[[gnu::always_inline]] inline float lg2(float x) {
  const bool usable = x > 0.0F && x < __builtin_inff();
  const float r = static_cast<float>(log2_of(usable ? static_cast<double>(x) : 1.0));
  const float special = x == 0.0F ? -__builtin_inff() : x > 0.0F ? x : std::bit_cast<float>(nan32);
  return usable ? r : special;
}

/// sin (quarter = 0) or cos (quarter = 1): Cody–Waite reduction by π/2 in three parts, good for |x|
/// < 2^30; PTX promises nothing beyond.
[[gnu::always_inline]] inline float sine(float x, s64 quarter) {
  const bool usable = x - x == 0.0F;
  const double v = usable && __builtin_fabsf(x) < 1.0e9F ? static_cast<double>(x) : 0.0;
  const double shift = 6755399441055744.0;
  const double n = (v * 0.63661977236758134308 + shift) - shift;
  const s64 turn = static_cast<s64>(static_cast<s32>(n)) + quarter;
  double f =
      v -
      n * 1.57079632673412561417;  // the first 33 bits of π/2: the product is exact for n < 2^20
  f = f - n * 6.07710050630396597660e-11;
  f = f - n * 2.02226624879595063154e-21;
  const double z = f * f;
  double s = -1.0 / 39916800;
  s = s * z + 1.0 / 362880;
  s = s * z - 1.0 / 5040;
  s = s * z + 1.0 / 120;
  s = s * z - 1.0 / 6;
  s = f + f * (z * s);
  double c = 1.0 / 479001600;
  c = c * z - 1.0 / 3628800;
  c = c * z + 1.0 / 40320;
  c = c * z - 1.0 / 720;
  c = c * z + 1.0 / 24;
  c = c * z - 0.5;
  c = 1.0 + z * c;
  const double picked = (turn & 1) != 0 ? c : s;
  const float r = static_cast<float>((turn & 2) != 0 ? -picked : picked);
  const float signed_zero = (quarter == 0 && x == 0.0F) ? x : r;
  return usable ? signed_zero : std::bit_cast<float>(nan32);
}

/// tanh: a quotient of exponentials; an odd polynomial near zero, where the quotient would cancel.
[[gnu::always_inline]] inline float tanh_of(float x) {
  const double v = x;
  const double a = __builtin_fabs(v) < 20.0 ? __builtin_fabs(v) : 20.0;
  const double e = exp2_of(a * 2.8853900817779268147);
  const double big = (e - 1.0) / (e + 1.0);
  const double z = a * a;
  const double small = a * (1.0 + z * (-1.0 / 3 + z * (2.0 / 15)));
  const double r = a < 0.0625 ? small : big;
  const float signed_r = static_cast<float>(v < 0 ? -r : r);
  return x != x ? std::bit_cast<float>(nan32) : x == 0.0F ? x : signed_r;
}

[[gnu::always_inline]] inline float rsqrt_of(float x) {
  return canonical(static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(x))));
}

}  // namespace assay::sim::ASSAY_ISA
