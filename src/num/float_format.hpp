// SPDX-License-Identifier: Apache-2.0
// What the float dtypes are made of, as data, and the one rounding routine that all small ones
// share.
#pragma once

#include <bit>
#include <cstdint>

#include "num/dtype.hpp"

namespace assay {

struct FloatFormat {
  int mantissa;      ///< stored bits
  int min_exponent;  ///< of the least normal number, 2^min_exponent
  int max_exponent;  ///< of the largest finite number
  std::uint32_t overflow =
      0;                  ///< magnitude bits that a too large value becomes (small formats only)
  std::uint32_t nan = 0;  ///< the NaN that conversion makes, as PTX does (small formats only)
};

// IEEE 754 binary64, 32 and 16; bfloat16; TF32 as its upper 19 bits; E4M3 and E5M2 of the OCP 8-bit
// floating point specification, which saturate here.
inline constexpr FloatFormat f64_format{52, -1022, 1023};
inline constexpr FloatFormat f32_format{23, -126, 127};
inline constexpr FloatFormat tf32_format{10, -126, 127, 0xffU << 10, 0x1ffU << 10 | 0x3ffU};
inline constexpr FloatFormat f16_format{10, -14, 15, 0x7c00, 0x7fff};
inline constexpr FloatFormat bf16_format{7, -126, 127, 0x7f80, 0x7fff};
inline constexpr FloatFormat e4m3_format{3, -6, 8, 0x7e, 0x7f};
inline constexpr FloatFormat e5m2_format{2, -14, 15, 0x7b, 0x7f};

/// Of a float dtype.
[[nodiscard]] const FloatFormat& format_of(Dtype dtype);

/// The pattern of `value` in a small format whose sign is bit `sign_bit`, rounded once to nearest
/// even, from integer operations alone (and without a branch, so that loops over it vectorise). A
/// NaN loses its sign and its payload, as in PTX.
[[nodiscard]] constexpr std::uint32_t rounded_bits(const FloatFormat& format, int sign_bit,
                                                   double value) {
  const auto whole = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t bits = whole & ~(std::uint64_t{1} << 63);
  const int exponent = static_cast<int>(bits >> 52) - 1023;
  constexpr std::uint64_t implicit = std::uint64_t{1} << 52;
  const std::uint64_t significand = (bits & (implicit - 1)) | implicit;
  const int below = exponent < format.min_exponent ? format.min_exponent - exponent : 0;
  // From 54 on, even the largest significand is less than half a step.
  const int wanted = 52 - format.mantissa + below;
  const int drop = wanted < 54 ? wanted : 54;
  const std::uint64_t half = std::uint64_t{1} << (drop - 1);
  const std::uint64_t odd = significand >> drop & 1;
  const std::uint64_t quotient = (significand + half - 1 + odd) >> drop;
  // A normal quotient holds the implicit bit, which counts the exponent up by one; so does a carry.
  const std::int64_t steps = std::int64_t{exponent + below - format.min_exponent};
  const std::uint64_t magnitude = (static_cast<std::uint64_t>(steps) << format.mantissa) + quotient;
  const auto finite =
      magnitude < format.overflow ? static_cast<std::uint32_t>(magnitude) : format.overflow;
  const auto sign = static_cast<std::uint32_t>(whole >> 63) << sign_bit;
  return bits > std::uint64_t{0x7ff} << 52 ? format.nan : finite | sign;
}

/// Distance between neighbours of the dtype at |value|, subnormals included; that of the largest
/// binade above the range and at infinity; 1 for integers; NaN at NaN.
[[nodiscard]] double ulp_at(Dtype dtype, double value);

/// The largest finite number; for integers the largest value (2^64 for u64, as double rounds it).
[[nodiscard]] double largest_of(Dtype dtype);
/// The least: minus the largest for floats, 0 for unsigned integers and bool.
[[nodiscard]] double least_of(Dtype dtype);

}  // namespace assay
