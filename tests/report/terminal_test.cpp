// SPDX-License-Identifier: Apache-2.0
// The whole report as text, and what must hold at any width and for any candidate.
#include "report/terminal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/text.hpp"
#include "report/details.hpp"
#include "report/layout.hpp"
#include "report/sample.hpp"

namespace assay::report {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::string_view golden = R"(softmax: 5 candidates on sim (h200)

   candidate        verdict    reasons                      regs   shared   instr     DRAM  estimate  roofline
✓  honest_block.cu  accepted                                  32  1.02 kB  1.23 M  4.19 MB   1.05 µs      50 %
✓  racy.cu          rejected   race.shared                    40  2.05 kB     900  2.05 kB
✗  drops_tail.cu    rejected   result.wrong (expected acc…    24      0 B  1.00 k  64.0 kB
   tensor_core.cu   undecided  sim.unsupported
   unlucky.cu       error      the worker could not be st…

instructions (of warps) and DRAM bytes (of all sectors asked for) are exact counts at case 'bench' (rows
  512, cols 1024)
the estimate is a model's, not a measurement: h200 model: 4.0 TB/s DRAM without caches

honest_block.cu: accepted
  note: code.printf: the kernel can print (honest_block.cu:7), 3 times

racy.cu: rejected
  race.shared at case 'ragged'
    a load of 4 bytes of shared memory races with a store
    at racy.cu:4, kernel k, block (0, 0, 0), thread (3, 0, 0)
      4 | tile[threadIdx.x] = x[0];
        | ^~~~~~~~~~~~~~~~~~~~~~~~~
      PTX line 31: st.shared.f32 [%r1], %f1;
    and racy.cu:5, kernel k, block (0, 0, 0), thread (0, 0, 0)
      5 | x[1] = tile[31 - threadIdx.x];
        | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      PTX line 35: ld.shared.f32 %f2, [%r2];
    also in 1 more case: bench
    hint: put __syncthreads between the two places named

drops_tail.cu: rejected
  result.wrong at case 'ragged'
    'y': max_abs is 0.5, at most 0.0001 is allowed; 37 of 37,037 elements are off: the last column (1000) of
      every row
    worst         is  expected  difference
    y[3, 1000]   0.5         1        -0.5
    y[36, 1000]  nan      0.25
    inputs: normal(0, 1)
    hint: start with the worst elements

tensor_core.cu: undecided
  sim.unsupported
    wgmma.mma_async.sync can't be run yet
    hint: judge on a GPU

unlucky.cu: error
  error: the worker could not be started: no memory

coverage of honest_block.cu
  checked: sizes: 14 of 16 cases; races: shared, global
  not checked: case 'huge': budget; time: the simulator has no clock

coverage of tensor_core.cu
  not checked: memory and races: nothing ran

1 accepted, 2 rejected, 1 undecided, 1 error; 2 of 3 as expected in 1.23 s
seed 0xabc123; the same again: assay judge tasks/softmax --seed 0xabc123
)";

TEST(Terminal, the_whole_report) {
  EXPECT_EQ(render(sample_report(), {false, 110, false}), golden);
}

TEST(Terminal, the_same_again_repeats_what_was_asked_quoted_for_a_shell) {
  auto report = sample_report();
  report.arguments = {"it's.cu", "--case", "drawn rows=1", "--param", "T=float", "--arch", "90a"};
  EXPECT_THAT(
      render(report, {false, 110, false}),
      HasSubstr("the same again: assay judge tasks/softmax 'it'\\''s.cu' --case 'drawn rows=1' "
                "--param T=float --arch 90a --seed 0xabc123\n"));
}

TEST(Terminal, quiet_is_one_line_a_candidate) {
  const std::string text = render(sample_report(), {false, 110, true});
  EXPECT_EQ(std::ranges::count(text, '\n'), 5);
  EXPECT_THAT(text, StartsWith("✓  honest_block.cu  accepted"));
}

TEST(Terminal, lines_fit_the_width) {
  for (const int width : {80, 100, 120, 160}) {
    const std::string text = render(sample_report(), {false, width, false});
    for (const std::string_view line : lines_of(text)) {
      EXPECT_LE(width_of(line), static_cast<std::size_t>(width)) << line;
      EXPECT_FALSE(line.ends_with(' ')) << line;
    }
  }
}

std::string without_colour(std::string text) {
  for (auto at = text.find("\x1b["); at != std::string::npos; at = text.find("\x1b["))
    text.erase(at, text.find('m', at) + 1 - at);
  return text;
}

TEST(Terminal, colour_is_only_where_asked_for_and_changes_no_text) {
  const Style plain{false, 100, false}, coloured{true, 100, false};
  EXPECT_THAT(render(sample_report(), plain), Not(HasSubstr("\x1b")));
  EXPECT_THAT(render(sample_report(), coloured), HasSubstr("\x1b[31mrejected\x1b[0m"));
  EXPECT_EQ(without_colour(render(sample_report(), coloured)), render(sample_report(), plain));
}

TEST(Terminal, a_report_without_candidates_says_so) {
  record::Report report;
  report.task = report.task_path = "empty";
  EXPECT_EQ(render(report, {}),
            "empty: 0 candidates on \n\n\nno candidate\nseed 0x0; the same again: assay judge "
            "empty --seed 0x0\n");
}

TEST(Terminal, the_command_can_be_pasted) {
  record::Report report;
  report.task_path = "my task's/softmax";
  report.seed = 0xab;
  EXPECT_THAT(render(report, {}), HasSubstr("assay judge 'my task'\\''s/softmax' --seed 0xab\n"));
}

/// A candidate puts escape sequences into everything that it controls.
TEST(Terminal, nothing_that_a_candidate_says_reaches_the_terminal_raw) {
  const std::string evil = "\x1b]0;owned\x07\x1b[2J\r\n\xff\xe2\x80\xae";
  record::Report report = sample_report();
  report.task = report.task_path = report.device = evil;
  for (record::Verdict& verdict : report.verdicts) {
    verdict.name = verdict.candidate = verdict.expected = verdict.error = evil;
    verdict.source = evil + "\n" + evil + "\n" + evil;
    record::Place place{evil, 2, evil, 1, 5, evil, {}, {}};
    place.file = verdict.name;
    verdict.findings.push_back({evil, "warn", evil, place, place, 2});
    verdict.reasons.push_back({evil, evil, evil, evil, place, place, {evil}, {{evil, {1}, 1, 2}}});
    verdict.coverage = {{evil}, {evil}};
    verdict.cases = {{evil, {{evil, 1}}, false, true, evil, {}}};
    verdict.estimate = record::Estimate{evil, evil, 1, 1};
  }
  const std::string text = render(report, {false, 100, false});
  for (const char each : text)
    EXPECT_TRUE(each == '\n' || static_cast<unsigned char>(each) >= 0x20);
  EXPECT_THAT(text, Not(HasSubstr("\xff")));
  EXPECT_THAT(text, Not(HasSubstr("\xe2\x80\xae"))) << "right-to-left override";
}

TEST(Details, an_accepted_candidate_without_notes_needs_none) {
  record::Verdict verdict = accepted_verdict();
  verdict.findings.clear();
  EXPECT_EQ(details(verdict, {}), "");
}

TEST(Details, source_is_shown_only_for_the_candidates_own_file) {
  record::Verdict verdict = racy_verdict();
  EXPECT_THAT(details(verdict, {}), HasSubstr("4 | tile[threadIdx.x] = x[0];\n        | ^~~~"));
  verdict.reasons[0].place->file = "folder/racy.cu";
  EXPECT_THAT(details(verdict, {}), HasSubstr("4 | tile"));
  verdict.reasons[0].place->file = "other.cuh";
  EXPECT_THAT(details(verdict, {}), Not(HasSubstr("4 | tile")));
  verdict.reasons[0].place->file = "racy.cu";
  verdict.reasons[0].place->line = 999;
  EXPECT_THAT(details(verdict, {}), HasSubstr("racy.cu:999"));
}

TEST(Details, long_lists_are_cut_with_a_word_about_the_rest) {
  record::Verdict verdict = racy_verdict();
  verdict.reasons.resize(10, verdict.reasons[0]);
  verdict.findings.resize(7, {"code.printf", "info", "x", {}, {}, 1});
  EXPECT_THAT(details(verdict, {}), HasSubstr("… and 2 more reasons, all in --json"));
  EXPECT_THAT(details(verdict, {}), HasSubstr("… and 1 more note, all"));
}

TEST(Details, values_that_differ_in_their_last_bits_are_shown_in_full) {
  record::Verdict verdict = racy_verdict();
  verdict.reasons[0].worst = {{"y", {0}, 1, 1 + 0x1p-40}};
  EXPECT_THAT(details(verdict, {}), HasSubstr("1.0000000000009095"));
}

TEST(Details, what_two_requirements_have_in_common_stands_there_once) {
  record::Verdict verdict = racy_verdict();
  record::Reason reason{"result.wrong", "c", "first", "a hint", {}, {}, {"inputs: ones"}, {}};
  reason.worst = {{"y", {0}, 1, 2}};
  verdict.reasons = {reason, reason};
  verdict.reasons[1].message = "second";
  std::string text = details(verdict, {});
  EXPECT_THAT(text, AllOf(HasSubstr("first"), HasSubstr("second")));
  EXPECT_EQ(text.find("inputs: ones"), text.rfind("inputs: ones"));
  verdict.reasons[1].worst[0].index = {1};
  text = details(verdict, {});
  EXPECT_NE(text.find("inputs: ones"), text.rfind("inputs: ones")) << "other elements";
}

TEST(Coverage, is_said_once_for_all_that_have_the_same) {
  record::Report report = sample_report();
  report.verdicts = {accepted_verdict(), accepted_verdict(), racy_verdict()};
  const std::string text = render(report, {});
  EXPECT_THAT(text, HasSubstr("\ncoverage\n  checked: sizes: 14 of 16 cases"));
  report.verdicts[1].coverage.not_checked.resize(20, "case");
  EXPECT_THAT(render(report, {}), HasSubstr("… and 12 more, all in --json"));
}

}  // namespace
}  // namespace assay::report
