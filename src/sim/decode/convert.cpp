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

bool Decoder::cvt(const Instruction& i) {
  const auto& m = i.modifiers;
  if (i.types.size() != 2 || i.operands.size() < 2 || m.other_count != 0) return false;
  const Type to = i.types[0], from = i.types[1];
  ConvertKey key{kind_of(to), kind_of(from)};
  key.to_integral = to_integral(m.rounding);
  key.round = round_of(m.rounding);
  key.ftz = m.ftz;
  key.sat = m.sat;
  key.relu = m.relu;
  if (to == Type::tf32) {
    if (from != Type::f32 || m.satfinite || i.operands.size() != 2) return false;
    const auto a = source(i.operands[1], from);
    const auto d = destination(i.operands[0], 32, false);
    return a && d && emit1(handlers_.tf32(key), *d, *a);
  }
  // Refused rather than approximated: a judge must not give another rounding than the device.
  if (m.satfinite || m.rounding == ptx::Rounding::rs || m.rounding == ptx::Rounding::rna)
    return false;
  const bool pair = to == Type::f16x2 || to == Type::bf16x2;
  if (i.operands.size() != (pair ? 3U : 2U)) return false;
  const Handler run = handlers_.convert(key);
  const auto a = source(i.operands[1], from);
  const auto b = pair ? source(i.operands[2], from) : std::optional<Row>(no_row);
  const auto d = destination(i.operands[0], ptx::bits_of(to), ptx::is_signed(to));
  return run != nullptr && a && b && d && emit2(run, *d, *a, *b);
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
