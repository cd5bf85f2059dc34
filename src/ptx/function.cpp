// SPDX-License-Identifier: Apache-2.0
// See function.hpp.
#include "ptx/function.hpp"

#include "base/text.hpp"
#include "ptx/body.hpp"
#include "ptx/expression.hpp"
#include "ptx/scope.hpp"

namespace assay::ptx {

/// What stands before the body, as it was read.
struct FunctionParser::Header {
  bool is_entry = false;
  Lexeme name;
  std::vector<Declared> results;
  std::vector<Declared> parameters;
};

bool FunctionParser::parse(const Linkage& linkage) {
  Header header;
  if (!parse_header(header)) return false;
  Function function;
  function.name = header.name.text;
  function.place = header.name.place;
  function.is_entry = header.is_entry;
  function.is_visible = linkage.is_visible;
  function.is_weak = linkage.is_weak;
  Scopes scopes(cursor_, function, [this](std::string_view name) {
    return names_.contains(name) || reserved_.contains(name);
  });
  for (const bool is_result : {true, false}) {
    for (Declared& one : is_result ? header.results : header.parameters) {
      if (!scopes.declare_parameter(one.name, std::move(one.variable), is_result)) return false;
    }
  }
  if (!parse_directives(function)) return false;
  function.is_extern = cursor_.accept(";");
  if (!enter(header.name, function)) return false;
  if (function.is_extern) return true;
  locations_.reset();
  if (!scopes.open(header.name.place)) return false;
  if (!BodyParser(cursor_, function, scopes, locations_, names_).parse()) return false;
  if (!scopes.close()) return false;
  module_.functions[names_.at(header.name.text).index] = std::move(function);
  return true;
}

bool FunctionParser::parse_header(Header& header) {
  header.is_entry = cursor_.take().text == ".entry";
  if (cursor_.accept(".attribute") && !parse_attribute()) return false;
  if (cursor_.at("(")) {
    auto results = parse_parameters(cursor_);
    if (!results) return false;
    header.results = std::move(*results);
  }
  const auto name = cursor_.expect_name("the name of a function");
  if (!name) return false;
  header.name = *name;
  if (!cursor_.at("(")) return true;
  auto parameters = parse_parameters(cursor_);
  if (!parameters) return false;
  header.parameters = std::move(*parameters);
  return true;
}

/// .attribute(.unified(n, n)) of a function: an identity for the linker.
bool FunctionParser::parse_attribute() {
  return cursor_.expect("(", "after .attribute") && cursor_.expect(".unified", "in .attribute") &&
         cursor_.expect("(", "after .unified") && parse_integer(cursor_) &&
         cursor_.expect(",", "in .unified") && parse_integer(cursor_) &&
         cursor_.expect(")", "after .unified") && cursor_.expect(")", "after .attribute");
}

bool FunctionParser::parse_directives(Function& function) {
  while (cursor_.at(Lexeme::Kind::directive)) {
    if (!parse_directive(function)) return false;
  }
  return true;
}

bool FunctionParser::parse_directive(Function& function) {
  Directives& directives = function.directives;
  if (cursor_.accept(".noreturn")) return function.no_return = true;
  if (cursor_.accept(".explicitcluster")) return directives.explicit_cluster = true;
  if (cursor_.accept(".blocksareclusters")) return directives.blocks_are_clusters = true;
  if (cursor_.accept(".maxntid")) return parse_counts(directives.max_threads);
  if (cursor_.accept(".reqntid")) return parse_counts(directives.required_threads);
  if (cursor_.accept(".reqnctapercluster")) return parse_counts(directives.cluster);
  if (cursor_.accept(".minnctapersm")) return parse_count(directives.min_blocks);
  if (cursor_.accept(".maxnctapersm")) return parse_count(directives.max_blocks);
  if (cursor_.accept(".maxnreg")) return parse_count(directives.max_registers);
  if (cursor_.accept(".maxclusterrank")) return parse_count(directives.max_cluster_rank);
  if (cursor_.accept(".pragma")) return skip_pragma(cursor_);
  std::uint32_t ignored = 0;  // how the linker's calling convention saves registers
  if (cursor_.accept(".abi_preserve")) return parse_count(ignored);
  if (cursor_.accept(".abi_preserve_control")) return parse_count(ignored);
  return cursor_.fail_here("a directive of a function, such as .maxntid or .minnctapersm, or '{'");
}

bool FunctionParser::parse_count(std::uint32_t& count) {
  const auto number = cursor_.expect_count("a number");
  if (number) count = *number;
  return number.has_value();
}

/// One to three numbers; those left out are 1.
bool FunctionParser::parse_counts(std::uint32_t (&counts)[3]) {
  counts[0] = counts[1] = counts[2] = 1;
  for (std::uint32_t& count : counts) {
    if (!parse_count(count)) return false;
    if (!cursor_.accept(",")) return true;
  }
  return cursor_.fail_here("at most three numbers");
}

/// Makes the name known before the body is read, since a function may call itself.
bool FunctionParser::enter(const Lexeme& name, Function& function) {
  const auto index = static_cast<std::uint32_t>(module_.functions.size());
  const auto [found, fresh] =
      names_.try_emplace(name.text, ModuleName{ModuleName::Kind::function, index});
  if (fresh) {
    module_.functions.emplace_back();
  } else if (found->second.kind != ModuleName::Kind::function ||
             (!module_.functions[found->second.index].is_extern && !function.is_extern)) {
    return cursor_.fail(name.place, "'" + escaped(name.text, 128) + "' is defined twice");
  }
  Function& entry = module_.functions[found->second.index];
  if (!function.is_extern) {
    entry.is_extern = false;
  } else if (fresh) {
    entry = std::move(function);
  }
  return true;
}

}  // namespace assay::ptx
