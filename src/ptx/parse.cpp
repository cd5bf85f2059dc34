// SPDX-License-Identifier: Apache-2.0
// The top of the grammar: what may stand in a module outside of functions.
#include "ptx/parse.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "ptx/body.hpp"
#include "ptx/cursor.hpp"
#include "ptx/declaration.hpp"
#include "ptx/function.hpp"
#include "ptx/location.hpp"

namespace assay::ptx {
namespace {

constexpr std::size_t most_text = std::size_t{64} << 20;

class ModuleParser {
 public:
  /// `reserved`: names that nothing inside a function may have.
  ModuleParser(std::string_view text, const ReservedNames& reserved)
      : cursor_(text),
        reserved_(reserved),
        locations_(cursor_, module_),
        functions_(cursor_, module_, names_, reserved_, locations_) {}

  tl::expected<Module, SyntaxError> parse() {
    while (!cursor_.at_end() && !cursor_.failed()) {
      if (!parse_item()) break;
    }
    if (!cursor_.failed() && module_.version_major == 0) {
      cursor_.fail(cursor_.now().place, "no .version: this is not PTX");
    }
    if (!cursor_.failed()) check_addresses();
    if (cursor_.failed()) return tl::unexpected(cursor_.error());
    locations_.name_functions();
    return std::move(module_);
  }

  /// Names of the module that something inside a function parsed before them has too.
  [[nodiscard]] bool has_late_names(const Module& module) const {
    const auto late = [&](const std::string& name) { return names_.contains(name); };
    return std::ranges::any_of(module.functions, [&](const Function& function) {
      return std::ranges::any_of(function.registers, late, &Register::name) ||
             std::ranges::any_of(function.variables, late, &Variable::name) ||
             std::ranges::any_of(function.parameters, late, &Variable::name) ||
             std::ranges::any_of(function.results, late, &Variable::name) ||
             std::ranges::any_of(function.labels, late,
                                 [](const auto& l) -> const std::string& { return l.first; }) ||
             std::ranges::any_of(function.tables, late, &Function::Table::name) ||
             std::ranges::any_of(function.prototypes, late, &Function::Prototype::name) ||
             std::ranges::any_of(function.call_targets, late, &Function::CallTargets::name);
    });
  }

  [[nodiscard]] ReservedNames module_names() const {
    ReservedNames all;
    for (const auto& [name, meaning] : names_) all.insert(name);
    return all;
  }

 private:
  bool parse_item() {
    if (cursor_.accept(";")) return true;
    if (cursor_.accept(".version")) return parse_version();
    if (module_.version_major == 0) return cursor_.fail_here(".version, with which PTX begins");
    if (cursor_.accept(".target")) return parse_target();
    if (cursor_.accept(".address_size")) return parse_address_size();
    if (cursor_.accept(".file")) return locations_.parse_file();
    if (cursor_.accept(".loc")) return locations_.parse_loc();
    if (cursor_.accept(".section")) return locations_.parse_section();
    if (cursor_.accept(".pragma")) return skip_pragma(cursor_);
    if (cursor_.accept(".alias")) return parse_alias();
    return parse_declaration();
  }

  bool parse_version() {
    const Lexeme number = cursor_.now();
    const std::size_t dot = number.text.find('.');
    if (!cursor_.at(Lexeme::Kind::number) || dot == std::string_view::npos ||
        !read_number(number.text.substr(0, dot), module_.version_major) ||
        !read_number(number.text.substr(dot + 1), module_.version_minor) ||
        module_.version_major == 0) {
      return cursor_.fail_here("a version such as 9.0");
    }
    cursor_.take();
    return true;
  }

  static bool read_number(std::string_view text, int& number) {
    if (text.empty() || text.size() > 3) return false;
    number = 0;
    for (const char c : text) {
      if (c < '0' || c > '9') return false;
      number = number * 10 + (c - '0');
    }
    return true;
  }

