// SPDX-License-Identifier: Apache-2.0
// What a verdict says besides right or wrong.
#include "flow/describe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flow/sample.hpp"

namespace assay::flow {
namespace {

using namespace test;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;
using testing::SizeIs;
using testing::StartsWith;

record::RunCounters cost(std::int64_t steps) {
  record::RunCounters counters;
  counters.steps = counters.warp_instructions = steps;
  counters.global_load_sectors = 100 * steps;
  return counters;
}

class Describe : public testing::Test {
 protected:
  void cover() { describe_coverage(verdict_, {contest_, golden_, baseline_}); }

  Contest contest_ = contest_from();
  Trusted golden_, baseline_;
  record::Verdict verdict_;
};

TEST_F(Describe, ACaseIsNotedOnceWithTheCostOfItsFirstFamily) {
  add_case(verdict_, contest_, {0, 0}, cost(10));
  add_case(verdict_, contest_, {0, 1}, cost(99));
  add_case(verdict_, contest_, {1, 0}, cost(5));
  ASSERT_THAT(verdict_.cases, SizeIs(2));
  EXPECT_EQ(verdict_.cases[0].name, "small");
  EXPECT_EQ(verdict_.cases[0].counters.steps, 10);
  EXPECT_TRUE(verdict_.cases[0].ran);
  EXPECT_FALSE(verdict_.cases[0].drawn);
  EXPECT_THAT(verdict_.cases[0].axes, ElementsAre(Pair("cols", 8), Pair("rows", 4)));
  EXPECT_EQ(verdict_.cases[1].name, "single");
}

TEST_F(Describe, CasesThatDidNotRunSayWhy) {
  add_case(verdict_, contest_, {1, 0}, cost(5));
  golden_.left_out[0] = "budget: needs about 9 steps of the golden, 3 are left";
  cover();
  ASSERT_THAT(verdict_.cases, SizeIs(2));
  EXPECT_EQ(verdict_.cases[1].name, "small");
  EXPECT_FALSE(verdict_.cases[1].ran);
  EXPECT_THAT(verdict_.cases[1].why_not, StartsWith("budget"));
  EXPECT_THAT(verdict_.coverage.checked, Contains("sizes: 1 of 2 cases"));
  EXPECT_THAT(verdict_.coverage.not_checked, Contains(StartsWith("case 'small': budget")));
}

TEST_F(Describe, OtherCasesAreThoseAfterTheVerdict) {
  add_case(verdict_, contest_, {0, 0}, cost(5));
  cover();
  EXPECT_THAT(verdict_.coverage.not_checked,
              Contains("case 'single': the verdict stood before it"));
}

TEST_F(Describe, WhereNothingRanMemoryAndRacesAreNotChecked) {
  cover();
  EXPECT_THAT(verdict_.coverage.checked, ElementsAre("sizes: 0 of 2 cases"));
  EXPECT_THAT(verdict_.coverage.not_checked, Contains("memory and races: nothing ran"));
}

TEST_F(Describe, WhereSomethingRanTheyAre) {
  add_case(verdict_, contest_, {0, 0}, cost(5));
  cover();
  EXPECT_THAT(verdict_.coverage.checked, Contains(StartsWith("memory: bounds")));
  EXPECT_THAT(verdict_.coverage.checked, Contains(StartsWith("races:")));
  EXPECT_THAT(verdict_.coverage.not_checked, Not(Contains(HasSubstr("nothing ran"))));
}

TEST_F(Describe, TimeIsNeverClaimed) {
  cover();
  EXPECT_THAT(verdict_.coverage.not_checked, Contains(StartsWith("time:")));
}

TEST_F(Describe, TheArchitectureCountsOnlyWhereItBuilt) {
  record::Build build;
  build.arch = "90";
  verdict_.builds = {build};
  cover();
  EXPECT_THAT(verdict_.coverage.checked, Not(Contains(StartsWith("architecture"))));
  verdict_.builds[0].ok = true;
  cover();
  EXPECT_THAT(verdict_.coverage.checked, Contains("architecture: sm_90"));
}

TEST_F(Describe, AnEstimateIsForAcceptedCandidatesAlone) {
  add_case(verdict_, contest_, {0, 0}, cost(1000));
  for (const auto outcome :
       {record::Outcome::rejected, record::Outcome::undecided, record::Outcome::error}) {
    verdict_.outcome = outcome;
    cover();
    EXPECT_FALSE(verdict_.estimate);
  }
  verdict_.outcome = record::Outcome::accepted;
  cover();
  ASSERT_TRUE(verdict_.estimate);
  EXPECT_THAT(verdict_.estimate->model, StartsWith("h200"));
  EXPECT_GT(verdict_.estimate->seconds, 0);
}

TEST_F(Describe, TheEstimateIsOfTheLastCaseThatRanWhateverItsSteps) {
  verdict_.outcome = record::Outcome::accepted;
  add_case(verdict_, contest_, {1, 0}, cost(7000));
  add_case(verdict_, contest_, {0, 0}, cost(1000));
  const std::string last = verdict_.cases.back().name;
  cover();
  ASSERT_TRUE(verdict_.estimate);
  EXPECT_EQ(verdict_.estimate->case_name, last);
  EXPECT_NE(last, "single") << "the one with most steps";
}

TEST_F(Describe, TheTasksWorkMakesTheRoofline) {
  contest_ =
      contest_from(with(task_text, "[golden]", "[work]\nbytes = \"rows * cols\"\n\n[golden]"));
  verdict_.outcome = record::Outcome::accepted;
  add_case(verdict_, contest_, {0, 0}, cost(1000));
  cover();
  ASSERT_TRUE(verdict_.estimate);
  EXPECT_NEAR(verdict_.estimate->fraction_of_roofline, 32.0 / (100'000 * 32), 1e-12);
}

TEST_F(Describe, NothingThatRanGivesNoEstimate) {
  verdict_.outcome = record::Outcome::accepted;
  cover();
  EXPECT_FALSE(verdict_.estimate);
}

TEST(MissingReason, NamesWhatIsMissing) {
  const auto reason = missing_reason("[[tensor_map]]");
  EXPECT_EQ(reason.code, "sim.unsupported");
  EXPECT_EQ(reason.message, "[[tensor_map]] can't be run yet");
}

}  // namespace
}  // namespace assay::flow
