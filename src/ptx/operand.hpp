// SPDX-License-Identifier: Apache-2.0
// Operands: registers, constants, addresses, vectors, names. Resolves each name to what it stands
// for.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "ptx/cursor.hpp"
#include "ptx/module.hpp"
#include "ptx/scope.hpp"

namespace assay::ptx {

/// Names of module scope: variables, functions, aliases.
struct ModuleName {
  enum class Kind : std::uint8_t { variable, function, alias };
  Kind kind = Kind::variable;
  std::uint32_t index = 0;
};
/// Names that may not be given to anything inside a function.
using ReservedNames = std::unordered_set<std::string_view>;
using ModuleNames = std::unordered_map<std::string_view, ModuleName>;

class OperandParser {
 public:
  OperandParser(Cursor& cursor, Scopes& scopes, const ModuleNames& names)
      : cursor_(cursor), scopes_(scopes), names_(names) {}

  [[nodiscard]] std::optional<Operand> operand();
  /// The label of .branchtargets; of .callprototype or .calltargets.
  [[nodiscard]] std::optional<Operand> branch_table();
  [[nodiscard]] std::optional<Operand> call_table();
  /// (a, b): what a call gives or takes.
  [[nodiscard]] std::optional<Operand> list();

 private:
  [[nodiscard]] std::optional<Operand> single();
  [[nodiscard]] std::optional<Operand> after_not();
  [[nodiscard]] std::optional<Operand> after_minus();
  [[nodiscard]] std::optional<Operand> word();
  [[nodiscard]] std::optional<Operand> named(const Lexeme& lexeme, const Named& named,
                                             std::string_view tail);
  [[nodiscard]] std::optional<Operand> of_register(const Lexeme& lexeme, RegisterId reg,
                                                   std::string_view tail);
  [[nodiscard]] std::optional<Operand> of_vector_register(const Lexeme& lexeme, const Named& named,
                                                          std::string_view tail);
  [[nodiscard]] std::optional<Operand> of_symbol(std::string_view name);
  [[nodiscard]] std::optional<Operand> special(const Lexeme& lexeme, std::string_view name,
                                               std::string_view tail);
  [[nodiscard]] std::optional<Operand> pair(Operand first);
  [[nodiscard]] std::optional<Operand> vector();
  [[nodiscard]] std::optional<Operand> address();
  [[nodiscard]] std::optional<Operand> address_base();
  [[nodiscard]] bool elements(Operand& owner, std::string_view end);
  [[nodiscard]] std::optional<Operand> nothing(Place place, std::string message);

  Cursor& cursor_;
  Scopes& scopes_;
  const ModuleNames& names_;
  int depth_ = 0;
};

}  // namespace assay::ptx
