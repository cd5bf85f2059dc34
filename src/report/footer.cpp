// SPDX-License-Identifier: Apache-2.0
#include "report/footer.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "base/text.hpp"
#include "report/layout.hpp"
#include "report/summary.hpp"

namespace assay::report {
namespace {

std::string totals(const record::Report& report, const Style& style) {
  using enum record::Outcome;
  std::vector<std::string> parts;
  for (const record::Outcome outcome : {accepted, rejected, undecided, error}) {
    const auto count = std::ranges::count(report.verdicts, outcome, &record::Verdict::outcome);
    if (count > 0)
      parts.push_back(
          inked(fmt::format("{} {}", count, record::name_of(outcome)), ink_of(outcome), style));
  }
  return parts.empty() ? "no candidate" : join(parts, ", ");
}

std::string expectations(const record::Report& report, const Style& style) {
  std::int64_t told = 0, met = 0;
  for (const record::Verdict& verdict : report.verdicts)
    if (const auto as = record::as_expected(verdict)) {
      ++told;
      met += *as ? 1 : 0;
    }
  if (told == 0) return "";
  return "; " + inked(fmt::format("{} of {} as expected", met, told),
                      met == told ? Ink::good : Ink::bad, style);
}

/// As a shell takes it for one word.
std::string shell_word(const std::string& text) {
  const auto safe = [](char each) {
    return std::isalnum(static_cast<unsigned char>(each)) != 0 ||
           std::string_view("/._-+=,").find(each) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, safe)) return text;
  std::string word = "'";
  for (const char each : text) word += each == '\'' ? "'\\''" : std::string(1, each);
  return word + "'";
}

std::string the_same_again(const record::Report& report) {
  std::string command = "assay judge " + shell_word(report.task_path);
  for (const auto& word : report.arguments) command += " " + shell_word(word);
  return shown(command);
}

}  // namespace

std::string footer(const record::Report& report, const Style& style) {
  std::string text = "\n" + totals(report, style) + expectations(report, style);
  if (report.seconds > 0) text += " in " + human_seconds(report.seconds);
  text += fmt::format("\nseed 0x{0:x}; the same again: {1} --seed 0x{0:x}\n", report.seed,
                      the_same_again(report));
  return text;
}

}  // namespace assay::report
