// SPDX-License-Identifier: Apache-2.0
// The line of a candidate: marks, codes, numbers and which case they are of.
#include "report/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "report/sample.hpp"

namespace assay::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string line_of(const record::Verdict& verdict, int width = 160) {
  record::Report report;
  report.verdicts = {verdict};
  return summary(report, {false, width, true});
}

TEST(Summary, marks_what_was_expected) {
  record::Verdict verdict = accepted_verdict();
  EXPECT_THAT(line_of(verdict), StartsWith("✓  honest_block.cu  accepted"));
  verdict.expected = "rejected";
  EXPECT_THAT(line_of(verdict), StartsWith("✗  honest_block.cu  accepted  (expected rejected)"));
  verdict.expected = "";
  EXPECT_THAT(line_of(verdict), Not(HasSubstr("✓")));
}

TEST(Summary, tells_each_code_once) {
  record::Verdict verdict = racy_verdict();
  verdict.reasons.push_back(verdict.reasons[0]);
  verdict.reasons.push_back({"result.wrong", "", "", "", {}, {}, {}, {}});
  EXPECT_THAT(line_of(verdict), HasSubstr("  race.shared, result.wrong  "));
}

TEST(Summary, an_error_stands_where_reasons_would) {
  record::Verdict verdict;
  verdict.name = "x.cu";
  verdict.error = "disk full";
  EXPECT_THAT(line_of(verdict), HasSubstr("x.cu  error  disk full"));
}

TEST(Summary, takes_the_largest_kernel_of_a_candidate) {
  record::Verdict verdict = accepted_verdict();
  verdict.builds[0].kernels.push_back(verdict.builds[0].kernels[0]);
  verdict.builds[0].kernels[1].registers = 255;
  EXPECT_THAT(line_of(verdict), HasSubstr("  255  1,024  1,234,567  4,194,304  1.05 µs  50 %"));
}

TEST(Summary, counts_of_all_rows_are_of_the_last_case_that_the_furthest_ran) {
  record::Report report;
  report.verdicts = {racy_verdict(), accepted_verdict()};
  report.verdicts[0].cases[0].name = "small";
  report.verdicts[1].cases.insert(report.verdicts[1].cases.begin(),
                                  {"small", {}, false, true, "", {}});
  report.verdicts[1].cases.push_back({"huge", {}, false, false, "budget", {}});
  EXPECT_EQ(shown_case(report), "bench");
  const std::string text = summary(report, {false, 200, false});
  EXPECT_THAT(text, HasSubstr("1,234,567")) << "the accepted one at 'bench'";
  const auto counts = report.verdicts[0].cases[0].counters.warp_instructions;
  EXPECT_THAT(text, Not(HasSubstr(with_commas(counts)))) << "the racy one never came that far";
  report.verdicts.pop_back();
  EXPECT_EQ(shown_case(report), "small");
  EXPECT_THAT(summary(report, {false, 200, false}), HasSubstr(with_commas(counts)));
  EXPECT_EQ(shown_case(record::Report{}), "");
}

TEST(Summary, numbers_are_exact_where_there_is_room_and_short_where_not) {
  EXPECT_THAT(line_of(accepted_verdict(), 120), HasSubstr("1,234,567  4,194,304"));
  record::Verdict verdict = accepted_verdict();
  verdict.name = "a_candidate_with_a_rather_long_name.cu";
  verdict.reasons = {{"memory.out_of_bounds", "", "", "", {}, {}, {}, {}}};
  EXPECT_THAT(line_of(verdict, 90), HasSubstr("1.23 M  4.19 MB"));
  EXPECT_THAT(line_of(verdict, 90), HasSubstr("a_candidate_wit…"));
}

TEST(Caption, says_of_which_case_the_numbers_are_and_that_an_estimate_is_one) {
  record::Report report;
  report.verdicts = {accepted_verdict()};
  const std::string same = caption(report, {false, 200, false});
  EXPECT_THAT(same, HasSubstr("exact counts at case 'bench' (rows 512, cols 1024)"));
  EXPECT_THAT(
      same, HasSubstr("a model's, not a measurement: h200 model: 4.0 TB/s DRAM without caches\n"));
  EXPECT_THAT(same, Not(HasSubstr("bound by"))) << "that is a candidate's own";
  EXPECT_EQ(caption(record::Report{}, {}), "");
}

}  // namespace
}  // namespace assay::report
