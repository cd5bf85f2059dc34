// SPDX-License-Identifier: Apache-2.0
// The sections of a report, in order.
#include "report/terminal.hpp"

#include "report/coverage.hpp"
#include "report/details.hpp"
#include "report/footer.hpp"
#include "report/heading.hpp"
#include "report/summary.hpp"

namespace assay::report {

std::string render(const record::Report& report, const Style& style) {
  if (style.quiet) return summary(report, style);
  std::string text = heading(report, style);
  text += summary(report, style);
  text += caption(report, style);
  for (const record::Verdict& verdict : report.verdicts) text += details(verdict, style);
  text += coverage(report, style);
  text += footer(report, style);
  return text;
}

}  // namespace assay::report
