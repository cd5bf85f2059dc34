// SPDX-License-Identifier: Apache-2.0
#include "report/heading.hpp"

#include <fmt/format.h>

#include "report/layout.hpp"

namespace assay::report {

std::string heading(const record::Report& report, const Style& style) {
  const std::size_t count = report.verdicts.size();
  return fmt::format("{}: {} candidate{} on {}\n\n", inked(shown(report.task), Ink::strong, style),
                     count, count == 1 ? "" : "s", shown(report.device));
}

}  // namespace assay::report
