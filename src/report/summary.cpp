// SPDX-License-Identifier: Apache-2.0
#include "report/summary.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "base/text.hpp"
#include "report/layout.hpp"
#include "report/table.hpp"

namespace assay::report {
namespace {

constexpr std::int64_t sector_bytes = 32;

/// "✓" or "✗" where the manifest says what to expect; what an outcome is worth is its colour.
Cell mark_of(const record::Verdict& verdict) {
  const auto met = record::as_expected(verdict);
  if (!met) return {" "};
  return *met ? Cell{"✓", Ink::good} : Cell{"✗", Ink::bad};
}

Cell verdict_of(const record::Verdict& verdict) {
  return {std::string(record::name_of(verdict.outcome)), ink_of(verdict.outcome)};
}

Cell why_of(const record::Verdict& verdict) {
  std::vector<std::string> codes;
  if (verdict.outcome == record::Outcome::error) codes.push_back(shown(verdict.error));
  for (const record::Reason& reason : verdict.reasons)
    if (std::ranges::find(codes, reason.code) == codes.end()) codes.push_back(reason.code);
  std::string text = shown(join(codes, ", "));
  if (record::as_expected(verdict) == false)
    text += fmt::format("{}(expected {})", text.empty() ? "" : " ", shown(verdict.expected, 20));
  return {text};
}

/// Counts in full where there is room, else to three digits.
struct Numbers {
  bool in_full = true;
  [[nodiscard]] std::string count(std::int64_t value) const {
    return in_full ? with_commas(value) : short_count(static_cast<double>(value));
  }
  [[nodiscard]] std::string bytes(std::int64_t value) const {
    return in_full ? with_commas(value) : human_bytes(static_cast<double>(value));
  }
};

/// The most that any kernel of any build takes; -1 when there is none.
std::int64_t most(const record::Verdict& verdict, std::int64_t record::KernelInfo::* field) {
  std::int64_t most = -1;
  for (const record::Build& build : verdict.builds)
    for (const record::KernelInfo& kernel : build.kernels) most = std::max(most, kernel.*field);
  return most;
}

std::int64_t dram_bytes(const record::RunCounters& counters) {
  return sector_bytes * (counters.global_load_sectors + counters.global_store_sectors);
}

Cell estimate_of(const record::Verdict& verdict) {
  return {verdict.estimate ? human_seconds(verdict.estimate->seconds) : ""};
}

Cell roofline_of(const record::Verdict& verdict) {
  const bool known = verdict.estimate && verdict.estimate->fraction_of_roofline > 0;
  return {known ? fmt::format("{:.0f} %", 100 * verdict.estimate->fraction_of_roofline) : ""};
}

const record::CaseResult* find(const record::Verdict& verdict, const std::string& name) {
  const auto at = std::ranges::find_if(
      verdict.cases, [&](const auto& one) { return one.ran && one.name == name; });
  return at == verdict.cases.end() ? nullptr : &*at;
}

Row row_of(const record::Verdict& verdict, const std::string& case_name, const Numbers& numbers) {
  const record::CaseResult* one = find(verdict, case_name);
  const std::int64_t registers = most(verdict, &record::KernelInfo::registers);
  const std::int64_t shared = most(verdict, &record::KernelInfo::shared_bytes);
  return {mark_of(verdict),
          {shown(verdict.name) + (verdict.baseline ? " (baseline)" : "")},
          verdict_of(verdict),
          why_of(verdict),
          {registers < 0 ? "" : with_commas(registers)},
          {shared < 0 ? "" : numbers.bytes(shared)},
          {one ? numbers.count(one->counters.warp_instructions) : ""},
          {one ? numbers.bytes(dram_bytes(one->counters)) : ""},
          estimate_of(verdict),
          roofline_of(verdict)};
}

std::vector<Column> columns_of(const Numbers& numbers) {
  return {{""},
          {"candidate", false, 0, 16},
          {"verdict"},
          {"reasons", false, 0, 20},
          {"regs", true, 3},
          {numbers.in_full ? "shared bytes" : "shared", true, 5},
          {numbers.in_full ? "warp instructions" : "instr", true, 1},
          {numbers.in_full ? "DRAM bytes" : "DRAM", true, 2},
          {"estimate", true, 4},
          {"roofline", true, 6}};
}

std::vector<Row> rows_of(const record::Report& report, const Numbers& numbers) {
  std::vector<Row> rows;
  const std::string shown = shown_case(report);
  for (const record::Verdict& verdict : report.verdicts)
    rows.push_back(row_of(verdict, shown, numbers));
  return rows;
}

/// A drawn case has its axes in its name.
std::string axes_text(const record::CaseResult& one) {
  if (one.drawn) return "";
  std::vector<std::string> axes;
  for (const auto& [name, value] : one.axes)
    axes.push_back(fmt::format("{} {}", shown(name), value));
  return axes.empty() ? "" : " (" + join(axes, ", ") + ")";
}

}  // namespace

Ink ink_of(record::Outcome outcome) {
  switch (outcome) {
    case record::Outcome::accepted:
      return Ink::good;
    case record::Outcome::rejected:
      return Ink::bad;
    default:
      return Ink::open;
  }
}

std::string shown_case(const record::Report& report) {
  std::string name;
  std::ptrdiff_t most = 0;
  for (const record::Verdict& verdict : report.verdicts) {
    const auto ran = std::ranges::count(verdict.cases, true, &record::CaseResult::ran);
    if (ran <= most) continue;
    most = ran;
    for (const record::CaseResult& one : verdict.cases)
      if (one.ran) name = one.name;
  }
  return name;
}

std::string summary(const record::Report& report, const Style& style) {
  Numbers numbers;
  numbers.in_full = fits(columns_of(numbers), rows_of(report, numbers), style);
  return table(columns_of(numbers), rows_of(report, numbers), style, 0, !style.quiet);
}

std::string caption(const record::Report& report, const Style& style) {
  std::string at;
  std::set<std::string> models;
  const std::string name = shown_case(report);
  for (const record::Verdict& verdict : report.verdicts) {
    if (const record::CaseResult* one = find(verdict, name))
      at = fmt::format("'{}'{}", shown(name), axes_text(*one));
    if (verdict.estimate)
      models.insert(verdict.estimate->model.substr(0, verdict.estimate->model.find("; bound by")));
  }
  std::string text;
  const auto width = static_cast<std::size_t>(std::max(style.width, 60));
  if (!at.empty())
    text += paragraph(
        "instructions (of warps) and DRAM bytes (of all sectors asked for) are exact "
        "counts at case " +
            at,
        0, width, 2);
  for (const std::string& model : models)
    text += paragraph("the estimate is a model's, not a measurement: " + shown(model), 0, width, 2);
  return text.empty() ? "" : "\n" + inked(text.substr(0, text.size() - 1), Ink::dim, style) + "\n";
}

}  // namespace assay::report
