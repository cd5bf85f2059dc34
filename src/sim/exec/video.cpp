// SPDX-License-Identifier: Apache-2.0
// Video instructions, lane by lane: operands are parts of registers, results are clamped, merged or
// accumulated. Rare, so one function does them all.
#include <algorithm>
#include <bit>

#include "sim/core/video.hpp"
#include "sim/exec/base.hpp"
#include "sim/run/executor.hpp"

namespace assay::sim::base {
namespace {

using i64 = std::int64_t;
using u32 = std::uint32_t;

/// `bits` of a register from bit `at` on.
i64 part(u32 value, int at, int bits, bool is_signed) {
  const int unused = 32 - bits;
  const u32 top = value << (unused - at);
  return is_signed ? static_cast<std::int32_t>(top) >> unused : static_cast<i64>(top >> unused);
}

struct Place {
  int at, bits;
};

Place place_of(VideoPart part) {
  const int n = static_cast<int>(part);
  if (part == VideoPart::all) return {0, 32};
  return part < VideoPart::h0 ? Place{8 * (n - 1), 8} : Place{16 * (n - 5), 16};
}

i64 operand(u32 value, std::uint64_t part_number, bool is_signed) {
  const Place place = place_of(static_cast<VideoPart>(part_number));
  return part(value, place.at, place.bits, is_signed);
}

i64 clamped(i64 value, int bits, bool is_signed) {
  const i64 low = is_signed ? -(i64{1} << (bits - 1)) : 0;
  return std::clamp(value, low, low + (i64{1} << bits) - 1);
}

bool compared(i64 a, i64 b, std::uint64_t compare) {
  const bool answers[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};
  return answers[std::min<std::uint64_t>(compare, 5)];
}

/// Half of the sum, halves rounded away from zero; of unlike signs towards the positive.
i64 average(i64 a, i64 b) {
  const i64 sum = a + b;
  return (sum + (sum >= 0 ? 1 : 0)) >> 1;
}

i64 shifted(i64 a, i64 amount, bool left, bool wrap) {
  const i64 by = wrap ? amount & 31 : std::min<i64>(amount, 32);
  return left ? static_cast<i64>(static_cast<std::uint64_t>(a) << by) : a >> by;
}

i64 computed(const VideoForm& form, i64 a, i64 b) {
  switch (static_cast<VideoOp>(form.op)) {
    case VideoOp::add:
      return a + b;
    case VideoOp::sub:
      return a - b;
    case VideoOp::absdiff:
      return a < b ? b - a : a - b;
    case VideoOp::min:
      return std::min(a, b);
    case VideoOp::max:
      return std::max(a, b);
    case VideoOp::avrg:
      return average(a, b);
    case VideoOp::shl:
    case VideoOp::shr:
      return shifted(a, b, form.op == static_cast<std::uint64_t>(VideoOp::shl), form.wrap != 0);
    case VideoOp::set:
      return compared(a, b, form.compare) ? 1 : 0;
    case VideoOp::mad:
      break;
  }
  return 0;
}

/// a · b + c in full, shifted right, then clamped or cut.
u32 multiplied(const VideoForm& form, i64 a, i64 b, u32 c) {
  __extension__ using Wide = __int128;
  const bool is_signed = form.a_signed || form.b_signed || form.minus_product || form.minus_c;
  Wide product = static_cast<Wide>(a) * b;
  Wide addend = is_signed ? Wide{static_cast<std::int32_t>(c)} : Wide{c};
  if (form.minus_product) product = -product;
  if (form.minus_c) addend = -addend;
  const Wide sum = (product + addend + (form.plus_one ? 1 : 0)) >> form.scale;
  if (!form.saturate) return static_cast<u32>(sum);
  const Wide low = is_signed ? -(Wide{1} << 31) : Wide{0};
  return static_cast<u32>(std::clamp<Wide>(sum, low, low + (Wide{1} << 32) - 1));
}

u32 accumulated(const VideoForm& form, u32 value, u32 c) {
  const bool smaller =
      form.d_signed ? static_cast<std::int32_t>(value) < static_cast<std::int32_t>(c) : value < c;
  switch (static_cast<VideoStep>(form.step)) {
    case VideoStep::add:
      return value + c;
    case VideoStep::min:
      return smaller ? value : c;
    case VideoStep::max:
      return smaller ? c : value;
    default:
      return value;
  }
}

u32 merged(u32 value, u32 c, Place place) {
  if (place.bits == 32) return value;
  const u32 mask = ((u32{1} << place.bits) - 1) << place.at;
  return (c & ~mask) | ((value << place.at) & mask);
}

u32 scalar(const VideoForm& form, u32 a_bits, u32 b_bits, u32 c) {
  const i64 a = operand(a_bits, form.a_part, form.a_signed != 0);
  const i64 b = operand(b_bits, form.b_part, form.b_signed != 0);
  if (form.op == static_cast<std::uint64_t>(VideoOp::mad)) return multiplied(form, a, b, c);
  const Place place = place_of(static_cast<VideoPart>(form.d_part));
  i64 value = computed(form, a, b);
  if (form.saturate) value = clamped(value, place.bits, form.d_signed != 0);
  const auto bits = static_cast<u32>(value);
  if (form.step != 0) return accumulated(form, bits, c);
  return merged(bits, c, place);
}

/// Each part by itself; parts outside the mask are c's. With .add: c plus the sum of the parts,
/// none of them cut to its width.
u32 parallel(const VideoForm& form, u32 a_bits, u32 b_bits, u32 c) {
  const int count = static_cast<int>(form.parts), bits = 32 / count;
  const auto picked = [&](std::uint64_t lanes, int n, bool is_signed) {
    const int index = static_cast<int>(lanes >> (3 * n) & 7);
    const u32 from = index < count ? a_bits : b_bits;
    return part(from, index % count * bits, bits, is_signed);
  };
  u32 result = form.step != 0 ? c : 0;
  for (int n = 0; n < count; ++n) {
    const Place place{n * bits, bits};
    if ((form.mask >> n & 1) == 0) {
      if (form.step == 0)
        result = merged(static_cast<u32>(part(c, place.at, bits, false)), result, place);
      continue;
    }
    i64 value = computed(form, picked(form.a_lanes, n, form.a_signed != 0),
                         picked(form.b_lanes, n, form.b_signed != 0));
    if (form.saturate) value = clamped(value, bits, form.d_signed != 0);
    result = form.step != 0 ? result + static_cast<u32>(value)
                            : merged(static_cast<u32>(value), result, place);
  }
  return result;
}

}  // namespace

const Inst* video(Warp& w, const Inst* i) {
  const auto form = std::bit_cast<VideoForm>(i->imm);
  const auto cells = [&](Row row) { return reinterpret_cast<u32*>(w.base[row & 1] + (row & ~1U)); };
  const u32 *a = cells(i->a), *b = cells(i->b), *c = cells(i->c);
  u32* d = cells(i->d);
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const int l = std::countr_zero(rest);
    d[l] = form.parts == 1 ? scalar(form, a[l], b[l], c[l]) : parallel(form, a[l], b[l], c[l]);
  }
  return i + 1;
}

}  // namespace assay::sim::base
