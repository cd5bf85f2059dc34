// SPDX-License-Identifier: Apache-2.0
// One type a dtype: how an element is stored and what it means. `with_element` turns a run-time
// dtype into one of them once, outside the loop over elements. i4 is packed and stands apart
// (tensor.cpp).
#pragma once

#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "base/bytes.hpp"
#include "num/dtype.hpp"
#include "num/float_format.hpp"

namespace assay {

/// Truncated towards zero, modulo 2^64; 0 for NaN and infinity.
[[nodiscard]] inline std::uint64_t wrapped_bits(double value) {
  if (std::fabs(value) < 0x1p63)
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  if (!std::isfinite(value)) return 0;
  const auto magnitude = static_cast<std::uint64_t>(std::fmod(std::fabs(value), 0x1p64));
  return value < 0 ? 0 - magnitude : magnitude;
}

/// Truncated; at the ends of int64 (or of uint64, as its bits) for what lies outside; 0 for NaN.
[[nodiscard]] inline std::int64_t saturated(double value, bool as_unsigned) {
  const double least = as_unsigned ? 0 : -0x1p63;
  const double end = as_unsigned ? 0x1p64 : 0x1p63;
  if (std::isnan(value)) return 0;
  if (value >= end) return as_unsigned ? -1 : std::numeric_limits<std::int64_t>::max();
  if (value <= least) return as_unsigned ? 0 : std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(wrapped_bits(value));
}

template <class T>
struct IntegerElement {
  using Stored = T;
  static constexpr bool is_integer = true;
  static double to_double(T stored) { return static_cast<double>(stored); }
  static T wrapped(std::uint64_t bits) { return static_cast<T>(bits); }
  static T from_double(double value) { return wrapped(wrapped_bits(value)); }
};

struct BoolElement {
  using Stored = std::uint8_t;
  static constexpr bool is_integer = true;
  static double to_double(Stored stored) { return stored; }
  static Stored wrapped(std::uint64_t bits) { return bits != 0; }
  static Stored from_double(double value) { return value != 0; }
};

struct F64Element {
  using Stored = double;
  static constexpr bool is_integer = false;
  static double to_double(double stored) { return stored; }
  static double from_double(double value) { return value; }
};

struct F32Element {
  using Stored = float;
  static constexpr bool is_integer = false;
  static double to_double(float stored) { return static_cast<double>(stored); }
  static float from_double(double value) { return static_cast<float>(value); }
};

struct Tf32Element : F32Element {
  static float from_double(double value) {
    return std::bit_cast<float>(rounded_bits(tf32_format, 18, value) << 13);
  }
};

/// f16, bf16, e4m3, e5m2. `Special`: the first pattern that is no finite number.
template <class T, const FloatFormat& Format, std::uint32_t Special>
struct SmallElement {
  using Stored = T;
  static constexpr bool is_integer = false;
  static constexpr int width = 8 * sizeof(T);
  static constexpr int bias = 1 - Format.min_exponent;

  // Moves exponent and mantissa to where f64 has them, then lets an exact multiplication mend the
  // bias and normalise subnormals.
  static double to_double(T stored) {
    const std::uint64_t sign = std::uint64_t{stored} >> (width - 1) << 63;
    const std::uint64_t magnitude = stored & ((std::uint64_t{1} << (width - 1)) - 1);
    const std::uint64_t wide = magnitude << (52 - Format.mantissa);
    constexpr double scale = std::bit_cast<double>(std::uint64_t{2046 - bias} << 52);
    const double finite = std::bit_cast<double>(wide) * scale;
    const std::uint64_t bits = magnitude >= Special ? wide | std::uint64_t{0x7ff} << 52
                                                    : std::bit_cast<std::uint64_t>(finite);
    return std::bit_cast<double>(bits | sign);
  }
  static T from_double(double value) {
    return static_cast<T>(rounded_bits(Format, width - 1, value));
  }
};

using F16Element = SmallElement<std::uint16_t, f16_format, 0x7c00>;
using Bf16Element = SmallElement<std::uint16_t, bf16_format, 0x7f80>;
using E4m3Element = SmallElement<std::uint8_t, e4m3_format, 0x7f>;
using E5m2Element = SmallElement<std::uint8_t, e5m2_format, 0x7c>;

/// Calls `f` with the element type of any dtype but i4.
template <class F>
auto with_element(Dtype dtype, F&& f) {
  switch (dtype) {
    case Dtype::f64:
      return f(F64Element{});
    case Dtype::f32:
      return f(F32Element{});
    case Dtype::tf32:
      return f(Tf32Element{});
    case Dtype::f16:
      return f(F16Element{});
    case Dtype::bf16:
      return f(Bf16Element{});
    case Dtype::f8e4m3:
      return f(E4m3Element{});
    case Dtype::f8e5m2:
      return f(E5m2Element{});
    case Dtype::i64:
      return f(IntegerElement<std::int64_t>{});
    case Dtype::i32:
      return f(IntegerElement<std::int32_t>{});
    case Dtype::i16:
      return f(IntegerElement<std::int16_t>{});
    case Dtype::i8:
      return f(IntegerElement<std::int8_t>{});
    case Dtype::u64:
      return f(IntegerElement<std::uint64_t>{});
    case Dtype::u32:
      return f(IntegerElement<std::uint32_t>{});
    case Dtype::u16:
      return f(IntegerElement<std::uint16_t>{});
    case Dtype::u8:
      return f(IntegerElement<std::uint8_t>{});
    default:
      assert(dtype == Dtype::boolean);
      return f(BoolElement{});
  }
}

/// Element i of a run that starts at `run`, which need not be aligned. (A raw pointer, held by
/// value in the loops over it: through a reference to its owner, no store of bytes could be
/// vectorised.)
template <class Element>
[[nodiscard]] typename Element::Stored element_at(const std::byte* run, std::size_t i) {
  typename Element::Stored stored;
  std::memcpy(&stored, run + i * sizeof stored, sizeof stored);
  return stored;
}

template <class Element>
void put_element(std::byte* run, std::size_t i, typename Element::Stored stored) {
  std::memcpy(run + i * sizeof stored, &stored, sizeof stored);
}

}  // namespace assay
