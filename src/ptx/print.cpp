// SPDX-License-Identifier: Apache-2.0
// See print.hpp. Instructions and operands; functions and modules are in print_module.cpp.
#include "ptx/print.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ptx/print_variable.hpp"

namespace assay::ptx {
namespace {

constexpr char open_of(Operand::Kind kind) {
  return kind == Operand::Kind::list ? '(' : '{';
}
constexpr char close_of(Operand::Kind kind) {
  return kind == Operand::Kind::list ? ')' : '}';
}

std::string register_name(const Function& function, RegisterId reg) {
  return reg == Operand::no_register ? "_" : function.registers[reg].name;
}

std::string register_text(const Function& function, const Operand& operand) {
  std::string text = operand.negative ? "-" : operand.negated ? "!" : "";
  text += register_name(function, operand.reg);
  if (operand.selector[0] != '\0') {
    const auto end = std::ranges::find(operand.selector, '\0');
    text += '.' + std::string(operand.selector.begin(), end);
  }
  return text;
}

std::string joined(const Function& function, const std::vector<Operand>& elements) {
  std::string text;
  for (const Operand& element : elements) {
    if (!text.empty()) text += ", ";
    text += print(function, element);
  }
  return text;
}

std::string address_text(const Function& function, const Operand& operand) {
  std::string text = "[";
  if (operand.base_is_symbol) {
    text += with_offset(operand.symbol, operand.offset);
  } else if (operand.reg == Operand::no_register) {
    text += std::to_string(static_cast<std::uint64_t>(operand.offset));
  } else {
    text += register_name(function, operand.reg);
    if (operand.offset != 0) text += "+" + signed_text(operand.offset);
  }
  for (const Operand& element : operand.elements) text += ", " + print(function, element);
  return text + (operand.unified ? "].unified" : "]");
}

std::string integer_text(const Operand& operand) {
  return operand.negative ? "-" + std::to_string(0 - operand.bits) : std::to_string(operand.bits);
}

std::string real_text(const Operand& operand) {
  return operand.single ? fmt::format("0f{:08X}", operand.bits)
                        : fmt::format("0d{:016X}", operand.bits);
}

std::string special_text(const Operand& operand) {
  std::string text(name_of(operand.special));
  if (is_vector(operand.special)) text += std::string(".") + "xyzw"[operand.component & 3];
  return text;
}

std::string pair_text(const Function& function, const Operand& operand) {
  const std::string first = operand.elements.empty()
                                ? register_name(function, operand.reg)
                                : "{" + joined(function, operand.elements) + "}";
  return first + "|" + register_name(function, operand.second);
}

std::string label_name(const Function& function, std::uint32_t target) {
  const auto place = [](const auto& label) { return label.second; };
  const auto found = std::ranges::lower_bound(function.labels, target, {}, place);
  return found == function.labels.end() ? "" : found->first;
}

}  // namespace

std::string print(const Function& function, const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::reg:
      return register_text(function, operand);
    case Operand::Kind::pred_pair:
      return pair_text(function, operand);
    case Operand::Kind::integer:
      return integer_text(operand);
    case Operand::Kind::real:
      return real_text(operand);
    case Operand::Kind::special:
      return special_text(operand);
    case Operand::Kind::address:
      return address_text(function, operand);
    case Operand::Kind::symbol:
      return with_offset(operand.symbol, operand.offset);
    case Operand::Kind::label:
      return label_name(function, operand.target);
    case Operand::Kind::table:
      return operand.symbol;
    case Operand::Kind::vector:
    case Operand::Kind::list:
      return open_of(operand.kind) + joined(function, operand.elements) + close_of(operand.kind);
    case Operand::Kind::sink:
      break;
  }
  return "_";
}

std::string print(const Function& function, const Instruction& instruction) {
  std::string text;
  if (instruction.guard) {
    text += instruction.guard_negated ? "@!" : "@";
    text += register_name(function, *instruction.guard) + " ";
  }
  text += full_name(instruction.op, instruction.modifiers, instruction.types);
  if (!instruction.operands.empty()) text += " " + joined(function, instruction.operands);
  return text;
}

}  // namespace assay::ptx
