// SPDX-License-Identifier: Apache-2.0
// Decoding of integer arithmetic and bit operations.
#include "sim/decode/decoder.hpp"
#include "sim/exec/base.hpp"

namespace assay::sim {

using ptx::MulMode;
using ptx::Op;
using ptx::Type;

namespace {

IntOp carry_op(const ptx::Instruction& i) {
  const bool cc = i.modifiers.cc, high = i.modifiers.mul == MulMode::hi;
  switch (i.op) {
    case Op::add:
      return IntOp::add_cc;
    case Op::sub:
      return IntOp::sub_cc;
    case Op::addc:
      return cc ? IntOp::addc_cc : IntOp::addc;
    case Op::subc:
      return cc ? IntOp::subc_cc : IntOp::subc;
    case Op::mad:
      return high ? IntOp::mad_hi_cc : IntOp::mad_lo_cc;
    default:
      if (high) return cc ? IntOp::madc_hi_cc : IntOp::madc_hi;
      return cc ? IntOp::madc_lo_cc : IntOp::madc_lo;
  }
}

}  // namespace

/// Rows of the operands behind the destination; `types` says how each is read (the last one
/// repeats).
std::optional<std::vector<Row>> Decoder::sources(const Instruction& i, std::vector<Type> types) {
  std::vector<Row> rows;
  if (i.operands.empty()) return std::nullopt;
  for (std::size_t k = 1; k < i.operands.size(); ++k) {
    const auto row = source(i.operands[k], types[std::min(k - 1, types.size() - 1)]);
    if (!row) return std::nullopt;
    rows.push_back(*row);
  }
  return rows;
}

/// d = op(a, b, c…), all of the instruction's type.
bool Decoder::integer_op(const Instruction& i, IntOp op) {
  if (i.types.size() != 1) return false;
  const Type type = i.types[0];
  const Handler run = handlers_.integer({op, kind_of(type)});
  const auto rows = sources(i, {type});
  if (run == nullptr || !rows || rows->empty() || rows->size() > 3) return false;
  const auto d = destination(i.operands[0], ptx::bits_of(type), ptx::is_signed(type));
  if (!d) return false;
  Inst& inst = emit(run);
  inst.d = *d;
  inst.a = (*rows)[0];
  if (rows->size() > 1) inst.b = (*rows)[1];
  if (rows->size() > 2) inst.c = (*rows)[2];
  return true;
}

bool Decoder::multiply(const Instruction& i) {
  if (i.types.size() != 1) return false;
  const Type type = i.types[0];
  const Kind kind = kind_of(type);
  const bool mad = i.op == Op::mad;
  if (i.modifiers.mul != MulMode::wide) {
    const bool high = i.modifiers.mul == MulMode::hi;
    if (i.modifiers.sat) return high && mad && integer_op(i, IntOp::mad_hi_sat);
    if (mad) return integer_op(i, high ? IntOp::mad_hi : IntOp::mad_lo);
    return integer_op(i, high ? IntOp::mul_hi : IntOp::mul_lo);
  }
  if (i.operands.size() != (mad ? 4U : 3U)) return false;
  const bool wide64 = ptx::bits_of(type) == 32;
  const Kind sum = wide64 ? (ptx::is_signed(type) ? Kind::s64 : Kind::u64)
                          : (ptx::is_signed(type) ? Kind::s32 : Kind::u32);
  const Handler run = handlers_.integer({mad ? IntOp::mad_wide : IntOp::mul_wide, kind});
  const auto a = source(i.operands[1], type), b = source(i.operands[2], type);
  const auto c = mad ? source_kind(i.operands[3], sum) : std::optional<Row>(no_row);
  const auto d = destination(i.operands[0], wide64 ? 64 : 32, ptx::is_signed(type));
  return run != nullptr && a && b && c && d && emit3(run, *d, *a, *b, *c);
}

/// Shifts and fields, where some operands are u32 whatever the type.
bool Decoder::bits(const Instruction& i) {
  if (i.types.size() != 1) return false;
  const Type type = i.types[0];
  const bool wrap = i.modifiers.shift == ptx::ShiftMode::wrap;
  IntOp op;
  std::vector<Type> types{type};
  Type result = type;
  switch (i.op) {
    case Op::shl:
      op = IntOp::shl;
      types.push_back(Type::u32);
      break;
    case Op::shr:
      op = IntOp::shr;
      types.push_back(Type::u32);
      break;
    case Op::bfe:
      op = IntOp::bfe;
      types.push_back(Type::u32);
      break;
    case Op::bfi:
      op = IntOp::bfi;
      types = {type, type, Type::u32, Type::u32};
      break;
    case Op::popc:
      op = IntOp::popc;
      result = Type::u32;
      break;
    case Op::clz:
      op = IntOp::clz;
      result = Type::u32;
      break;
    case Op::bfind:
      op = i.modifiers.shift_amount ? IntOp::bfind_shift : IntOp::bfind;
      result = Type::u32;
      break;
    case Op::brev:
      op = IntOp::brev;
      break;
    case Op::fns:
      op = IntOp::fns;
      types = {Type::b32, Type::b32, Type::s32};
      result = Type::b32;
      break;
    case Op::bmsk:
      op = wrap ? IntOp::bmsk_wrap : IntOp::bmsk_clamp;
      break;
    case Op::szext:
      op = wrap ? IntOp::szext_wrap : IntOp::szext_clamp;
      types.push_back(Type::u32);
      break;
    case Op::shf:
      op = i.modifiers.side == ptx::ShiftSide::left
               ? (wrap ? IntOp::shf_l_wrap : IntOp::shf_l_clamp)
               : (wrap ? IntOp::shf_r_wrap : IntOp::shf_r_clamp);
      break;
    case Op::prmt:
      op = IntOp::prmt;
      break;
    default:
      return false;
  }
  const Handler run = handlers_.integer({op, kind_of(type)});
  const auto rows = sources(i, types);
  if (run == nullptr || !rows || rows->empty() || rows->size() > 4) return false;
  const auto d = destination(i.operands[0], ptx::bits_of(result), ptx::is_signed(result));
  if (!d) return false;
  Inst& inst = emit(run);
  inst.d = *d;
  inst.a = (*rows)[0];
  if (rows->size() > 1) inst.b = (*rows)[1];
  if (rows->size() > 2) inst.c = (*rows)[2];
  if (rows->size() > 3) inst.e = (*rows)[3];
  if (i.op == Op::prmt) inst.aux = static_cast<std::uint32_t>(i.modifiers.permute);
  return true;
}

/// lop3.b32 d, a, b, c, table; lop3.and.b32 d|p, a, b, c, table, q;
bool Decoder::lop3(const Instruction& i) {
  const auto& o = i.operands;
  const bool combined = i.modifiers.bool_op != ptx::BoolOp::none;
  if (o.size() != (combined ? 6U : 5U) || o[4].kind != Operand::Kind::integer) return false;
  const auto a = source(o[1], Type::b32), b = source(o[2], Type::b32), c = source(o[3], Type::b32);
  Operand target = o[0];
  Row p = no_row, q = no_row;
  if (combined) {
    if (target.kind != Operand::Kind::pred_pair || i.modifiers.bool_op == ptx::BoolOp::xor_)
      return false;
    const auto given = predicate(o[5]);
    if (!given) return false;
    q = *given;
    if (target.second != Operand::no_register) {
      if (!is_predicate(target.second)) return false;
      p = rows_[target.second];
    }
    target.kind = target.reg == Operand::no_register ? Operand::Kind::sink : Operand::Kind::reg;
  }
  const auto d = destination(target, 32, false);
  if (!a || !b || !c || !d) return false;
  emit3(handlers_.integer({IntOp::lop3, Kind::u32}), *d, *a, *b, *c);
  Inst& inst = code_.insts.back();
  inst.aux = static_cast<std::uint32_t>(o[4].bits & 0xff);
  inst.e = p;
  inst.spare = q;
  inst.imm = i.modifiers.bool_op == ptx::BoolOp::and_ ? 1 : 0;
  return true;
}

bool Decoder::dot(const Instruction& i) {
  if (i.types.size() != 2) return false;
  IntOp op = IntOp::dp4a;
  if (i.op == Op::dp2a) op = i.modifiers.mul == MulMode::hi ? IntOp::dp2a_hi : IntOp::dp2a_lo;
  const auto rows = sources(i, {Type::b32});
  const auto d = destination(i.operands[0], 32, false);
  const Handler run = handlers_.integer({op, kind_of(i.types[0]), kind_of(i.types[1])});
  return run != nullptr && rows && rows->size() == 3 && d &&
         emit3(run, *d, (*rows)[0], (*rows)[1], (*rows)[2]);
}

/// and, or, xor, not: of bits, or of predicates.
bool Decoder::logic(const Instruction& i, IntOp op) {
  if (i.types.size() != 1) return false;
  if (i.types[0] != Type::pred) return integer_op(i, op);
  const bool unary = op == IntOp::not_;
  if (i.operands.size() != (unary ? 2U : 3U)) return false;
  const auto d = predicate_destination(i.operands[0]);
  const auto a = predicate(i.operands[1]);
  const auto b = unary ? a : predicate(i.operands[2]);
  if (!d || *d == no_row || !a || !b) return false;
  emit2(base::logic_predicate, *d, *a, *b);
  code_.insts.back().aux = unary ? 4 : op == IntOp::and_ ? 1 : op == IntOp::or_ ? 2 : 3;
  return true;
}

bool Decoder::integer(const Instruction& i) {
  const bool carries = i.modifiers.cc || i.op == Op::addc || i.op == Op::subc || i.op == Op::madc;
  if (carries) {
    if (i.types.size() != 1) return false;
    if (!integer_op(i, carry_op(i))) return false;
    code_.insts.back().aux = ptx::is_signed(i.types[0]) ? 1 : 0;
    return true;
  }
  const bool sat = i.modifiers.sat, high = i.modifiers.mul == MulMode::hi;
  switch (i.op) {
    case Op::add:
      return integer_op(i, sat ? IntOp::add_sat : IntOp::add);
    case Op::sub:
      return integer_op(i, sat ? IntOp::sub_sat : IntOp::sub);
    case Op::mul:
    case Op::mad:
      return multiply(i);
    case Op::mul24:
      return integer_op(i, high ? IntOp::mul24_hi : IntOp::mul24_lo);
    case Op::mad24:
      if (sat) return high && integer_op(i, IntOp::mad24_hi_sat);
      return integer_op(i, high ? IntOp::mad24_hi : IntOp::mad24_lo);
    case Op::sad:
      return integer_op(i, IntOp::sad);
    case Op::div:
      return integer_op(i, IntOp::div);
    case Op::rem:
      return integer_op(i, IntOp::rem);
    case Op::abs:
      return integer_op(i, IntOp::abs);
    case Op::neg:
      return integer_op(i, IntOp::neg);
    case Op::min:
      return integer_op(i, i.modifiers.relu ? IntOp::min_relu : IntOp::min);
    case Op::max:
      return integer_op(i, i.modifiers.relu ? IntOp::max_relu : IntOp::max);
    case Op::dp4a:
    case Op::dp2a:
      return dot(i);
    case Op::and_:
      return logic(i, IntOp::and_);
    case Op::or_:
      return logic(i, IntOp::or_);
    case Op::xor_:
      return logic(i, IntOp::xor_);
    case Op::not_:
      return logic(i, IntOp::not_);
    case Op::cnot:
      return integer_op(i, IntOp::cnot);
    case Op::lop3:
      return lop3(i);
    default:
      return bits(i);
  }
}

}  // namespace assay::sim
