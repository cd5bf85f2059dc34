// SPDX-License-Identifier: Apache-2.0
// One instruction: its dotted head, its operands, and the few operations whose operands are not all
// alike (branches, calls).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ptx/cursor.hpp"
#include "ptx/operand.hpp"
#include "ptx/scope.hpp"

namespace assay::ptx {

class InstructionParser {
 public:
  InstructionParser(Cursor& cursor, Function& function, Scopes& scopes, const ModuleNames& names)
      : cursor_(cursor), function_(function), scopes_(scopes), operands_(cursor, scopes, names) {}

  /// At '@'.
  [[nodiscard]] bool parse_guarded(const Loc& loc);
  /// Behind the head, which was taken to see that it is no label.
  [[nodiscard]] bool parse(const Lexeme& head, const Loc& loc);

 private:
  [[nodiscard]] bool parse_guard(Instruction& instruction);
  [[nodiscard]] bool finish(Instruction instruction, const Lexeme& head, const char* start);
  [[nodiscard]] bool parse_head(Instruction& instruction, const Lexeme& head);
  [[nodiscard]] bool parse_modifiers(Instruction& instruction, const Lexeme& head,
                                     std::string_view dotted, std::string_view rest);
  [[nodiscard]] bool parse_operands(Instruction& instruction);
  [[nodiscard]] bool parse_plain(Instruction& instruction);
  [[nodiscard]] bool parse_branch(Instruction& instruction);
  [[nodiscard]] bool parse_table_branch(Instruction& instruction);
  [[nodiscard]] bool parse_call(Instruction& instruction);
  [[nodiscard]] bool push(Instruction& instruction, std::optional<Operand> operand);

  Cursor& cursor_;
  Function& function_;
  Scopes& scopes_;
  OperandParser operands_;
};

/// On one line: comments dropped, each run of blanks folded to one space.
[[nodiscard]] std::string folded(std::string_view text);

}  // namespace assay::ptx
