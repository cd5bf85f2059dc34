// SPDX-License-Identifier: Apache-2.0
// The table of exit codes that scripts rely on.
#include "cli/exit_code.hpp"

#include <ostream>
#include <vector>

#include <gtest/gtest.h>

namespace assay::cli {
namespace {

using record::Outcome;

/// A verdict in short: how it came out, why, and what its manifest expects.
struct Row {
  Outcome outcome;
  std::string code;
  std::string expected;
};

struct Line {
  const char* what;
  std::vector<Row> rows;
  ExitCode plain;
  ExitCode with_expect;
};

void PrintTo(const Line& line, std::ostream* to) {
  *to << line.what;
}

record::Report report_of(const std::vector<Row>& rows) {
  record::Report report;
  for (const auto& row : rows) {
    record::Verdict verdict;
    verdict.outcome = row.outcome;
    verdict.expected = row.expected;
    if (!row.code.empty()) verdict.reasons.push_back({row.code, {}, {}, {}, {}, {}, {}, {}});
    report.verdicts.push_back(verdict);
  }
  return report;
}

class ExitCodes : public testing::TestWithParam<Line> {};

TEST_P(ExitCodes, AreThoseOfTheTable) {
  const auto report = report_of(GetParam().rows);
  EXPECT_EQ(exit_code_of(report, false), GetParam().plain);
  EXPECT_EQ(exit_code_of(report, true), GetParam().with_expect);
}

const Row right{Outcome::accepted, "", ""};
const Row wrong{Outcome::rejected, "result.wrong", ""};
const Row open{Outcome::undecided, "sim.unsupported", ""};
const Row broken{Outcome::error, "", ""};
const Row foreseen{Outcome::rejected, "result.wrong", "result.wrong"};

INSTANTIATE_TEST_SUITE_P(
    Table, ExitCodes,
    testing::Values(
        Line{"no candidate at all", {}, accepted, accepted},
        Line{"one accepted", {right}, accepted, accepted},
        Line{"one rejected", {wrong}, rejected, rejected},
        Line{"one undecided", {open}, undecided, rejected},
        Line{"one error", {broken}, machine, machine},
        Line{"rejected beats undecided", {open, wrong, right}, rejected, rejected},
        Line{"error beats all, wherever it stands", {right, wrong, broken, open}, machine, machine},
        Line{"undecided beats accepted", {right, open}, undecided, rejected},
        Line{"a rejection that was foreseen by its code", {foreseen}, rejected, accepted},
        Line{"foreseen and right ones", {right, foreseen}, rejected, accepted},
        Line{"foreseen, and one that is wrong besides", {foreseen, wrong}, rejected, rejected},
        Line{"foreseen by outcome alone",
             {{Outcome::rejected, "race.shared", "rejected"}},
             rejected,
             accepted},
        Line{"another reason than foreseen",
             {{Outcome::rejected, "race.shared", "result.wrong"}},
             rejected,
             rejected},
        Line{"accepted, though a rejection was foreseen",
             {{Outcome::accepted, "", "result.wrong"}},
             accepted,
             rejected},
        Line{"accepted as foreseen", {{Outcome::accepted, "", "accepted"}}, accepted, accepted},
        Line{"undecided as foreseen",
             {{Outcome::undecided, "sim.unsupported", "undecided"}},
             undecided,
             accepted},
        Line{"an error is never foreseen", {{Outcome::error, "", "error"}}, machine, machine},
        Line{"an error beside foreseen ones", {foreseen, broken}, machine, machine}));

TEST(ExitCodesOfErrors, FollowTheBlame) {
  EXPECT_EQ(exit_code_of(Error{"", "", Blame::usage, {}}), usage);
  EXPECT_EQ(exit_code_of(Error{"", "", Blame::machine, {}}), machine);
  EXPECT_EQ(exit_code_of(Error{"", "", Blame::assay, {}}), machine);
}

TEST(ExitCodesOfReasons, OnlyTheFirstReasonMeetsAnExpectation) {
  auto report = report_of({{Outcome::rejected, "memory.out_of_bounds", "result.wrong"}});
  report.verdicts[0].reasons.push_back({"result.wrong", {}, {}, {}, {}, {}, {}, {}});
  EXPECT_EQ(exit_code_of(report, true), rejected);
}

}  // namespace
}  // namespace assay::cli
