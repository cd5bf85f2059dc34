// SPDX-License-Identifier: Apache-2.0
// See scope.hpp.
#include "ptx/scope.hpp"

#include <algorithm>
#include <charconv>

#include "base/text.hpp"

namespace assay::ptx {
namespace {

constexpr std::size_t most_nested = 64;
constexpr std::string_view component_suffixes[] = {"$x", "$y", "$z", "$w"};

std::string quoted(std::string_view name) {
  return "'" + escaped(name, 64) + "'";
}

/// "%r12" is "%r" and 12; nothing for a name without a number, or with one such as 007.
std::optional<std::uint32_t> number_after(std::string_view name, std::size_t digits) {
  const std::string_view text = name.substr(digits);
  if (text.size() > 1 && text.front() == '0') return std::nullopt;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::size_t start_of_digits(std::string_view name) {
  constexpr std::size_t most_digits = 10;  // of a 32-bit number: more can't follow a prefix
  const std::size_t last = name.find_last_not_of("0123456789");
  if (last == std::string_view::npos) return name.size();
  return name.size() - std::min(name.size() - last - 1, most_digits);
}

}  // namespace

Scopes::Scopes(Cursor& cursor, Function& function, std::function<bool(std::string_view)> taken)
    : cursor_(cursor), function_(function), taken_(std::move(taken)), scopes_(1) {}

bool Scopes::open(Place place) {
  if (scopes_.size() == most_nested) return cursor_.fail(place, "scopes nested too deep");
  scopes_.emplace_back();
  return true;
}

bool Scopes::close() {
  Scope& inner = scopes_.back();
  Scope* outer = scopes_.size() > 1 ? &scopes_[scopes_.size() - 2] : nullptr;
  for (Mention& mention : inner.mentions) {
    const auto found = inner.names.find(mention.name.text);
    const bool is_label = found != inner.names.end() && found->second.kind == Named::Kind::label;
    if (is_label) {
      resolve(mention, found->second.index);
    } else if (outer != nullptr) {
      outer->mentions.push_back(mention);
    } else {
      return cursor_.fail(mention.name.place, "no label " + quoted(mention.name.text) + " in '" +
                                                  escaped(function_.name, 128) + "'");
    }
  }
  scopes_.pop_back();
  return true;
}

void Scopes::resolve(const Mention& mention, std::uint32_t label) {
  const std::uint32_t target = function_.labels[label].second;
  if (mention.in_table) {
    function_.tables[mention.owner].targets[mention.slot] = target;
  } else {
    function_.body[mention.owner].operands[mention.slot].target = target;
  }
}

std::string Scopes::unique(std::string_view name) {
  const auto [found, fresh] = used_.try_emplace(name, 1);
  if (fresh && !taken_(name)) return std::string(name);
  std::uint32_t& suffix = found->second;
  for (;;) {
    std::string candidate = std::string(name) + "$" + std::to_string(++suffix);
    if (used_.contains(candidate) || taken_(candidate)) continue;
    made_names_.push_back(candidate);
    used_.emplace(made_names_.back(), 1);
    return candidate;
  }
}

bool Scopes::is_free(const Lexeme& name) {
  const Scope& scope = scopes_.back();
  if (!scope.names.contains(name.text) && !scope.unused.contains(name.text)) return true;
  return cursor_.fail(name.place, quoted(name.text) + " is declared twice in this scope");
}

bool Scopes::add(const Lexeme& name, Named named) {
  scopes_.back().names.emplace(name.text, named);
  return true;
}

bool Scopes::declare(const Lexeme& name, RegisterShape shape) {
  if (!is_free(name)) return false;
  scopes_.back().unused.emplace(name.text, shape);
  return true;
}

bool Scopes::declare_range(const Lexeme& prefix, std::uint32_t count, RegisterShape shape) {
  const auto [found, fresh] = scopes_.back().ranges.try_emplace(prefix.text, Range{count, shape});
  return fresh || cursor_.fail(prefix.place, "the register range " + quoted(prefix.text) +
                                                 "<…> is declared twice in this scope");
}

bool Scopes::declare(const Lexeme& name, Variable variable) {
  if (!is_free(name)) return false;
  variable.name = unique(name.text);
  function_.variables.push_back(std::move(variable));
  const auto index = static_cast<std::uint32_t>(function_.variables.size() - 1);
  return add(name, {Named::Kind::variable, index, 1});
}

bool Scopes::declare_parameter(const Lexeme& name, Variable variable, bool is_result) {
  auto& list = is_result ? function_.results : function_.parameters;
  const bool anonymous = name.text == "_";
  if (!anonymous && !is_free(name)) return false;
  variable.name = anonymous ? "_" : unique(name.text);
  if (variable.space == Space::reg && variable.vector > 1) {
    return cursor_.fail(name.place, "a vector register can't be a parameter");
  }
  list.push_back(std::move(variable));
  if (anonymous) return true;
  if (list.back().space == Space::reg) {
    function_.registers.push_back({list.back().name, list.back().type});
    const auto index = static_cast<std::uint32_t>(function_.registers.size() - 1);
    return add(name, {Named::Kind::reg, index, 1});
  }
  const auto index = static_cast<std::uint32_t>(list.size() - 1);
  return add(name, {is_result ? Named::Kind::result : Named::Kind::parameter, index, 1});
}

bool Scopes::declare_label(const Lexeme& name) {
  if (!is_free(name)) return false;
  function_.labels.emplace_back(unique(name.text),
                                static_cast<std::uint32_t>(function_.body.size()));
  return add(name,
             {Named::Kind::label, static_cast<std::uint32_t>(function_.labels.size() - 1), 1});
}

bool Scopes::declare_table(const Lexeme& name, Function::Table table,
                           const std::vector<Lexeme>& targets) {
  if (!is_free(name)) return false;
  table.name = unique(name.text);
  table.targets.resize(targets.size());
  const auto owner = static_cast<std::uint32_t>(function_.tables.size());
  for (std::uint32_t slot = 0; slot < targets.size(); ++slot) {
    scopes_.back().mentions.push_back({targets[slot], true, owner, slot});
  }
  function_.tables.push_back(std::move(table));
  return add(name, {Named::Kind::table, owner, 1});
}

bool Scopes::declare(const Lexeme& name, Function::Prototype prototype) {
  if (!is_free(name)) return false;
  prototype.name = unique(name.text);
  function_.prototypes.push_back(std::move(prototype));
  const auto index = static_cast<std::uint32_t>(function_.prototypes.size() - 1);
  return add(name, {Named::Kind::prototype, index, 1});
}

bool Scopes::declare(const Lexeme& name, Function::CallTargets targets) {
  if (!is_free(name)) return false;
  targets.name = unique(name.text);
  function_.call_targets.push_back(std::move(targets));
  const auto index = static_cast<std::uint32_t>(function_.call_targets.size() - 1);
  return add(name, {Named::Kind::targets, index, 1});
}

const std::string& Scopes::name_of(const Named& named) const {
  switch (named.kind) {
    case Named::Kind::result:
      return function_.results[named.index].name;
    case Named::Kind::parameter:
      return function_.parameters[named.index].name;
    case Named::Kind::table:
      return function_.tables[named.index].name;
    case Named::Kind::prototype:
      return function_.prototypes[named.index].name;
    case Named::Kind::targets:
      return function_.call_targets[named.index].name;
    case Named::Kind::label:
      return function_.labels[named.index].first;
    case Named::Kind::variable:
      return function_.variables[named.index].name;
    default:
      return function_.registers[named.index].name;
  }
}

void Scopes::use_label(const Lexeme& name, std::uint32_t operand) {
  const auto owner = static_cast<std::uint32_t>(function_.body.size());
  scopes_.back().mentions.push_back({name, false, owner, operand});
}

Named Scopes::make_register(Scope& scope, std::string_view name, RegisterShape shape) {
  Named named;
  named.vector = shape.vector;
  if (shape.vector == 1) {
    named.index = static_cast<std::uint32_t>(function_.registers.size());
    function_.registers.push_back({unique(name), shape.type});
  } else {
    constexpr auto none = Operand::no_register;
    named.kind = Named::Kind::vector_register;
    named.index = static_cast<std::uint32_t>(vectors_.size());
    vectors_.push_back({name, shape.type, {none, none, none, none}});
  }
  scope.names.emplace(name, named);
  return named;
}

RegisterId Scopes::element(const Named& vector, std::size_t component) {
  VectorRegister& whole = vectors_[vector.index];
  RegisterId& reg = whole.elements[component];
  if (reg == Operand::no_register) {
    reg = static_cast<RegisterId>(function_.registers.size());
    made_names_.push_back(std::string(whole.name) + std::string(component_suffixes[component]));
    function_.registers.push_back({unique(made_names_.back()), whole.type});
  }
  return reg;
}

std::optional<RegisterShape> Scopes::shape_in(const Scope& scope, std::string_view name) const {
  if (const auto single = scope.unused.find(name); single != scope.unused.end()) {
    return single->second;
  }
  if (scope.ranges.empty()) return std::nullopt;
  // A range's prefix may itself end in digits (%r1<4> is %r10 … %r13), so every split is tried.
  for (std::size_t at = start_of_digits(name); at < name.size(); ++at) {
    const auto range = scope.ranges.find(name.substr(0, at));
    const auto number = range == scope.ranges.end() ? std::nullopt : number_after(name, at);
    if (number && *number < range->second.count) return range->second.shape;
  }
  return std::nullopt;
}

std::optional<Named> Scopes::find_in(Scope& scope, std::string_view name) {
  if (const auto found = scope.names.find(name); found != scope.names.end()) return found->second;
  const auto shape = shape_in(scope, name);
  if (!shape) return std::nullopt;
  return make_register(scope, name, *shape);
}

std::optional<Named> Scopes::find(std::string_view name) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (auto found = find_in(*scope, name)) return found;
  }
  return std::nullopt;
}

}  // namespace assay::ptx
