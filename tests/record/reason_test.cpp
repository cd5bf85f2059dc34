// SPDX-License-Identifier: Apache-2.0
// The table of reasons, and that docs/reasons.md says the same. ASSAY_UPDATE_DOCS=1 writes the page
// anew.
#include "record/reason.hpp"

#include <cstdlib>
#include <regex>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/file.hpp"

namespace assay::record {
namespace {

const std::string page_path = ASSAY_SOURCE_DIR "/docs/reasons.md";

std::string_view intro(ReasonClass group) {
  switch (group) {
    case ReasonClass::refused:
      return "The candidate never ran.";
    case ReasonClass::state:
      return "Something outlives a run, so no later result can be trusted.";
    case ReasonClass::timeout:
      return "The run did not end.";
    case ReasonClass::memory:
      return "Memory was touched that must not be.";
    case ReasonClass::race:
      return "The result depends on the order of threads.";
    case ReasonClass::result:
      return "It ran, and the answer is not what the task requires.";
    case ReasonClass::timing:
      return "The time can't be true.";
    case ReasonClass::undecided:
      return "Nothing is held against the candidate; something is missing to tell.";
    case ReasonClass::finding:
      return "Worth knowing; never rejects by itself.";
  }
  return "";
}

std::string page() {
  std::string text =
      "# Reasons and findings\n\n"
      "Codes are stable: scripts may rely on them. When several reasons hold, they are given in "
      "this order, since\n"
      "what comes first may explain what comes later. `src/record/reason.cpp` is the table, this "
      "page is made from it.\n";
  const ReasonKind* before = nullptr;
  for (const ReasonKind& kind : reason_kinds()) {
    if (before == nullptr || before->group != kind.group)
      text += fmt::format("\n## {}\n\n{}\n\n| code | meaning | what to do |\n| --- | --- | --- |\n",
                          name_of(kind.group), intro(kind.group));
    text += fmt::format("| `{}` | {} | {} |\n", kind.code, kind.meaning, kind.advice);
    before = &kind;
  }
  return text;
}

TEST(Reasons, the_page_says_what_the_table_says) {
  if (std::getenv("ASSAY_UPDATE_DOCS") != nullptr) {
    ASSERT_TRUE(write_file(page_path, bytes_of(page())));
  }
  EXPECT_EQ(read_file(page_path).value(), page()) << "run this test with ASSAY_UPDATE_DOCS=1";
}

TEST(Reasons, no_code_is_lost) {
  for (const char* code : {"build.failed",
                           "manifest.invalid",
                           "result.wrong",
                           "result.nonfinite",
                           "result.unwritten",
                           "memory.out_of_bounds",
                           "memory.input_modified",
                           "memory.uninitialised",
                           "race.shared",
                           "race.global",
                           "barrier.divergent",
                           "state.hidden",
                           "state.replay",
                           "run.timeout",
                           "run.fault",
                           "launch.failed",
                           "code.forbidden",
                           "precision.downgraded",
                           "timing.impossible",
                           "property.batch_variant",
                           "property.nondeterministic",
                           "memory.misaligned",
                           "run.deadlock",
                           "run.step_limit",
                           "sim.unsupported"})
    EXPECT_NE(find_reason(code), nullptr) << code;
}

TEST(Reasons, codes_are_unique_lower_case_and_those_that_decide_are_dotted) {
  std::set<std::string_view> seen;
  const std::regex dotted("[a-z]+\\.[a-z_]+");
  for (const ReasonKind& kind : reason_kinds()) {
    EXPECT_TRUE(seen.insert(kind.code).second) << kind.code;
    EXPECT_TRUE(std::regex_match(kind.code.begin(), kind.code.end(), dotted) ||
                kind.code == "printf")
        << kind.code;
  }
}

TEST(Reasons, each_has_a_line_of_meaning_and_of_advice_in_house_style) {
  for (const ReasonKind& kind : reason_kinds())
    for (const std::string_view text : {kind.meaning, kind.advice}) {
      EXPECT_GT(text.size(), 12U) << kind.code;
      EXPECT_LT(text.size(), 110U) << kind.code;
      EXPECT_NE(text.back(), '.') << kind.code;
      EXPECT_EQ(text.find('\n'), std::string_view::npos) << kind.code;
      EXPECT_EQ(text.find('|'), std::string_view::npos)
          << "would break the page's table: " << kind.code;
    }
}

TEST(Reasons, classes_stand_together_in_their_order) {
  for (std::size_t i = 1; i < reason_kinds().size(); ++i)
    EXPECT_LE(reason_kinds()[i - 1].group, reason_kinds()[i].group) << reason_kinds()[i].code;
  EXPECT_LT(rank_of("build.failed"), rank_of("state.hidden"));
  EXPECT_LT(rank_of("state.replay"), rank_of("run.timeout"));
  EXPECT_LT(rank_of("run.step_limit"), rank_of("memory.out_of_bounds"));
  EXPECT_LT(rank_of("run.fault"), rank_of("race.shared"));
  EXPECT_LT(rank_of("barrier.divergent"), rank_of("result.wrong"));
}

TEST(Reasons, an_unknown_code_ranks_last_and_rejects_nothing) {
  EXPECT_EQ(find_reason("nonsense"), nullptr);
  EXPECT_EQ(rank_of("nonsense"), reason_kinds().size());
  EXPECT_FALSE(rejects("nonsense"));
  EXPECT_FALSE(rejects("code.printf"));
  EXPECT_FALSE(rejects("sim.unsupported"));
  EXPECT_TRUE(rejects("timing.impossible"));
  EXPECT_TRUE(rejects("manifest.invalid"));
}

}  // namespace
}  // namespace assay::record
