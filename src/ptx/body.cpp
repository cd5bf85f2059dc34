// SPDX-License-Identifier: Apache-2.0
// See body.hpp.
#include "ptx/body.hpp"

#include "ptx/declaration.hpp"

namespace assay::ptx {

bool skip_pragma(Cursor& cursor) {
  do {
    if (!cursor.at(Lexeme::Kind::string)) return cursor.fail_here("a string after .pragma");
    cursor.take();
  } while (cursor.accept(","));
  return cursor.expect(";", "after .pragma");
}

bool BodyParser::parse() {
  if (!cursor_.expect("{", "before the body of a function")) return false;
  const std::size_t outside = scopes_.depth();
  for (;;) {
    if (cursor_.at("}") && scopes_.depth() == outside) break;
    if (!parse_statement()) return false;
  }
  cursor_.take();
  return scopes_.close();
}

bool BodyParser::parse_statement() {
  if (cursor_.at("{") || cursor_.at("}")) return parse_brace();
  if (cursor_.at("@")) return instructions_.parse_guarded(locations_.now());
  if (cursor_.at(Lexeme::Kind::directive)) return parse_directive();
  if (cursor_.accept(";")) return true;
  if (!cursor_.at(Lexeme::Kind::word)) return cursor_.fail_here("a statement or '}'");
  const Lexeme head = cursor_.take();
  const bool labelled = head.text.find('.') == std::string_view::npos && cursor_.accept(":");
  return labelled ? parse_labelled(head) : instructions_.parse(head, locations_.now());
}

bool BodyParser::parse_brace() {
  const Lexeme brace = cursor_.take();
  return brace.text == "{" ? scopes_.open(brace.place) : scopes_.close();
}

bool BodyParser::parse_directive() {
  if (cursor_.accept(".reg")) return parse_registers();
  if (cursor_.accept(".loc")) return locations_.parse_loc();
  if (cursor_.accept(".file")) return locations_.parse_file();
  if (cursor_.accept(".pragma")) return skip_pragma(cursor_);
  if (cursor_.accept(".section")) return locations_.parse_section();
  return parse_declaration();
}

bool BodyParser::parse_registers() {
  RegisterShape shape;
  if (!parse_type(cursor_, shape.type, shape.vector)) return false;
  if (shape.vector > 4) return cursor_.fail_here("a vector register of 2 or 4 elements");
  do {
    if (!parse_register_name(shape)) return false;
  } while (cursor_.accept(","));
  return cursor_.expect(";", "after registers");
}

bool BodyParser::parse_register_name(RegisterShape shape) {
  const auto name = cursor_.expect_name("the name of a register");
  if (!name) return false;
  if (!cursor_.accept("<")) return scopes_.declare(*name, shape);
  const auto count = cursor_.expect_count("the number of registers");
  return count && cursor_.expect(">", "after the number of registers") &&
         scopes_.declare_range(*name, *count, shape);
}

bool BodyParser::parse_declaration() {
  const Linkage linkage = parse_linkage(cursor_);
  if (space_here(cursor_) == Space::none)
    return cursor_.fail_here("a declaration or an instruction");
  auto declared = parse_variables(cursor_, linkage);
  if (!declared) return false;
  for (Declared& one : *declared) {
    if (!scopes_.declare(one.name, std::move(one.variable))) return false;
  }
  return true;
}

bool BodyParser::parse_labelled(const Lexeme& label) {
  if (cursor_.accept(".branchtargets")) return parse_branch_targets(label);
  if (cursor_.accept(".calltargets")) return parse_call_targets(label);
  if (cursor_.accept(".callprototype")) return parse_prototype(label);
  return scopes_.declare_label(label);
}

bool BodyParser::parse_branch_targets(const Lexeme& label) {
  std::vector<Lexeme> targets;
  do {
    const auto target = cursor_.expect_name("a label");
    if (!target) return false;
    targets.push_back(*target);
  } while (cursor_.accept(","));
  return cursor_.expect(";", "after .branchtargets") && scopes_.declare_table(label, {}, targets);
}

bool BodyParser::parse_call_targets(const Lexeme& label) {
  Function::CallTargets targets;
  do {
    const auto target = cursor_.expect_name("the name of a function");
    if (!target) return false;
    targets.functions.emplace_back(target->text);
  } while (cursor_.accept(","));
  return cursor_.expect(";", "after .calltargets") && scopes_.declare(label, std::move(targets));
}

/// L: .callprototype (.param .b32 _) _ (.param .b64 _) .noreturn;
bool BodyParser::parse_prototype(const Lexeme& label) {
  const auto add = [&](std::vector<Variable>& list) {
    auto parameters = parse_parameters(cursor_);
    if (!parameters) return false;
    for (Declared& one : *parameters) list.push_back(std::move(one.variable));
    return true;
  };
  Function::Prototype prototype;
  if (cursor_.at("(") && !add(prototype.results)) return false;
  if (!cursor_.expect_name("'_' in .callprototype")) return false;
  if (cursor_.at("(") && !add(prototype.parameters)) return false;
  prototype.no_return = cursor_.accept(".noreturn");
  return cursor_.expect(";", "after .callprototype") &&
         scopes_.declare(label, std::move(prototype));
}

}  // namespace assay::ptx
