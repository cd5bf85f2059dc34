// SPDX-License-Identifier: Apache-2.0
// The body of a function: declarations, labels, tables, nested scopes, instructions.
#pragma once

#include "ptx/cursor.hpp"
#include "ptx/instruction.hpp"
#include "ptx/location.hpp"
#include "ptx/operand.hpp"
#include "ptx/scope.hpp"

namespace assay::ptx {

class BodyParser {
 public:
  BodyParser(Cursor& cursor, Function& function, Scopes& scopes, Locations& locations,
             const ModuleNames& names)
      : cursor_(cursor),
        scopes_(scopes),
        locations_(locations),
        instructions_(cursor, function, scopes, names) {}

  /// At '{'; ends behind the brace that closes it. Nested scopes are a count, not a recursion.
  [[nodiscard]] bool parse();

 private:
  [[nodiscard]] bool parse_statement();
  [[nodiscard]] bool parse_brace();
  [[nodiscard]] bool parse_directive();
  [[nodiscard]] bool parse_registers();
  [[nodiscard]] bool parse_register_name(RegisterShape shape);
  [[nodiscard]] bool parse_declaration();
  [[nodiscard]] bool parse_labelled(const Lexeme& label);
  [[nodiscard]] bool parse_branch_targets(const Lexeme& label);
  [[nodiscard]] bool parse_call_targets(const Lexeme& label);
  [[nodiscard]] bool parse_prototype(const Lexeme& label);

  Cursor& cursor_;
  Scopes& scopes_;
  Locations& locations_;
  InstructionParser instructions_;
};

/// Behind `.pragma`: strings up to the semicolon. They steer the assembler's optimiser and change
/// no meaning.
[[nodiscard]] bool skip_pragma(Cursor& cursor);

}  // namespace assay::ptx
