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

/// Operations that exist for integers too.
bool Decoder::arithmetic(const Instruction& i, FloatOp real_form) {
  if (i.types.size() != 1) return false;
  if (!ptx::is_float(i.types[0])) return integer(i);
  if ((i.op == Op::min || i.op == Op::max) && i.operands.size() != 3) return false;
  return real(i, real_form);
}

bool Decoder::divide(const Instruction& i) {
  if (i.types.size() != 1) return false;
  if (!ptx::is_float(i.types[0])) return integer(i);
  // .approx and .full allow 2 ulp; the exact quotient is one of the allowed answers.
  return real(i, FloatOp::div);
}

}  // namespace assay::sim
