// SPDX-License-Identifier: Apache-2.0
#include "report/details.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.hpp"
#include "report/layout.hpp"
#include "report/place.hpp"
#include "report/summary.hpp"
#include "report/table.hpp"

namespace assay::report {
namespace {

constexpr std::size_t most_reasons = 8, most_findings = 6;

std::size_t width_of_style(const Style& style) {
  return static_cast<std::size_t>(std::max(style.width, 60));
}

std::string number(double value, bool in_full) {
  return fmt::format("{:.{}g}", value, in_full ? 17 : 9);
}

Row row_of(const record::WorstElement& element) {
  const bool alike = number(element.got, false) == number(element.expected, false);
  const double error = element.got - element.expected;
  return {{fmt::format("{}[{}]", shown(element.tensor), fmt::join(element.index, ", "))},
          {number(element.got, alike)},
          {number(element.expected, alike)},
          {std::isnan(error) ? "" : fmt::format("{:+.3g}", error)}};
}

std::string worst_elements(const std::vector<record::WorstElement>& worst, const Style& style,
                           std::size_t indent) {
  std::vector<Row> rows;
  std::ranges::transform(worst, std::back_inserter(rows), row_of);
  return table({{"worst"}, {"is", true}, {"expected", true}, {"difference", true}}, std::move(rows),
               style, indent, true);
}

/// Two requirements that the same elements fail: what is known of these stands there once.
bool says_the_same(const record::Reason& reason, const record::Reason& before) {
  const auto same = [](const record::WorstElement& a, const record::WorstElement& b) {
    return a.tensor == b.tensor && a.index == b.index;
  };
  return reason.code == before.code && reason.case_name == before.case_name &&
         reason.evidence == before.evidence && !reason.worst.empty() &&
         std::ranges::equal(reason.worst, before.worst, same);
}

std::string reason_text(const record::Reason& reason, const record::Reason* before,
                        const record::Verdict& verdict, const Style& style) {
  const std::size_t width = width_of_style(style);
  const std::string where =
      reason.case_name.empty() ? "" : fmt::format(" at case '{}'", shown(reason.case_name));
  std::string text =
      "  " + inked(shown(reason.code), ink_of(verdict.outcome), style) + where + "\n";
  text += paragraph(shown(reason.message), 4, width, 2);
  if (reason.place) text += place_text("at", *reason.place, verdict, style, 4);
  if (reason.other) text += place_text("and", *reason.other, verdict, style, 4);
  if (before && says_the_same(reason, *before)) return text;
  text += worst_elements(reason.worst, style, 4);
  for (const std::string& line : reason.evidence)
    text += "    " + cut(shown(line), width - 4) + "\n";
  if (!reason.hint.empty()) text += paragraph("hint: " + shown(reason.hint), 4, width, 2);
  return text;
}

std::string finding_text(const record::Finding& finding, const Style& style) {
  std::string text = shown(finding.code) + ": " + shown(finding.message);
  if (finding.place && !finding.place->file.empty())
    text += fmt::format(" ({}:{})", shown(finding.place->file), finding.place->line);
  if (finding.count > 1) text += fmt::format(", {} times", with_commas(finding.count));
  return paragraph("note: " + text, 2, width_of_style(style), 2);
}

std::string more(std::size_t count, std::size_t most, std::string_view what) {
  if (count <= most) return "";
  return fmt::format("  … and {} more {}{}, all in --json\n", count - most, what,
                     count - most == 1 ? "" : "s");
}

}  // namespace

std::string details(const record::Verdict& verdict, const Style& style) {
  std::string text;
  if (verdict.outcome == record::Outcome::error)
    text += paragraph("error: " + shown(verdict.error), 2, width_of_style(style), 2);
  for (std::size_t i = 0; i < std::min(verdict.reasons.size(), most_reasons); ++i)
    text +=
        reason_text(verdict.reasons[i], i == 0 ? nullptr : &verdict.reasons[i - 1], verdict, style);
  text += more(verdict.reasons.size(), most_reasons, "reason");
  for (std::size_t i = 0; i < std::min(verdict.findings.size(), most_findings); ++i)
    text += finding_text(verdict.findings[i], style);
  text += more(verdict.findings.size(), most_findings, "note");
  if (text.empty()) return "";
  return fmt::format("\n{}: {}\n{}", inked(shown(verdict.name), Ink::strong, style),
                     record::name_of(verdict.outcome), text);
}

}  // namespace assay::report
