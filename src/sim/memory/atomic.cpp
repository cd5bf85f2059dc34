// SPDX-License-Identifier: Apache-2.0
// atom and red: lanes one after the other, in ascending order.
#include <bit>
#include <cstring>

#include "num/small_float.hpp"
#include "ptx/op.hpp"
#include "sim/core/key.hpp"
#include "sim/exec/base.hpp"
#include "sim/memory/careful.hpp"

namespace assay::sim::base {
namespace {

using ptx::AtomicOp;

std::uint64_t cell(Warp& w, Row row, int lane, bool wide) {
  const std::uint8_t* cells = w.base[row & 1] + (row & ~1U);
  std::uint64_t v = 0;
  std::memcpy(&v, cells + lane * (wide ? 8 : 4), wide ? 8 : 4);
  return v;
}

float flushed(float x) {
  const auto b = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>((b & 0x7f800000U) == 0 ? b & 0x80000000U : b);
}

/// Global f32 additions flush subnormal numbers, shared ones don't (PTX ISA 9.7.13.5).
std::uint32_t add_f32(std::uint32_t a, std::uint32_t b, bool flush) {
  const float x = std::bit_cast<float>(a), y = std::bit_cast<float>(b);
  const float sum = flush ? flushed(flushed(x) + flushed(y)) : x + y;
  return sum == sum ? std::bit_cast<std::uint32_t>(sum) : 0x7fffffffU;
}

/// Exact in double, or so far apart that the larger is the answer: either way one rounding.
std::uint16_t small_add(std::uint16_t a, std::uint16_t b, bool brain) {
  if (brain) return bf16_from(static_cast<double>(bf16_to_f32(a)) + bf16_to_f32(b));
  return f16_from(static_cast<double>(f16_to_f32(a)) + f16_to_f32(b));
}
/// A NaN loses against a number; of two zeros the sign decides, as min and max have it.
std::uint16_t small_extreme(std::uint16_t a, std::uint16_t b, bool brain, bool max) {
  const float x = brain ? bf16_to_f32(a) : f16_to_f32(a),
              y = brain ? bf16_to_f32(b) : f16_to_f32(b);
  if (x != x) return y != y ? 0x7fff : b;
  if (y != y) return a;
  if (x == y) return max ? a & b : a | b;
  return (max ? x > y : x < y) ? a : b;
}
std::uint16_t small_op(AtomicOp op, std::uint16_t a, std::uint16_t b, bool brain) {
  return op == AtomicOp::add ? small_add(a, b, brain)
                             : small_extreme(a, b, brain, op == AtomicOp::max);
}

std::uint64_t real_op(AtomicOp op, Kind kind, std::uint64_t old, std::uint64_t b, bool flush) {
  const bool brain = kind == Kind::bf16 || kind == Kind::bf16x2;
  switch (kind) {
    case Kind::f32:
      return add_f32(static_cast<std::uint32_t>(old), static_cast<std::uint32_t>(b), flush);
    case Kind::f64: {
      const double sum = std::bit_cast<double>(old) + std::bit_cast<double>(b);
      // Which NaN comes of it differs between hosts; a fixed one keeps runs the same everywhere.
      return sum == sum ? std::bit_cast<std::uint64_t>(sum) : 0xfff8000000000000U;
    }
    case Kind::f16:
    case Kind::bf16:
      return small_op(op, static_cast<std::uint16_t>(old), static_cast<std::uint16_t>(b), brain);
    default: {
      const auto low =
          small_op(op, static_cast<std::uint16_t>(old), static_cast<std::uint16_t>(b), brain);
      const auto high = small_op(op, static_cast<std::uint16_t>(old >> 16),
                                 static_cast<std::uint16_t>(b >> 16), brain);
      return low | std::uint64_t{high} << 16;
    }
  }
}

bool is_real(Kind kind) {
  return kind >= Kind::f16 && kind <= Kind::bf16x2;
}

bool less(Kind kind, std::uint64_t a, std::uint64_t b) {
  switch (kind) {
    case Kind::s32:
      return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b);
    case Kind::s64:
      return static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b);
    default:
      return a < b;
  }
}

std::uint64_t apply(AtomicOp op, Kind kind, std::uint64_t old, std::uint64_t b, std::uint64_t c,
                    bool flush) {
  if (op == AtomicOp::exch) return b;
  if (op == AtomicOp::cas) return old == b ? c : old;
  if (is_real(kind)) return real_op(op, kind, old, b, flush);
  switch (op) {
    case AtomicOp::add:
      return old + b;
    case AtomicOp::min:
      return less(kind, b, old) ? b : old;
    case AtomicOp::max:
      return less(kind, old, b) ? b : old;
    case AtomicOp::inc:
      return old >= b ? 0 : old + 1;
    case AtomicOp::dec:
      return old == 0 || old > b ? b : old - 1;
    case AtomicOp::and_:
      return old & b;
    case AtomicOp::or_:
      return old | b;
    default:
      return old ^ b;
  }
}

/// Lane after lane, in ascending order: the next may act on the same place.
AtomicOutcome act(Warp& w, const Inst* i, const WarpAccess& access) {
  const auto op = static_cast<AtomicOp>(i->spare >> 8);
  const auto kind = static_cast<Kind>(i->spare & 255);
  const bool wide = access.form.wide_cell;
  const std::uint64_t keep =
      access.bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * access.bytes)) - 1;
  AtomicOutcome outcome;
  outcome.same_answers = i->d != no_row;
  for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1) {
    const int l = std::countr_zero(rest);
    const Target& t = access.at[l];
    std::uint64_t old = 0;
    std::memcpy(&old, t.data, access.bytes);
    const std::uint64_t b = cell(w, i->b, l, wide) & keep;
    const std::uint64_t c = i->c == no_row ? 0 : cell(w, i->c, l, wide) & keep;
    const std::uint64_t now = apply(op, kind, old, b, c, t.room == Room::global) & keep;
    std::memcpy(t.data, &now, access.bytes);
    if (t.marks != nullptr) std::memset(t.marks, 1, access.bytes);
    outcome.failed |= std::uint32_t{op == AtomicOp::cas && old != b} << l;
    outcome.changed |= std::uint32_t{old != now} << l;
    if (i->d == no_row) continue;
    std::uint8_t* answer = w.base[0] + i->d + l * (wide ? 8 : 4);
    outcome.same_answers &= std::memcmp(answer, &old, access.bytes) == 0;
    std::memcpy(answer, &old, wide ? 8 : 4);
  }
  return outcome;
}

}  // namespace

const Inst* atomic(Warp& w, const Inst* i) {
  const WarpAccess access = resolve(w, i);
  if (access.failed) {
    count_up_to(w, i + 1);
    detach(w, i);
    return halt();
  }
  // An atomic reads before it writes: of bytes that nothing has written it makes nothing sound.
  check_initialised(w, i, access);
  w.context->tally.atomics += 1;
  count_access(w, access);
  const AtomicOutcome outcome = act(w, i, access);
  return check_atomic_order(w, i, access, outcome) ? wait_turn(w, i) : i + 1;
}

}  // namespace assay::sim::base
