// SPDX-License-Identifier: Apache-2.0
#include "report/style.hpp"

#include <array>

namespace assay::report {

std::string inked(std::string_view text, Ink ink, const Style& style) {
  constexpr std::array<std::string_view, 6> codes{"", "32", "31", "33", "2", "1"};
  const std::string_view code = codes[static_cast<std::size_t>(ink)];
  if (!style.color || code.empty() || text.empty()) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace assay::report
