// SPDX-License-Identifier: Apache-2.0
// f64 arithmetic rounded toward zero, down or up. Exact sums and products are made in 113 bits
// (libgcc's software quad floats, which give the same bits everywhere), then the nearest result is
// moved by one step where the error says so.
#pragma once

#include "sim/exec/rounding.hpp"

namespace assay::sim::ASSAY_ISA {

__extension__ typedef __float128 Quad;

/// The double next to `x`, up or down.
inline double stepped(double x, bool up) {
  u64 b = std::bit_cast<u64>(x);
  if (x == 0) return std::bit_cast<double>(up ? u64{1} : (u64{1} << 63) | 1);
  return std::bit_cast<double>((x > 0) == up ? b + 1 : b - 1);
}

/// `near` is a double close to the exact value; `above`: exact − near is positive, `below`:
/// negative.
inline double directed(double near, bool above, bool below, bool minus, Round round) {
  switch (round) {
    case Round::rz:
      return (above && minus) || (below && !minus) ? stepped(near, minus) : near;
    case Round::rm:
      return below ? stepped(near, false) : near;
    case Round::rp:
      return above ? stepped(near, true) : near;
    default:
      return near;
  }
}

/// Rounds high + low, an unevaluated sum whose high part was rounded to nearest in 113 bits.
inline double from_sum(Quad high, Quad low, Round round) {
  const double near = static_cast<double>(high);
  if (near != near || high - high != 0) return near;
  if (near - near != 0) {  // overflow in nearest: the exact value is finite
    const double top = std::bit_cast<double>(u64{0x7fefffffffffffff});
    const bool minus = high < 0;
    if (round == Round::rz || (round == Round::rm && !minus) || (round == Round::rp && minus)) {
      return minus ? -top : top;
    }
    return near;
  }
  const Quad rest = (high - static_cast<Quad>(near)) + low;
  return directed(near, rest > 0, rest < 0, high < 0, round);
}

inline double add_directed(double a, double b, Round round) {
  const double near = a + b;
  if (near == 0 && a == -b) {  // an exact zero sum is −0 when rounding down, unless both are +0
    if (a == 0 && std::bit_cast<u64>(a) == std::bit_cast<u64>(b)) return a;
    return round == Round::rm ? -0.0 : 0.0;
  }
  if (near - near != 0 && (a - a != 0 || b - b != 0)) return near;
  const Quad x = a, y = b, s = x + y, bb = s - x;
  return from_sum(s, (x - (s - bb)) + (y - bb), round);
}
inline double mul_directed(double a, double b, Round round) {
  const double near = a * b;
  if (a == 0 || b == 0 || a - a != 0 || b - b != 0) return near;
  return from_sum(static_cast<Quad>(a) * b, 0, round);
}
inline double fma_directed(double a, double b, double c, Round round) {
  const double near = __builtin_fma(a, b, c);
  if (a - a != 0 || b - b != 0 || c - c != 0) return near;
  const Quad p = static_cast<Quad>(a) * b, y = c, s = p + y;
  if (s == 0) {
    if (p == 0 && (p == y) && __builtin_signbit(a * b) == __builtin_signbit(c)) return near;
    return round == Round::rm ? -0.0 : 0.0;
  }
  const Quad bb = s - p;
  return from_sum(s, (p - (s - bb)) + (y - bb), round);
}
inline double div_directed(double a, double b, Round round) {
  const double near = a / b;
  if (near != near || a == 0 || b == 0 || a - a != 0 || b - b != 0) return near;
  const Quad q = static_cast<Quad>(a) / b;  // 113 bits: never a tie or an exact double unless exact
  return from_sum(q, 0, round);
}
inline double sqrt_directed(double a, Round round) {
  const double near = __builtin_sqrt(a);
  if (!(near > 0) || near - near != 0) return near;
  const Quad rest = static_cast<Quad>(a) - static_cast<Quad>(near) * near;
  return directed(near, rest > 0, rest < 0, false, round);
}

}  // namespace assay::sim::ASSAY_ISA
