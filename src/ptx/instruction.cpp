// SPDX-License-Identifier: Apache-2.0
// See instruction.hpp.
#include "ptx/instruction.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace assay::ptx {
namespace {

constexpr std::size_t most_operands = 64;
constexpr std::size_t most_listed = 12;

std::string quoted(std::string_view text) {
  return "'" + escaped(text, 64) + "'";
}

std::string listed(const std::vector<std::string>& names) {
  if (names.empty()) return "it takes none";
  std::string text = "it takes";
  for (std::size_t i = 0; i < std::min(names.size(), most_listed); ++i) text += " ." + names[i];
  return names.size() > most_listed ? text + " …" : text;
}

std::string unknown_modifier(Op op, std::string_view name) {
  std::string text = "unknown modifier " + quoted("." + std::string(name)) + " of '" +
                     std::string(name_of(op)) + "'";
  const auto valid = modifiers_of(op);
  if (name.size() < 64) {
    if (const auto near = nearest_name(name, valid)) text += "; did you mean '." + *near + "'?";
  }
  return text + "; " + listed(valid);
}

std::string unknown_operation(std::string_view dotted) {
  std::string text = "unknown operation " + quoted(dotted);
  const std::string near = dotted.size() < 128 ? nearest_op(dotted) : "";
  return near.empty() ? text : text + "; did you mean '" + near + "'?";
}

std::string misplaced(Placed placed, Op op, std::string_view name) {
  switch (placed) {
    case Placed::conflict:
      return "modifier " + quoted("." + std::string(name)) + " of '" + std::string(name_of(op)) +
             "' repeats or contradicts another";
    case Placed::too_many:
      return "too many modifiers of '" + std::string(name_of(op)) + "'";
    default:
      return unknown_modifier(op, name);
  }
}

}  // namespace

std::string folded(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "//") {
      i = std::min(text.find('\n', i), text.size() - 1);
    } else if (text.substr(i, 2) == "/*") {
      i = std::min(text.find("*/", i + 2), text.size() - 2) + 1;
    } else if (text[i] != ' ' && (text[i] < '\t' || text[i] > '\r')) {
      line += text[i];
      continue;
    }
    if (!line.empty() && line.back() != ' ') line += ' ';
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

bool InstructionParser::parse_guarded(const Loc& loc) {
  Instruction instruction;
  instruction.loc = loc;
  instruction.place = cursor_.now().place;
  const char* start = cursor_.start();
  cursor_.take();
  if (!parse_guard(instruction)) return false;
  if (!cursor_.at(Lexeme::Kind::word)) return cursor_.fail_here("an instruction after its guard");
  const Lexeme head = cursor_.take();
  return finish(std::move(instruction), head, start);
}

bool InstructionParser::parse(const Lexeme& head, const Loc& loc) {
  Instruction instruction;
  instruction.loc = loc;
  instruction.place = head.place;
  const char* const start = head.text.data();
  return finish(std::move(instruction), head, start);
}

bool InstructionParser::parse_guard(Instruction& instruction) {
  instruction.guard_negated = cursor_.accept("!");
  const auto name = cursor_.expect_name("a predicate after '@'");
  if (!name) return false;
  const auto found = scopes_.find(name->text);
  if (!found || found->kind != Named::Kind::reg) {
    return cursor_.fail(name->place, quoted(name->text) + " is not a declared predicate");
  }
  instruction.guard = found->index;
  return true;
}

bool InstructionParser::finish(Instruction instruction, const Lexeme& head, const char* start) {
  if (!parse_head(instruction, head) || !parse_operands(instruction)) return false;
  const char* end = cursor_.end_of_last();
  if (!cursor_.expect(";", "after an instruction")) return false;
  instruction.text = folded({start, static_cast<std::size_t>(end - start)});
  function_.body.push_back(std::move(instruction));
  return true;
}

/// Modifiers may stand apart from the operation: `setp .lt .f32`.
bool InstructionParser::parse_head(Instruction& instruction, const Lexeme& head) {
  std::string joined;
  std::string_view dotted = head.text;
  while (cursor_.at(Lexeme::Kind::directive)) {
    if (joined.empty()) joined = head.text;
    joined += cursor_.take().text;
    dotted = joined;
  }
  const auto match = match_op(dotted);
  if (!match) return cursor_.fail(head.place, unknown_operation(dotted));
  instruction.op = match->op;
  return parse_modifiers(instruction, head, dotted, match->rest);
}

bool InstructionParser::parse_modifiers(Instruction& instruction, const Lexeme& head,
                                        std::string_view dotted, std::string_view rest) {
  while (!rest.empty()) {
    const std::string_view name = rest.substr(1, rest.find('.', 1) - 1);
    const Placed placed =
        place_modifier(instruction.op, name, instruction.modifiers, instruction.types);
    if (placed != Placed::yes) {
      Place place = head.place;
      place.column += static_cast<std::uint32_t>(dotted.size() - rest.size());
      return cursor_.fail(place, misplaced(placed, instruction.op, name));
    }
    rest.remove_prefix(name.size() + 1);
  }
  return true;
}

bool InstructionParser::push(Instruction& instruction, std::optional<Operand> operand) {
  if (!operand) return false;
  if (instruction.operands.size() == most_operands) {
    return cursor_.fail(cursor_.now().place, "more than 64 operands");
  }
  instruction.operands.push_back(std::move(*operand));
  return true;
}

bool InstructionParser::parse_operands(Instruction& instruction) {
  if (cursor_.at(";")) return true;
  switch (instruction.op) {
    case Op::bra:
      return parse_branch(instruction);
    case Op::brx:
      return parse_table_branch(instruction);
    case Op::call:
      return parse_call(instruction);
    default:
      return parse_plain(instruction);
  }
}

bool InstructionParser::parse_plain(Instruction& instruction) {
  instruction.operands.reserve(3);
  do {
    if (!push(instruction, operands_.operand())) return false;
  } while (cursor_.accept(","));
  return true;
}

bool InstructionParser::parse_branch(Instruction& instruction) {
  const auto name = cursor_.expect_name("a label");
  if (!name) return false;
  scopes_.use_label(*name, 0);
  Operand label;
  label.kind = Operand::Kind::label;
  return push(instruction, std::move(label));
}

/// brx.idx index, table;
bool InstructionParser::parse_table_branch(Instruction& instruction) {
  const Place place = cursor_.now().place;
  if (!push(instruction, operands_.operand())) return false;
  if (!cursor_.expect(",", "after the index of brx.idx")) return false;
  if (!push(instruction, operands_.branch_table())) return false;
  // Many branches over one long table make more edges than the text has bytes.
  const auto& table = function_.tables[instruction.operands.back().target];
  return cursor_.spend(table.targets.size() * sizeof(std::uint64_t), place);
}

/// call (results), callee, (arguments), table; all but the callee may be absent.
bool InstructionParser::parse_call(Instruction& instruction) {
  if (cursor_.at("(")) {
    if (!push(instruction, operands_.list()) || !cursor_.expect(",", "after the results of call")) {
      return false;
    }
  }
  if (!push(instruction, operands_.operand())) return false;
  while (cursor_.accept(",")) {
    if (!push(instruction, cursor_.at("(") ? operands_.list() : operands_.call_table()))
      return false;
  }
  return true;
}

}  // namespace assay::ptx
