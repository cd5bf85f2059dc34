// SPDX-License-Identifier: Apache-2.0
#include "builder/flow.hpp"

namespace assay::builder {
namespace {

using ptx::Op;
using ptx::Operand;
using ptx::Space;

/// Registers in, registers out, and nothing else. An operation that is missing here only makes a
/// proof fail.
bool is_computation(Op op) {
  switch (op) {
    case Op::abs:
    case Op::add:
    case Op::addc:
    case Op::and_:
    case Op::bfe:
    case Op::bfi:
    case Op::bfind:
    case Op::bmsk:
    case Op::brev:
    case Op::clz:
    case Op::cnot:
    case Op::cvt:
    case Op::cvta:
    case Op::div:
    case Op::dp2a:
    case Op::dp4a:
    case Op::fns:
    case Op::isspacep:
    case Op::lop3:
    case Op::mad:
    case Op::mad24:
    case Op::madc:
    case Op::max:
    case Op::min:
    case Op::mov:
    case Op::mul:
    case Op::mul24:
    case Op::neg:
    case Op::not_:
    case Op::or_:
    case Op::popc:
    case Op::prmt:
    case Op::rem:
    case Op::sad:
    case Op::selp:
    case Op::set:
    case Op::setp:
    case Op::shf:
    case Op::shfl:
    case Op::shl:
    case Op::shr:
    case Op::slct:
    case Op::sub:
    case Op::subc:
    case Op::szext:
    case Op::vote:
    case Op::match:
    case Op::xor_:
      return true;
    default:
      return false;
  }
}

bool is_load(Op op) {
  return op == Op::ld || op == Op::ldu || op == Op::prefetch || op == Op::prefetchu;
}

bool writes_shared(Space space) {
  return space == Space::shared || space == Space::shared_cta || space == Space::shared_cluster;
}

}  // namespace

Role role_of(const ptx::Instruction& instruction) {
  // a carry flag is one more register, which is not followed
  if (is_computation(instruction.op))
    return instruction.modifiers.cc ? Role::escapes : Role::computes;
  if (is_load(instruction.op)) return Role::loads;
  const bool copies = instruction.op == Op::cp_async || instruction.op == Op::cp_async_bulk;
  return copies && writes_shared(instruction.modifiers.space) ? Role::copies : Role::escapes;
}

void mentions(const Operand& operand, std::vector<ptx::RegisterId>& registers,
              std::vector<std::string_view>& names) {
  const auto add = [&](ptx::RegisterId id) {
    if (id != Operand::no_register) registers.push_back(id);
  };
  switch (operand.kind) {
    case Operand::Kind::reg:
      add(operand.reg);
      break;
    case Operand::Kind::pred_pair:
      add(operand.reg);
      add(operand.second);
      break;
    case Operand::Kind::symbol:
      names.push_back(operand.symbol);
      break;
    case Operand::Kind::address:
      if (operand.base_is_symbol)
        names.push_back(operand.symbol);
      else
        add(operand.reg);
      break;
    default:
      break;
  }
  for (const auto& element : operand.elements) mentions(element, registers, names);
}

std::vector<ptx::RegisterId> written(const ptx::Instruction& instruction) {
  std::vector<ptx::RegisterId> registers;
  std::vector<std::string_view> ignored;
  if (!instruction.operands.empty()) mentions(instruction.operands.front(), registers, ignored);
  return registers;
}

}  // namespace assay::builder
