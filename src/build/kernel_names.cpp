// SPDX-License-Identifier: Apache-2.0
#include "build/kernel_names.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace assay::build {
namespace {

constexpr std::size_t most_names = 64;

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Past a parenthesis that stands at `at` with all in it.
std::size_t past_parentheses(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at + 1;
  }
  return at;
}

/// The word before the first parenthesis that is not an attribute's: `void __launch_bounds__(256)
/// name(`.
std::string_view declared_name(std::string_view text) {
  std::string_view word;
  for (std::size_t at = 0; at < text.size() && text[at] != ';' && text[at] != '{';) {
    if (is_word(text[at])) {
      const auto start = at;
      while (at < text.size() && is_word(text[at])) ++at;
      word = text.substr(start, at - start);
    } else if (text[at] == '(') {
      if (!word.starts_with("__")) return word;
      at = past_parentheses(text, at);
    } else {
      ++at;
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> kernel_names_in(std::string_view source) {
  constexpr std::string_view marker = "__global__";
  constexpr std::size_t longest_declaration = 1000;
  std::vector<std::string> names;
  for (auto at = source.find(marker); at != std::string_view::npos; at = source.find(marker, at)) {
    at += marker.size();
    const std::string name(declared_name(source.substr(at, longest_declaration)));
    if (!name.empty() && std::ranges::count(names, name) == 0) names.push_back(name);
    if (names.size() == most_names) break;
  }
  return names;
}

std::string_view identifier_of(std::string_view expression) {
  const auto name = trim(expression.substr(0, expression.find('<')));
  const auto colons = name.rfind("::");
  return trim(colons == std::string_view::npos ? name : name.substr(colons + 2));
}

std::string missing_kernel(std::string_view expression, std::string_view file,
                           const std::vector<std::string>& existing) {
  auto message = "kernel '" + std::string(expression) + "' is not in " + std::string(file);
  if (const auto near = nearest_name(identifier_of(expression), existing))
    message += "; did you mean '" + *near + "'?";
  if (existing.empty()) return message + "; it has no kernel at all";
  return message + "; its kernels are: " + join(existing, ", ");
}

}  // namespace assay::build
