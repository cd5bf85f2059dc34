// SPDX-License-Identifier: Apache-2.0
// Names of the four outcomes.
#include "record/verdict.hpp"

#include <array>

namespace assay::record {

std::string_view name_of(Outcome outcome) {
  constexpr std::array<std::string_view, 4> names{"accepted", "rejected", "undecided", "error"};
  return names[static_cast<std::size_t>(outcome)];
}

}  // namespace assay::record
