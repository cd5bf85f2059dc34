// SPDX-License-Identifier: Apache-2.0
// Names of the four outcomes, and whether one is what the manifest says.
#include "record/verdict.hpp"

#include <array>

namespace assay::record {

std::string_view name_of(Outcome outcome) {
  constexpr std::array<std::string_view, 4> names{"accepted", "rejected", "undecided", "error"};
  return names[static_cast<std::size_t>(outcome)];
}

std::optional<bool> as_expected(const Verdict& verdict) {
  if (verdict.expected.empty()) return {};
  if (verdict.expected == name_of(verdict.outcome)) return true;
  return !verdict.reasons.empty() && verdict.reasons.front().code == verdict.expected;
}

}  // namespace assay::record
