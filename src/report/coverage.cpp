// SPDX-License-Identifier: Apache-2.0
#include "report/coverage.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.hpp"
#include "report/layout.hpp"

namespace assay::report {
namespace {

constexpr std::size_t most_items = 8;

/// Candidates that had the same checked, by name, in their order.
struct Group {
  record::Coverage coverage;
  std::vector<std::string> names;
};

std::vector<Group> groups_of(const record::Report& report) {
  std::vector<Group> groups;
  for (const record::Verdict& verdict : report.verdicts) {
    const record::Coverage& own = verdict.coverage;
    if (verdict.outcome == record::Outcome::rejected) continue;
    if (own.checked.empty() && own.not_checked.empty()) continue;
    const auto same = std::ranges::find_if(groups, [&](const Group& group) {
      return group.coverage.checked == own.checked && group.coverage.not_checked == own.not_checked;
    });
    if (same == groups.end())
      groups.push_back({own, {shown(verdict.name)}});
    else
      same->names.push_back(shown(verdict.name));
  }
  return groups;
}

std::string lines(std::string_view title, const std::vector<std::string>& items,
                  const Style& style) {
  if (items.empty()) return "";
  std::vector<std::string> safe;
  for (const std::string& item : items)
    if (safe.size() < most_items) safe.push_back(shown(item));
  if (items.size() > most_items)
    safe.push_back(fmt::format("… and {} more, all in --json", items.size() - most_items));
  const auto width = static_cast<std::size_t>(std::max(style.width, 60));
  return paragraph(fmt::format("{}: {}", title, join(safe, "; ")), 2, width, 2);
}

}  // namespace

std::string coverage(const record::Report& report, const Style& style) {
  const std::vector<Group> groups = groups_of(report);
  std::string text;
  for (const Group& group : groups) {
    text += "\n" + inked("coverage", Ink::strong, style);
    if (groups.size() > 1) text += " of " + join(group.names, ", ");
    text += "\n" + lines("checked", group.coverage.checked, style);
    text += lines("not checked", group.coverage.not_checked, style);
  }
  return text;
}

}  // namespace assay::report
