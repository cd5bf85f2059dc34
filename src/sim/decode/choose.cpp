// SPDX-License-Identifier: Apache-2.0
// Decoding of comparisons and of choices by them: setp, set, testp, selp, slct.
#include "sim/decode/decoder.hpp"

namespace assay::sim {

using ptx::Type;

namespace {

Compare compare_of(ptx::Compare c) {
  return static_cast<Compare>(static_cast<int>(c) - 1);
}
static_assert(static_cast<int>(ptx::Compare::eq) == 1 &&
              static_cast<int>(ptx::Compare::nan) == 18 && static_cast<int>(Compare::nan) == 17 &&
              static_cast<int>(Compare::equ) + 1 == static_cast<int>(ptx::Compare::equ));

/// Unsigned forms (lo, ls, hi, hs) compare without sign whatever the type says.
Kind comparable(Kind kind, ptx::Compare c) {
  const bool plain = c >= ptx::Compare::lo && c <= ptx::Compare::hs;
  if (!plain) return kind;
  return kind == Kind::s32   ? Kind::u32
         : kind == Kind::s16 ? Kind::u16
         : kind == Kind::s64 ? Kind::u64
                             : kind;
}

/// What the handlers read from aux: the way to combine with a predicate (two bits), and whether
/// subnormal halves are flushed first.
std::uint32_t how_to_combine(const ptx::Instruction& i, Kind kind) {
  const bool halves = kind == Kind::f16 || kind == Kind::f16x2;
  return static_cast<std::uint32_t>(i.modifiers.bool_op) | (halves && i.modifiers.ftz ? 4U : 0U);
}

std::uint32_t ones_of(Type type) {
  switch (type) {
    case Type::f32:
      return 0x3f800000;
    case Type::f16:
    case Type::f16x2:
      return 0x3c00;
    case Type::bf16:
    case Type::bf16x2:
      return 0x3f80;
    case Type::u16:
    case Type::s16:
      return 0xffff;
    default:
      return 0xffffffff;
  }
}

}  // namespace

bool Decoder::setp(const Instruction& i) {
  const auto& o = i.operands;
  const bool combined = i.modifiers.bool_op != ptx::BoolOp::none;
  if (i.types.size() != 1 || o.size() != (combined ? 4U : 3U)) return false;
  const Kind kind = comparable(kind_of(i.types[0]), i.modifiers.compare);
  if (i.modifiers.compare == ptx::Compare::none) return false;
  const Handler run = handlers_.compare({compare_of(i.modifiers.compare), kind, i.modifiers.ftz});
  const auto a = source(o[1], i.types[0]), b = source(o[2], i.types[0]);
  const auto c = combined ? predicate(o[3]) : std::optional<Row>(no_row);
  Row yes = no_row, no = no_row;
  if (o[0].kind == Operand::Kind::pred_pair) {
    if (o[0].reg != Operand::no_register) {
      if (!is_predicate(o[0].reg)) return false;
      yes = rows_[o[0].reg];
    }
    if (o[0].second != Operand::no_register) {
      if (!is_predicate(o[0].second)) return false;
      no = rows_[o[0].second];
    }
  } else {
    const auto p = predicate_destination(o[0]);
    if (!p) return false;
    yes = *p;
  }
  if (run == nullptr || !a || !b || !c) return false;
  emit3(run, yes, *a, *b, *c);
  Inst& inst = code_.insts.back();
  inst.e = no;
  inst.aux = how_to_combine(i, kind);
  return true;
}

/// set.cmp.dtype.stype d, a, b(, c)
bool Decoder::set(const Instruction& i) {
  const auto& o = i.operands;
  const bool combined = i.modifiers.bool_op != ptx::BoolOp::none;
  if (i.types.size() != 2 || o.size() != (combined ? 4U : 3U)) return false;
  if (i.modifiers.compare == ptx::Compare::none) return false;
  const Kind kind = comparable(kind_of(i.types[1]), i.modifiers.compare);
  const Handler run =
      handlers_.compare_set({compare_of(i.modifiers.compare), kind, i.modifiers.ftz});
  const auto a = source(o[1], i.types[1]), b = source(o[2], i.types[1]);
  const auto c = combined ? predicate(o[3]) : std::optional<Row>(no_row);
  const auto d = destination(o[0], ptx::bits_of(i.types[0]), ptx::is_signed(i.types[0]));
  if (run == nullptr || !a || !b || !c || !d || ptx::bits_of(i.types[0]) > 32) return false;
  emit3(run, *d, *a, *b, *c);
  Inst& inst = code_.insts.back();
  inst.aux = how_to_combine(i, kind);
  inst.spare = ones_of(i.types[0]);
  return true;
}

bool Decoder::selp(const Instruction& i) {
  if (i.types.size() != 1 || i.operands.size() != 4) return false;
  const std::uint32_t bits = ptx::bits_of(i.types[0]);
  const auto a = source(i.operands[1], i.types[0]), b = source(i.operands[2], i.types[0]);
  const auto p = predicate(i.operands[3]);
  const auto d = destination(i.operands[0], bits, ptx::is_signed(i.types[0]));
  return a && b && p && d && emit3(handlers_.choice(bits == 64, false), *d, *a, *b, *p);
}

/// slct.dtype.s32/.f32 d, a, b, c
bool Decoder::slct(const Instruction& i) {
  if (i.types.size() != 2 || i.operands.size() != 4) return false;
  const std::uint32_t bits = ptx::bits_of(i.types[0]);
  const auto a = source(i.operands[1], i.types[0]), b = source(i.operands[2], i.types[0]);
  const auto c = source(i.operands[3], i.types[1]);
  const auto d = destination(i.operands[0], bits, ptx::is_signed(i.types[0]));
  if (!a || !b || !c || !d || !emit3(handlers_.choice(bits == 64, true), *d, *a, *b, *c))
    return false;
  code_.insts.back().aux = i.types[1] != Type::f32 ? 0 : i.modifiers.ftz ? 2 : 1;
  return true;
}

bool Decoder::testp(const Instruction& i) {
  if (i.types.size() != 1 || i.operands.size() != 2 || i.modifiers.test == ptx::TestKind::none)
    return false;
  const Handler run = handlers_.test(kind_of(i.types[0]));
  const auto p = predicate_destination(i.operands[0]);
  const auto a = source(i.operands[1], i.types[0]);
  if (run == nullptr || !p || *p == no_row || !a) return false;
  emit2(run, *p, *a, no_row);
  code_.insts.back().aux = static_cast<std::uint32_t>(i.modifiers.test) - 1;
  return true;
}

}  // namespace assay::sim