  bool parse_target() {
    const auto target = cursor_.expect_name("a target such as sm_90");
    if (!target) return false;
    module_.target = target->text;
    while (cursor_.accept(",")) {
      const auto option = cursor_.expect_name("an option of .target");
      if (!option) return false;
      module_.target_options.emplace_back(option->text);
    }
    return true;
  }

  bool parse_address_size() {
    const Place place = cursor_.now().place;
    const auto size = cursor_.expect_count("32 or 64");
    if (!size) return false;
    module_.address_size = static_cast<int>(*size);
    return *size == 32 || *size == 64 || cursor_.fail(place, "an address has 32 or 64 bits");
  }

  /// .alias name, target;
  bool parse_alias() {
    const auto name = cursor_.expect_name("the name of an alias");
    if (!name || !cursor_.expect(",", "in .alias")) return false;
    const auto target = cursor_.expect_name("the name of a function");
    if (!target) return false;
    const auto found = names_.find(target->text);
    if (found == names_.end() || found->second.kind != ModuleName::Kind::function) {
      return cursor_.fail(target->place, "'" + escaped(target->text, 128) + "' is no function");
    }
    module_.aliases.push_back({std::string(name->text), std::string(target->text)});
    return cursor_.expect(";", "after .alias");
  }

  bool parse_declaration() {
    const Linkage linkage = parse_linkage(cursor_);
    if (cursor_.at(".entry") || cursor_.at(".func")) return functions_.parse(linkage);
    const Space space = space_here(cursor_);
    if (space == Space::none || space == Space::reg || space == Space::param) {
      return cursor_.fail_here("a directive of a module, a variable, .entry or .func");
    }
    auto declared = parse_variables(cursor_, linkage);
    if (!declared) return false;
    for (Declared& one : *declared) {
      if (!add_variable(one)) return false;
    }
    return true;
  }

  /// An .extern declaration and its definition become one.
  bool add_variable(Declared& one) {
    const auto index = static_cast<std::uint32_t>(module_.variables.size());
    const auto [found, fresh] =
        names_.try_emplace(one.name.text, ModuleName{ModuleName::Kind::variable, index});
    if (fresh) {
      module_.variables.push_back(std::move(one.variable));
      return true;
    }
    if (found->second.kind == ModuleName::Kind::variable) {
      Variable& earlier = module_.variables[found->second.index];
      if (one.variable.is_extern) return true;
      if (earlier.is_extern) {
        earlier = std::move(one.variable);
        return true;
      }
    }
    return cursor_.fail(one.name.place, "'" + escaped(one.name.text, 128) + "' is defined twice");
  }

  /// An initial value may name what is declared behind it, so this waits for the end.
  bool check_addresses() {
    for (const Variable& variable : module_.variables) {
      for (const auto& relocation : variable.relocations) {
        if (names_.contains(relocation.symbol)) continue;
        return cursor_.fail(variable.place, "the initial value of '" + escaped(variable.name, 128) +
                                                "' names '" + escaped(relocation.symbol, 128) +
                                                "', which is not declared");
      }
    }
    return true;
  }

  Cursor cursor_;
  const ReservedNames& reserved_;
  Module module_;
  ModuleNames names_;
  Locations locations_;
  FunctionParser functions_;
};

}  // namespace

tl::expected<Module, SyntaxError> parse(std::string_view text) {
  if (text.size() > most_text) {
    return tl::unexpected(SyntaxError{{1, 1}, "the text is longer than 64 MiB"});
  }
  const ReservedNames nothing;
  ModuleParser first(text, nothing);
  auto module = first.parse();
  if (!module || !first.has_late_names(*module)) return module;
  // A local name was given away before the module claimed it: once more, with the module's names
  // known.
  const ReservedNames reserved = first.module_names();
  return ModuleParser(text, reserved).parse();
}

std::string to_text(const SyntaxError& error) {
  return std::to_string(error.place.line) + ":" + std::to_string(error.place.column) + ": " +
         error.message;
}

}  // namespace assay::ptx
