// SPDX-License-Identifier: Apache-2.0
// See operand.hpp.
#include "ptx/operand.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "ptx/expression.hpp"

namespace assay::ptx {
namespace {

constexpr int most_nested = 4;
constexpr std::size_t most_elements = 4096;

Operand of_constant(const Constant& constant) {
  Operand operand;
  operand.kind = constant.real ? Operand::Kind::real : Operand::Kind::integer;
  operand.single = constant.single;
  operand.negative = constant.negative;
  operand.bits = constant.bits;
  return operand;
}

Operand sink() {
  Operand operand;
  operand.reg = Operand::no_register;
  return operand;
}

/// .x .y .z .w, or .r .g .b .a, as 0 to 3.
std::optional<std::uint8_t> component_of(std::string_view tail) {
  for (const std::string_view letters : {"xyzw", "rgba"}) {
    const std::size_t at = tail.size() == 2 ? letters.find(tail[1]) : std::string_view::npos;
    if (at != std::string_view::npos) return static_cast<std::uint8_t>(at);
  }
  return std::nullopt;
}

/// .b0, .h1, .b7654: parts of a register in video instructions.
bool is_selector(std::string_view tail) {
  if (tail.size() < 3 || tail.size() > 6 || (tail[1] != 'b' && tail[1] != 'h')) return false;
  return tail.find_first_not_of("01234567", 2) == std::string_view::npos;
}

}  // namespace

std::optional<Operand> OperandParser::nothing(Place place, std::string message) {
  cursor_.fail(place, std::move(message));
  return std::nullopt;
}

std::optional<Operand> OperandParser::operand() {
  auto first = single();
  if (!first) return std::nullopt;
  if (cursor_.at("|")) return pair(std::move(*first));
  if (first->kind == Operand::Kind::reg && (cursor_.at("+") || cursor_.at("-"))) {
    return nothing(cursor_.now().place,
                   "a register and a number make an address, not a value; add them first");
  }
  return first;
}

std::optional<Operand> OperandParser::single() {
  if (cursor_.at(Lexeme::Kind::word)) return word();
  if (cursor_.at("{")) return vector();
  if (cursor_.at("[")) return address();
  if (cursor_.at("!")) return after_not();
  if (cursor_.at("-")) return after_minus();
  const auto constant = parse_constant(cursor_);
  if (!constant) return std::nullopt;
  if (!constant->symbol.empty()) return nothing(constant->place, "expected a number here");
  return of_constant(*constant);
}

std::optional<Operand> OperandParser::after_not() {
  const Place place = cursor_.take().place;
  if (!cursor_.at(Lexeme::Kind::word)) {
    cursor_.fail_here("a predicate after '!'");
    return std::nullopt;
  }
  auto predicate = word();
  if (predicate && predicate->kind != Operand::Kind::reg) {
    return nothing(place, "only a predicate register can stand behind '!'");
  }
  if (predicate) predicate->negated = true;
  return predicate;
}

std::optional<Operand> OperandParser::after_minus() {
  const Place place = cursor_.take().place;
  if (cursor_.at(Lexeme::Kind::word) && !cursor_.at("WARP_SZ")) {
    auto negated = word();
    if (negated && negated->kind != Operand::Kind::reg) {
      return nothing(place, "only a number or a register can stand behind '-'");
    }
    if (negated) negated->negative = true;
    return negated;
  }
  const auto constant = parse_after_minus(cursor_, place);
  if (!constant) return std::nullopt;
  return of_constant(*constant);
}

std::optional<Operand> OperandParser::word() {
  if (cursor_.at("WARP_SZ")) {
    const auto constant = parse_constant(cursor_);
    return constant ? std::optional(of_constant(*constant)) : std::nullopt;
  }
  const Lexeme lexeme = cursor_.take();
  const std::size_t dot = std::min(lexeme.text.find('.'), lexeme.text.size());
  const std::string_view name = lexeme.text.substr(0, dot);
  const std::string_view tail = lexeme.text.substr(dot);
  if (name == "_" && tail.empty()) return sink();
  if (const auto found = scopes_.find(name)) return named(lexeme, *found, tail);
  if (tail.empty() && names_.contains(name)) return of_symbol(name);
  return special(lexeme, name, tail);
}

std::optional<Operand> OperandParser::named(const Lexeme& lexeme, const Named& named,
                                            std::string_view tail) {
  if (named.kind == Named::Kind::reg) return of_register(lexeme, named.index, tail);
  if (named.kind == Named::Kind::vector_register) return of_vector_register(lexeme, named, tail);
  if (!tail.empty()) return nothing(lexeme.place, "only a register can have a part");
  switch (named.kind) {
    case Named::Kind::variable:
    case Named::Kind::result:
    case Named::Kind::parameter:
      return of_symbol(scopes_.name_of(named));
    default:
      return nothing(lexeme.place,
                     "'" + escaped(lexeme.text, 64) +
                         "' is a label, expected a register, a constant or a variable");
  }
}

std::optional<Operand> OperandParser::of_register(const Lexeme& lexeme, RegisterId reg,
                                                  std::string_view tail) {
  Operand operand;
  operand.kind = Operand::Kind::reg;
  operand.reg = reg;
  if (tail.empty()) return operand;
  if (!is_selector(tail)) {
    return nothing(lexeme.place,
                   "'" + escaped(tail, 64) + "' is no part of the register '" +
                       escaped(lexeme.text.substr(0, lexeme.text.size() - tail.size()), 64) + "'");
  }
  std::ranges::copy(tail.substr(1), operand.selector.begin());
  return operand;
}

std::optional<Operand> OperandParser::of_vector_register(const Lexeme& lexeme, const Named& named,
                                                         std::string_view tail) {
  if (tail.empty()) {
    Operand whole;
    whole.kind = Operand::Kind::vector;
    for (RegisterId i = 0; i < named.vector; ++i) {
      whole.elements.push_back(*of_register(lexeme, scopes_.element(named, i), {}));
    }
    return whole;
  }
  const auto component = component_of(tail);
  if (!component || *component >= named.vector) {
    return nothing(lexeme.place, "'" + escaped(tail, 64) + "' is no component of a vector of " +
                                     std::to_string(named.vector));
  }
  return of_register(lexeme, scopes_.element(named, *component), {});
}

std::optional<Operand> OperandParser::of_symbol(std::string_view name) {
  Operand operand;
  operand.kind = Operand::Kind::symbol;
  operand.symbol = name;
  const auto offset = parse_offset(cursor_);
  if (!offset) return std::nullopt;
  operand.offset = *offset;
  return operand;
}

std::optional<Operand> OperandParser::special(const Lexeme& lexeme, std::string_view name,
                                              std::string_view tail) {
  const auto found = special_from_name(name);
  if (!found) return nothing(lexeme.place, "'" + escaped(name, 64) + "' is not declared");
  Operand operand;
  operand.kind = Operand::Kind::special;
  operand.special = *found;
  const bool vector = is_vector(*found);
  const auto component = component_of(tail);
  if (vector != component.has_value() || (!vector && !tail.empty())) {
    return nothing(lexeme.place,
                   "'" + escaped(name, 64) +
                       (vector ? "' needs one of .x .y .z behind it" : "' has no components"));
  }
  operand.component = component.value_or(0);
  return operand;
}

/// `first` | second: both are set by the instruction.
std::optional<Operand> OperandParser::pair(Operand first) {
  const Place place = cursor_.take().place;
  const auto second = single();
  if (!second) return std::nullopt;
  const auto fits = [](const Operand& operand) {
    return operand.kind == Operand::Kind::reg || operand.kind == Operand::Kind::sink;
  };
  const bool vector = first.kind == Operand::Kind::vector;
  if (!fits(*second) || (!fits(first) && !vector)) {
    return nothing(place, "only registers can be paired by '|'");
  }
  Operand both;
  both.kind = Operand::Kind::pred_pair;
  both.reg = vector ? Operand::no_register : first.reg;
  both.second = second->reg;
  both.elements = std::move(first.elements);
  return both;
}

bool OperandParser::elements(Operand& owner, std::string_view end) {
  if (++depth_ > most_nested) return cursor_.fail(cursor_.now().place, "operands nested too deep");
  while (!cursor_.at(end)) {
    if (owner.elements.size() == most_elements) {
      return cursor_.fail(cursor_.now().place, "more than 4096 elements in one operand");
    }
    auto element = operand();
    if (!element) return false;
    owner.elements.push_back(std::move(*element));
    if (!cursor_.at(end) && !cursor_.expect(",", "or '" + std::string(end) + "'")) return false;
  }
  cursor_.take();
  --depth_;
  return true;
}

std::optional<Operand> OperandParser::vector() {
  cursor_.take();
  Operand operand;
  operand.kind = Operand::Kind::vector;
  if (!elements(operand, "}")) return std::nullopt;
  return operand;
}

std::optional<Operand> OperandParser::list() {
  cursor_.take();
  Operand operand;
  operand.kind = Operand::Kind::list;
  if (!elements(operand, ")")) return std::nullopt;
  return operand;
}

std::optional<Operand> OperandParser::address_base() {
  if (!cursor_.at(Lexeme::Kind::word)) {
    const auto constant = parse_integer(cursor_);
    if (!constant) return std::nullopt;
    Operand absolute;
    absolute.reg = Operand::no_register;
    absolute.offset = static_cast<std::int64_t>(constant->bits);
    return absolute;
  }
  const Place place = cursor_.now().place;
  auto base = word();
  if (!base) return std::nullopt;
  if (base->kind == Operand::Kind::integer) {
    base->offset = static_cast<std::int64_t>(base->bits);
    base->bits = 0;
    base->reg = Operand::no_register;
  } else if (base->kind == Operand::Kind::symbol) {
    base->base_is_symbol = true;
  } else if (base->kind != Operand::Kind::reg) {
    return nothing(place, "an address starts with a register, a variable or a number");
  }
  return base;
}

/// [base + offset] or [base, {…}, …]
std::optional<Operand> OperandParser::address() {
  cursor_.take();
  auto operand = address_base();
  if (!operand) return std::nullopt;
  operand->kind = Operand::Kind::address;
  const auto offset = parse_offset(cursor_);
  if (!offset) return std::nullopt;
  operand->offset = static_cast<std::int64_t>(static_cast<std::uint64_t>(operand->offset) +
                                              static_cast<std::uint64_t>(*offset));
  if (cursor_.accept(",")) {
    if (!elements(*operand, "]")) return std::nullopt;
  } else if (!cursor_.expect("]", "to end the address")) {
    return std::nullopt;
  }
  operand->unified = cursor_.accept(".unified");
  return operand;
}

std::optional<Operand> OperandParser::call_table() {
  const auto name = cursor_.expect_name("the label of a table");
  if (!name) return std::nullopt;
  const auto found = scopes_.find(name->text);
  Operand operand;
  operand.kind = Operand::Kind::table;
  if (found && (found->kind == Named::Kind::prototype || found->kind == Named::Kind::targets)) {
    operand.symbol = scopes_.name_of(*found);
  } else if (const auto global = names_.find(name->text);
             global != names_.end() && global->second.kind != ModuleName::Kind::alias) {
    operand.symbol = name->text;
  } else {
    return nothing(name->place, "'" + escaped(name->text, 64) +
                                    "' is not declared as .calltargets or .callprototype");
  }
  return operand;
}

std::optional<Operand> OperandParser::branch_table() {
  const auto name = cursor_.expect_name("the label of a table");
  if (!name) return std::nullopt;
  const auto found = scopes_.find(name->text);
  if (!found || found->kind != Named::Kind::table) {
    return nothing(name->place,
                   "'" + escaped(name->text, 64) + "' is not declared as .branchtargets");
  }
  Operand operand;
  operand.kind = Operand::Kind::table;
  operand.symbol = scopes_.name_of(*found);
  operand.target = found->index;
  return operand;
}

}  // namespace assay::ptx
