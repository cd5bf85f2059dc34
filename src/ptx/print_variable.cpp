// SPDX-License-Identifier: Apache-2.0
// See print_variable.hpp.
#include "ptx/print_variable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace assay::ptx {
namespace {

std::string linkage(const Variable& variable) {
  std::string text;
  if (variable.is_extern) text += ".extern ";
  if (variable.is_visible) text += ".visible ";
  if (variable.is_weak) text += ".weak ";
  if (variable.is_common) text += ".common ";
  return text;
}

std::uint32_t natural_align(const Variable& variable) {
  return std::bit_floor(std::max(size_of(variable.type) * variable.vector, 1U));
}

/// Everything from the space to the dimensions.
std::string declaration(const Variable& variable) {
  std::string text = "." + std::string(name_of(variable.space));
  if (variable.is_managed) text += " .attribute(.managed)";
  if (variable.align != natural_align(variable))
    text += " .align " + std::to_string(variable.align);
  if (variable.vector > 1) text += " .v" + std::to_string(variable.vector);
  text += " ." + std::string(name_of(variable.type));
  if (variable.is_pointer) text += " .ptr";
  if (variable.pointer_space != Space::none) {
    text += " ." + std::string(name_of(variable.pointer_space));
  }
  if (variable.pointer_align != 0) text += " .align " + std::to_string(variable.pointer_align);
  text += " " + variable.name;
  for (const std::uint64_t dimension : variable.dimensions) {
    text += dimension == 0 ? "[]" : "[" + std::to_string(dimension) + "]";
  }
  return text;
}

std::string address_value(const Variable::Relocation& relocation) {
  const std::string base =
      relocation.generic ? "generic(" + relocation.symbol + ")" : relocation.symbol;
  const std::string text = with_offset(base, relocation.addend);
  return relocation.mask == 0 ? text : fmt::format("0x{:X}({})", relocation.mask, text);
}

std::string number_value(const Variable& variable, std::size_t at) {
  std::uint64_t bits = 0;
  const std::size_t size = std::min<std::size_t>(size_of(variable.type), sizeof bits);
  for (std::size_t i = size; i-- > 0;) bits = bits << 8 | variable.initial[at + i];
  if (variable.type == Type::f32) return fmt::format("0f{:08X}", bits);
  if (variable.type == Type::f64) return fmt::format("0d{:016X}", bits);
  return std::to_string(bits);
}

std::string initial_value(const Variable& variable) {
  std::string text;
  auto relocation = variable.relocations.begin();
  const std::size_t step = std::max(size_of(variable.type), 1U);
  for (std::size_t at = 0; at + step <= variable.initial.size(); at += step) {
    if (at != 0) text += ", ";
    const bool address = relocation != variable.relocations.end() && relocation->offset == at;
    text += address ? address_value(*relocation++) : number_value(variable, at);
  }
  const bool single = variable.dimensions.empty() && variable.vector == 1;
  return single ? text : "{" + text + "}";
}

}  // namespace

std::string signed_text(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? "-" + std::to_string(0 - bits) : std::to_string(bits);
}

std::string with_offset(const std::string& symbol, std::int64_t offset) {
  if (offset == 0) return symbol;
  return symbol + (offset > 0 ? "+" : "") + signed_text(offset);
}

std::string print_variable(const Variable& variable) {
  std::string text = linkage(variable) + declaration(variable);
  if (!variable.initial.empty()) text += " = " + initial_value(variable);
  return text + ";";
}

std::string print_parameters(std::span<const Variable> parameters) {
  std::string text;
  for (const Variable& parameter : parameters) {
    text += text.empty() ? "(" : ", ";
    text += declaration(parameter);
  }
  return text.empty() ? "()" : text + ")";
}

}  // namespace assay::ptx
