// SPDX-License-Identifier: Apache-2.0
// Decoding of float arithmetic, and of operations that exist for both integers and floats.
#include "sim/decode/decoder.hpp"

namespace assay::sim {

using ptx::Op;
using ptx::Type;

namespace {

FloatKey key_of(const ptx::Instruction& i, FloatOp op) {
  FloatKey key{op, kind_of(i.types[0])};
  key.round = round_of(i.modifiers.rounding);
  key.ftz = i.modifiers.ftz;
  key.sat = i.modifiers.sat;
  key.relu = i.modifiers.relu;
  key.nan = i.modifiers.nan;
  key.xorsign = i.modifiers.xorsign;
  key.oob = i.modifiers.oob;
  return key;
}

bool is_special_function(FloatOp op) {
  return op >= FloatOp::rcp && op <= FloatOp::tanh;
}

/// What the roofline counts: an operation is one, a fused pair two.
std::uint32_t flops_of(FloatOp op) {
  switch (op) {
    case FloatOp::fma:
      return 2;
    case FloatOp::add:
    case FloatOp::sub:
    case FloatOp::mul:
    case FloatOp::div:
      return 1;
    default:
      return 0;
  }
}

}  // namespace

bool Decoder::real(const Instruction& i, FloatOp op) {
  if (i.types.size() != 1 || !ptx::is_float(i.types[0])) return false;
  const Type type = i.types[0];
  const Handler run = handlers_.real(key_of(i, op));
  const auto rows = sources(i, {type});
  if (run == nullptr || !rows || rows->empty() || rows->size() > 3) return false;
  const auto d = destination(i.operands[0], ptx::bits_of(type), false);
  if (!d) return false;
  Inst& inst = emit(run);
  inst.d = *d;
  inst.a = (*rows)[0];
  if (rows->size() > 1) inst.b = (*rows)[1];
  if (rows->size() > 2) inst.c = (*rows)[2];
  weight_.flops += std::uint64_t{flops_of(op)} * ptx::lanes_of(type);
  if (is_special_function(op) || op > FloatOp::copysign) weight_.special += ptx::lanes_of(type);
  return true;
}

namespace {

/// The float meaning of operations that integers have too.
FloatOp real_form(Op op) {
  switch (op) {
    case Op::add:
      return FloatOp::add;
    case Op::sub:
      return FloatOp::sub;
    case Op::mul:
      return FloatOp::mul;
    case Op::mad:
      return FloatOp::fma;  // mad.f32 has been fused since sm_20
    case Op::abs:
      return FloatOp::abs;
    case Op::neg:
      return FloatOp::neg;
    case Op::min:
      return FloatOp::min;
    default:
      return FloatOp::max;
  }
}

/// Operations that only floats have. f64 has no exact .approx form, it has one of its own that
/// reads the upper half only.
FloatOp float_op(const ptx::Instruction& i) {
  const bool f64 = i.types.size() == 1 && i.types[0] == Type::f64;
  switch (i.op) {
    case Op::fma:
      return FloatOp::fma;
    case Op::copysign:
      return FloatOp::copysign;
    case Op::rcp:
      return f64 && i.modifiers.approx ? FloatOp::rcp_approx64 : FloatOp::rcp;
    case Op::sqrt:
      return FloatOp::sqrt;
    case Op::rsqrt:
      return f64 ? FloatOp::rsqrt_approx64 : FloatOp::rsqrt;
    case Op::ex2:
      return FloatOp::ex2;
    case Op::lg2:
      return FloatOp::lg2;
    case Op::sin:
      return FloatOp::sin;
    case Op::cos:
      return FloatOp::cos;
    default:
      return FloatOp::tanh;
  }
}

}  // namespace

bool Decoder::real_only(const Instruction& i) {
  return real(i, float_op(i));
}

/// Operations that exist for integers too.
bool Decoder::arithmetic(const Instruction& i) {
  if (i.types.size() != 1) return false;
  if (!ptx::is_float(i.types[0])) return integer(i);
  // Three-input min and max are of a later architecture than the one modelled.
  if ((i.op == Op::min || i.op == Op::max) && i.operands.size() != 3) return false;
  return real(i, real_form(i.op));
}

/// add and sub can carry, which is an integer affair whatever the type says.
bool Decoder::add_or_sub(const Instruction& i) {
  const bool is_real = !i.modifiers.cc && i.types.size() == 1 && ptx::is_float(i.types[0]);
  return is_real ? real(i, real_form(i.op)) : integer(i);
}

bool Decoder::divide(const Instruction& i) {
  if (i.types.size() != 1) return false;
  if (!ptx::is_float(i.types[0])) return integer(i);
  // .approx and .full allow 2 ulp; the exact quotient is one of the allowed answers.
  return real(i, FloatOp::div);
}

}  // namespace assay::sim
