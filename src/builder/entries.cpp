// SPDX-License-Identifier: Apache-2.0
#include "builder/entries.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace assay::builder {
namespace {

constexpr std::size_t longest_mangled = 16 << 10;  // the demangler recurses

/// Where the parameter list of "void ns::f<int (*)(int)>(float*)" starts: the last opening
/// parenthesis at depth zero.
std::size_t parameters_start(std::string_view text) {
  int depth = 0;
  for (auto at = text.size(); at-- > 0;) {
    if (text[at] == ')') ++depth;
    if (text[at] == '(' && --depth == 0) return at;
  }
  return text.size();
}

/// Past the return type: templates carry one, "void ns::f<float>".
std::string_view without_return_type(std::string_view text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '<' || text[at] == '(') ++depth;
    if (text[at] == '>' || text[at] == ')') --depth;
    if (text[at] == ' ' && depth == 0) return text.substr(at + 1);
  }
  return text;
}

std::string without_blanks(std::string_view text) {
  std::string result;
  std::ranges::copy_if(text, std::back_inserter(result),
                       [](char c) { return c != ' ' && c != '\t'; });
  return result;
}

}  // namespace

std::string expression_of(const std::string& entry) {
  if (!entry.starts_with("_Z") || entry.size() > longest_mangled) return entry;
  int failed = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(entry.c_str(), nullptr, nullptr, &failed), &std::free);
  if (failed != 0 || text == nullptr) return entry;
  const std::string_view whole(text.get());
  return std::string(without_return_type(whole.substr(0, parameters_start(whole))));
}

std::optional<std::string> find_entry(std::string_view expression,
                                      std::span<const std::string> entries) {
  if (std::ranges::count(entries, expression) > 0) return std::string(expression);
  const auto wanted = without_blanks(expression);
  for (const auto& entry : entries) {
    if (without_blanks(expression_of(entry)) == wanted) return entry;
  }
  return std::nullopt;
}

}  // namespace assay::builder
