// SPDX-License-Identifier: Apache-2.0
// Decoding of cvt, mov (packing and unpacking too), cvta and isspacep.
#include "sim/decode/decoder.hpp"
#include "sim/exec/base.hpp"

namespace assay::sim {

using ptx::Type;

namespace {

bool to_integral(ptx::Rounding r) {
  return r >= ptx::Rounding::rni;
}

bool is_eight_bit(Type type) {
  return type == Type::e4m3x2 || type == Type::e5m2x2;
}

Room room_of(ptx::Space space) {
  if (ptx::is_shared(space)) return Room::shared;
  switch (space) {
    case ptx::Space::global:
      return Room::global;
    case ptx::Space::local:
      return Room::local;
    case ptx::Space::const_:
      return Room::constant;
    default:
      return ptx::is_param(space) ? Room::param : Room::generic;
  }
}

}  // namespace

/// .satfinite: what is beyond the largest finite number becomes that.
std::optional<Row> Decoder::finite_source(const Operand& o, Type to) {
  const auto row = source(o, Type::f32);
  if (!row) return std::nullopt;
  const bool half = to == Type::f16 || to == Type::f16x2;
  const bool brain = to == Type::bf16 || to == Type::bf16x2;
  const Row clamped = take_row(128);
  emit1(base::clamp_finite, clamped, *row);
  code_.insts.back().imm = half ? 0x477fe000 : brain ? 0x7f7f0000 : 0x7f7fe000;
  return clamped;
}

bool Decoder::cvt(const Instruction& i) {
  const auto& m = i.modifiers;
  if (i.types.size() != 2 || i.operands.size() < 2 || m.other_count != 0) return false;
  const Type to = i.types[0], from = i.types[1];
  if (is_eight_bit(to) || is_eight_bit(from)) return cvt_eight_bit(i);
  ConvertKey key{kind_of(to), kind_of(from)};
  key.to_integral = to_integral(m.rounding);
  key.round = round_of(m.rounding);
  key.ftz = m.ftz;
  key.sat = m.sat;
  key.relu = m.relu;
  const bool tf32 = to == Type::tf32;
  // Refused rather than approximated: a judge must not give another rounding than the device.
  if (m.rounding == ptx::Rounding::rs || (m.rounding == ptx::Rounding::rna && !tf32)) return false;
  if ((m.satfinite || tf32) && from != Type::f32) return false;
  const bool pair = to == Type::f16x2 || to == Type::bf16x2;
  if (i.operands.size() != (pair ? 3U : 2U)) return false;
  const auto read = [&](const Operand& o) {
    return m.satfinite ? finite_source(o, to) : source(o, from);
  };
  const Handler run = tf32 ? handlers_.tf32(key) : handlers_.convert(key);
  const auto a = read(i.operands[1]);
  const auto b = pair ? read(i.operands[2]) : std::optional<Row>(no_row);
  const auto d = destination(i.operands[0], tf32 ? 32 : ptx::bits_of(to), ptx::is_signed(to));
  return run != nullptr && a && b && d && emit2(run, *d, *a, *b);
}

/// Pairs of e4m3 or e5m2 from f32 or f16x2, which always saturate, and back to f16x2.
bool Decoder::cvt_eight_bit(const Instruction& i) {
  const auto& m = i.modifiers;
  const Type to = i.types[0], from = i.types[1];
  const bool down = is_eight_bit(to);
  if (m.rounding != ptx::Rounding::rn || m.satfinite != down || m.sat || m.ftz) return false;
  if (down ? from != Type::f32 && from != Type::f16x2 : to != Type::f16x2) return false;
  const bool two = from == Type::f32;
  if (i.operands.size() != (two ? 3U : 2U)) return false;
  const auto a = source(i.operands[1], two ? Type::f32 : down ? Type::b32 : Type::b16);
  const auto b = two ? source(i.operands[2], from) : std::optional<Row>(no_row);
  const auto d = destination(i.operands[0], down ? 16 : 32, false);
  if (!a || !b || !d) return false;
  emit2(down ? base::to_eight_bit : base::from_eight_bit, *d, *a, *b);
  const bool wide_exponent = (down ? to : from) == Type::e5m2x2;
  code_.insts.back().aux = (wide_exponent ? base::eight_e5m2 : 0U) |
                           (m.relu ? base::eight_relu : 0U) |
                           (from == Type::f16x2 ? base::eight_f16x2 : 0U);
  return true;
}

/// cvt.pack.sat.type.s32 d, a, b (and c, which moves up to make room).
bool Decoder::cvt_pack(const Instruction& i) {
  if (i.types.size() < 2 || i.types[1] != Type::s32 || !i.modifiers.sat) return false;
  const auto bits = ptx::bits_of(i.types[0]);
  const bool behind = bits < 16;
  if (bits > 16 || i.operands.size() != (behind ? 4U : 3U)) return false;
  const auto a = source(i.operands[1], Type::s32), b = source(i.operands[2], Type::s32);
  const auto c = behind ? source(i.operands[3], Type::b32) : std::optional<Row>(no_row);
  const auto d = destination(i.operands[0], 32, false);
  if (!a || !b || !c || !d) return false;
  emit3(base::pack_saturated, *d, *a, *b, *c);
  code_.insts.back().imm = bits;
  code_.insts.back().aux = ptx::is_signed(i.types[0]) ? 1 : 0;
  return true;
}

bool Decoder::mov(const Instruction& i) {
  if (i.types.size() != 1 || i.operands.size() != 2 || i.modifiers.vector != 1) return false;
  const Type type = i.types[0];
  const auto& from = i.operands[1];
  if (type == Type::pred) {
    const auto d = predicate_destination(i.operands[0]);
    if (!d || *d == no_row) return false;
    if (from.kind == Operand::Kind::integer) {
      emit(base::constant_predicate).d = *d;
      code_.insts.back().imm = from.bits != 0 ? 1 : 0;
      return true;
    }
    const auto a = predicate(from);
    return a && emit1(base::move_predicate, *d, *a);
  }
  if (from.kind == Operand::Kind::vector || i.operands[0].kind == Operand::Kind::vector)
    return mov_vector(i);
  const auto a = source(from, type);
  const auto d = destination(i.operands[0], ptx::bits_of(type), ptx::is_signed(type));
  if (!a || !d) return false;
  return emit1(handlers_.integer({IntOp::move, ptx::bits_of(type) == 64 ? Kind::u64 : Kind::u32}),
               *d, *a);
}

/// mov.b64 d, {a, b} and mov.b64 {a, b}, s
bool Decoder::mov_vector(const Instruction& i) {
  const bool packs = i.operands[1].kind == Operand::Kind::vector;
  const auto& vector = i.operands[packs ? 1 : 0];
  const std::uint32_t whole = ptx::bits_of(i.types[0]);
  const auto count = static_cast<std::uint32_t>(vector.elements.size());
  if ((count != 2 && count != 4) || whole > 64 ||
      (packs && i.operands[0].kind == Operand::Kind::vector))
    return false;
  const std::uint32_t part = whole / count;
  if (part < 8) return false;
  std::vector<Row> rows;
  for (const auto& element : vector.elements) {
    std::optional<Row> row;
    if (packs)
      row = source_kind(element, part == 32 ? Kind::u32 : part == 16 ? Kind::u16 : Kind::u8);
    else
      row = destination(element, part, false);
    if (!row) return false;
    rows.push_back(*row);
  }
  const auto other = packs ? destination(i.operands[0], whole, false)
                           : source_kind(i.operands[1], whole == 64 ? Kind::u64 : Kind::u32);
  if (!other) return false;
  Inst& inst = emit(packs ? base::pack : base::unpack);
  (packs ? inst.d : inst.a) = *other;
  inst.aux = count;
  inst.imm = part;
  inst.spare = whole;
  inst.e = static_cast<Row>(code_.extra.size());
  code_.extra.insert(code_.extra.end(), rows.begin(), rows.end());
  return true;
}

/// Between generic addresses and those of a space. Global, constant and parameter addresses are
/// generic ones.
bool Decoder::cvta(const Instruction& i) {
  if (i.operands.size() != 2 || i.types.size() != 1 || ptx::bits_of(i.types[0]) != 64) return false;
  const Room room = room_of(i.modifiers.space);
  const auto a = source(i.operands[1], Type::u64);
  const auto d = destination(i.operands[0], 64, false);
  // Windows are aligned and larger than any space, so one addition converts in each direction.
  if (room == Room::generic || !a || !d) return false;
  const std::uint64_t window = room == Room::shared  ? shared_window
                               : room == Room::local ? local_window
                                                     : 0;
  emit1(base::add_window, *d, *a);
  code_.insts.back().imm =
      static_cast<std::int64_t>(i.modifiers.to ? std::uint64_t{0} - window : window);
  return true;
}

bool Decoder::isspacep(const Instruction& i) {
  if (i.operands.size() != 2) return false;
  const auto p = predicate_destination(i.operands[0]);
  const auto a = source(i.operands[1], Type::u64);
  if (!p || *p == no_row || !a || i.modifiers.space == ptx::Space::shared_cluster) return false;
  emit1(base::is_space, *p, *a);
  code_.insts.back().aux = static_cast<std::uint32_t>(room_of(i.modifiers.space));
  return true;
}

}  // namespace assay::sim
