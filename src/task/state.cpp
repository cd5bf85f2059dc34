// SPDX-License-Identifier: Apache-2.0
// [[state]] against what a build holds: docs/decisions/state-must-exist.md.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "task/bind.hpp"
#include "task/mistakes.hpp"

namespace assay::task {
namespace {

constexpr std::size_t longest_list = 300;  ///< bytes of the names that a message shows

Problem missing(const std::string& symbol, const std::vector<std::string>& names) {
  const auto near = nearest_of(symbol, names);
  const std::string there =
      names.empty() ? "it has none that could be written"
                    : fmt::format("it has {}", escaped(join(names, ", "), longest_list));
  return {fmt::format("symbol {} is not in the compiled module, {}", in_quotes(symbol), there),
          near.empty() ? "leave the [[state]] out, or use the variable in a kernel: what no kernel "
                         "uses is not compiled"
                       : fmt::format("did you mean '{}'?", near),
          "[[state]]", false};
}

}  // namespace

std::vector<Problem> state_problems(const Candidate& candidate,
                                    std::span<const record::Symbol> symbols) {
  std::vector<std::string> names;
  names.reserve(symbols.size());
  for (const auto& symbol : symbols) names.push_back(symbol.name);
  std::vector<Problem> problems;
  for (const auto& declared : candidate.state) {
    if (std::find(names.begin(), names.end(), declared) == names.end())
      problems.push_back(missing(declared, names));
  }
  return problems;
}

}  // namespace assay::task
