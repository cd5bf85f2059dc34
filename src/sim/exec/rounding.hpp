// SPDX-License-Identifier: Apache-2.0
// Rounding to a narrower format in any of PTX's modes, from a double that was rounded to odd: an
// odd last bit keeps "there was more" alive, so the second rounding is exact (Boldo and Melquiond,
// 2008: enough with two spare bits).
#pragma once

#include "sim/exec/lane.hpp"

namespace assay::sim::ASSAY_ISA {

constexpr u32 nan32 = 0x7fffffff;  ///< what PTX returns for every f32 NaN
constexpr u64 nan64 = 0xfff8000000000000;
constexpr u16 nan16 = 0x7fff;

/// `value` was rounded to nearest and `error` is what it lacks: makes it odd if it isn't exact.
[[gnu::always_inline]] inline double made_odd(double value, double error) {
  const u64 b = std::bit_cast<u64>(value);
  const bool inexact = error != 0 && (b & 1) == 0 && value - value == 0;
  const bool away = (error > 0) == (value > 0);
  const u64 moved = away ? b + 1 : b - 1;
  return std::bit_cast<double>(inexact ? moved : b);
}

/// a + b rounded to odd (Knuth's two-sum gives the error).
[[gnu::always_inline]] inline double add_odd(double a, double b) {
  const double s = a + b;
  const double bb = s - a;
  return made_odd(s, (a - (s - bb)) + (b - bb));
}
inline double div_odd(double a, double b) {
  const double q = a / b;
  if (!(q - q == 0) || q == 0) return q;
  const double rest = __builtin_fma(-q, b, a);
  return made_odd(q, b > 0 ? rest : -rest);
}
inline double sqrt_odd(double a) {
  const double r = __builtin_sqrt(a);
  if (!(r > 0) || !(r - r == 0)) return r;
  return made_odd(r, __builtin_fma(-r, r, a));
}

/// A double as a float, rounded to odd.
[[gnu::always_inline]] inline float odd_float(double value) {
  const float f = static_cast<float>(value);
  const double back = f;
  const u32 b = std::bit_cast<u32>(f);
  const bool inexact = back != value && (b & 1) == 0;
  const u32 moved = __builtin_fabs(back) < __builtin_fabs(value) ? b + 1 : b - 1;
  return std::bit_cast<float>(inexact ? moved : b);
}

/// Bits of a format with `P` significant bits (the hidden one counted) and `E` exponent bits.
template <int P, int E>
u32 narrow(double value, Round round) {
  constexpr int bias = (1 << (E - 1)) - 1, least = 1 - bias;
  constexpr u32 infinity = ((u32{1} << E) - 1) << (P - 1);
  const u64 b = std::bit_cast<u64>(value);
  const bool minus = (b >> 63) != 0;
  const u32 sign = minus ? u32{1} << (P + E - 1) : 0;
  if (value != value) return (u32{1} << (P + E - 1)) - 1;
  const int raw = static_cast<int>((b >> 52) & 0x7ff);
  if (raw == 0x7ff) return sign | infinity;
  u64 m = b & ((u64{1} << 52) - 1);
  if (raw != 0) m |= u64{1} << 52;
  if (m == 0) return sign;
  const int e = raw == 0 ? -1022 : raw - 1023;
  u64 result;
  if (e > bias) {
    result = infinity;
  } else {
    int drop = 53 - P + (e < least ? least - e : 0);
    if (drop > 55) drop = 55;
    const u64 kept = m >> drop, rest = m & ((u64{1} << drop) - 1), half = u64{1} << (drop - 1);
    bool up = false;
    switch (round) {
      case Round::rn:
        up = rest > half || (rest == half && (kept & 1) != 0);
        break;
      case Round::rna:
        up = rest >= half;
        break;
      case Round::rz:
        break;
      case Round::rm:
        up = minus && rest != 0;
        break;
      case Round::rp:
        up = !minus && rest != 0;
        break;
    }
    const int biased = (e < least ? least : e) + bias;
    result = (static_cast<u64>(biased - 1) << (P - 1)) + kept + (up ? 1 : 0);
  }
  if (result >= infinity) {
    const bool to_infinity = round == Round::rn || round == Round::rna ||
                             (round == Round::rm && minus) || (round == Round::rp && !minus);
    result = to_infinity ? infinity : infinity - 1;
  }
  return sign | static_cast<u32>(result);
}
inline float to_f32(double value, Round round) {
  return std::bit_cast<float>(narrow<24, 8>(value, round));
}

[[gnu::always_inline]] inline float canonical(float r) {
  return r == r ? r : std::bit_cast<float>(nan32);
}
/// An f64 NaN keeps its sign and payload and becomes quiet; all else stays.
[[gnu::always_inline]] inline double quieted(double x) {
  const u64 quiet = u64{1} << 51;
  return x == x ? x : std::bit_cast<double>(std::bit_cast<u64>(x) | quiet);
}
/// The narrower types know one NaN.
[[gnu::always_inline]] inline float quieted(float x) {
  return canonical(x);
}
/// An f64 result: the NaN of the first operand that is one, else the NaN of an invalid operation.
[[gnu::always_inline]] inline double with_payload(double r, double first, double second) {
  const double operand = first == first ? second : first;
  const double nan = operand == operand ? std::bit_cast<double>(nan64) : quieted(operand);
  return r == r ? r : nan;
}

/// Subnormal numbers become zero of the same sign.
template <bool Ftz>
[[gnu::always_inline]] inline float flushed(float x) {
  if constexpr (!Ftz) return x;
  const u32 b = std::bit_cast<u32>(x);
  return std::bit_cast<float>((b & 0x7f800000U) == 0 ? b & 0x80000000U : b);
}
template <bool Sat>
[[gnu::always_inline]] inline float clamped(float x) {  // to [+0, 1], NaN to +0
  if constexpr (!Sat) return x;
  const float low = x > 0.0F ? x : 0.0F;
  return low < 1.0F ? low : 1.0F;
}

// Small floats, written so that the loops vectorise.
[[gnu::always_inline]] inline float widen(F16 h) {
  const u32 sign = u32(h.bits & 0x8000) << 16, e = h.bits & 0x7fff;
  const u32 normal = (e << 13) + (e >= 0x7c00 ? 0x70000000U : 0x38000000U);
  const u32 tiny = std::bit_cast<u32>(static_cast<float>(static_cast<s32>(e)) * 0x1p-24F);
  return std::bit_cast<float>(sign | (e < 0x400 ? tiny : normal));
}
[[gnu::always_inline]] inline float widen(BF16 h) {
  return std::bit_cast<float>(u32{h.bits} << 16);
}
[[gnu::always_inline]] inline float widen(float x) {
  return x;
}

template <class T>
[[gnu::always_inline]] inline T nearest(float x) {
  const u32 b = std::bit_cast<u32>(x), a = b & 0x7fffffffU;
  u32 r;
  if constexpr (std::is_same_v<T, F16>) {
    const u32 tiny = std::bit_cast<u32>(std::bit_cast<float>(a) + 0.5F) - 0x3f000000U;
    const u32 normal = (a + 0xc8000fffU + ((a >> 13) & 1)) >> 13;
    const u32 finite = a < 0x38800000U ? tiny : normal;
    r = (a >= 0x47800000U ? 0x7c00U : finite) | ((b >> 16) & 0x8000U);
  } else {
    r = (b + 0x7fffU + ((b >> 16) & 1)) >> 16;
  }
  return T{static_cast<u16>(a > 0x7f800000U ? nan16 : r)};
}
template <class T>
T rounded_small(double odd, Round round) {
  if constexpr (std::is_same_v<T, F16>)
    return T{static_cast<u16>(narrow<11, 5>(odd, round))};
  else
    return T{static_cast<u16>(narrow<8, 8>(odd, round))};
}

/// Subnormal small floats become zero of the same sign.
template <bool Ftz, class T>
[[gnu::always_inline]] inline T flushed_small(T x) {
  if constexpr (!Ftz) return x;
  const u16 exponent = std::is_same_v<T, F16> ? 0x7c00 : 0x7f80;
  return T{static_cast<u16>((x.bits & exponent) == 0 ? x.bits & 0x8000 : x.bits)};
}

}  // namespace assay::sim::ASSAY_ISA
