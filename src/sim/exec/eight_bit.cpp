// SPDX-License-Identifier: Apache-2.0
// Conversions that no kernel spends its time in: to and from pairs of 8-bit floats, into ranges
// without infinity, and of integers into packed parts. Lane by lane.
#include <algorithm>
#include <bit>
#include <cmath>

#include "num/small_float.hpp"
#include "sim/exec/base.hpp"
#include "sim/run/executor.hpp"

namespace assay::sim::base {
namespace {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;

void each(Warp& w, const Inst* i, auto&& value) {
  const auto cells = [&](Row row) {
    return row == no_row ? nullptr : reinterpret_cast<u32*>(w.base[row & 1] + (row & ~1U));
  };
  const u32 *a = cells(i->a), *b = cells(i->b), *c = cells(i->c);
  u32* d = cells(i->d);
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const int l = std::countr_zero(rest);
    d[l] = value(a[l], b != nullptr ? b[l] : 0, c != nullptr ? c[l] : 0);
  }
}

/// Of .relu: what has a minus sign, −0 too, is +0; a NaN stays one.
float positive(float value) {
  return std::signbit(value) && value == value ? 0.0F : value;
}

u32 eight_of(float value, std::uint32_t aux) {
  if ((aux & eight_relu) != 0) value = positive(value);
  return (aux & eight_e5m2) != 0 ? e5m2_from(value) : e4m3_from(value);
}

u32 half_of(u32 bits, std::uint32_t aux) {
  const auto byte = static_cast<u8>(bits);
  const float value = (aux & eight_e5m2) != 0 ? e5m2_to_f32(byte) : e4m3_to_f32(byte);
  return f16_from((aux & eight_relu) != 0 ? positive(value) : value);
}

u32 saturated(u32 value, int bits, bool is_signed) {
  const std::int64_t low = is_signed ? -(std::int64_t{1} << (bits - 1)) : 0;
  const std::int64_t high = low + (std::int64_t{1} << bits) - 1;
  const auto clamped = std::clamp<std::int64_t>(static_cast<std::int32_t>(value), low, high);
  return static_cast<u32>(clamped) & ((1U << bits) - 1);
}

}  // namespace

const Inst* to_eight_bit(Warp& w, const Inst* i) {
  const auto aux = i->aux;
  each(w, i, [aux](u32 a, u32 b, u32) {
    if ((aux & eight_f16x2) != 0) {
      b = std::bit_cast<u32>(f16_to_f32(static_cast<u16>(a)));
      a = std::bit_cast<u32>(f16_to_f32(static_cast<u16>(a >> 16)));
    }
    return eight_of(std::bit_cast<float>(a), aux) << 8 | eight_of(std::bit_cast<float>(b), aux);
  });
  return i + 1;
}

const Inst* from_eight_bit(Warp& w, const Inst* i) {
  const auto aux = i->aux;
  each(w, i, [aux](u32 a, u32, u32) { return half_of(a >> 8, aux) << 16 | half_of(a, aux); });
  return i + 1;
}

const Inst* clamp_finite(Warp& w, const Inst* i) {
  const auto largest = std::bit_cast<float>(static_cast<u32>(i->imm));
  each(w, i, [largest](u32 a, u32, u32) {
    const auto x = std::bit_cast<float>(a);
    return x == x ? std::bit_cast<u32>(std::clamp(x, -largest, largest)) : a;
  });
  return i + 1;
}

const Inst* pack_saturated(Warp& w, const Inst* i) {
  const int bits = static_cast<int>(i->imm);
  const bool is_signed = i->aux != 0;
  each(w, i, [=](u32 a, u32 b, u32 c) {
    const u32 pair = saturated(a, bits, is_signed) << bits | saturated(b, bits, is_signed);
    return bits == 16 ? pair : c << (2 * bits) | pair;
  });
  return i + 1;
}

}  // namespace assay::sim::base
