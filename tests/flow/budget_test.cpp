// SPDX-License-Identifier: Apache-2.0
#include "flow/budget.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace assay::flow {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

TEST(StepRule, SmallGoldensLeaveTheFloor) {
  EXPECT_EQ((StepRule{0, {}}.limit(0)), least_step_limit);
  EXPECT_EQ((StepRule{100, {}}.limit(1)), least_step_limit);
}

TEST(StepRule, GrowsWithTheGolden) {
  EXPECT_EQ((StepRule{1'000'000, {}}.limit(1)), 50'000'000);
  EXPECT_EQ((StepRule{20'000, {}}.limit(1)), least_step_limit) << "the floor, to the step";
  EXPECT_EQ((StepRule{20'001, {}}.limit(1)), 1'000'050);
}

TEST(StepRule, GrowsWithTheWarpsThatACandidateLaunches) {
  EXPECT_EQ((StepRule{0, {}}.limit(50)), least_step_limit);
  EXPECT_EQ((StepRule{0, {}}.limit(200'000)), 200'000'000);
}

TEST(StepRule, TheLargestOfTheThreeCounts) {
  EXPECT_EQ((StepRule{1'000'000, {}}.limit(2'000)), 50'000'000);
  EXPECT_EQ((StepRule{1'000'000, {}}.limit(100'000)), 100'000'000);
}

TEST(StepRule, WarpsBeyondAllMeasureDoNotOverflow) {
  EXPECT_EQ((StepRule{0, {}}.limit(most)), golden_step_limit);
  EXPECT_EQ((StepRule{golden_step_limit, {}}.limit(most)), steps_over_golden * golden_step_limit);
}

TEST(StepRule, WhatTheTaskDeclaresAloneCounts) {
  EXPECT_EQ((StepRule{1'000'000, 10}.limit(100'000)), 10) << "below the floor too";
  EXPECT_EQ((StepRule{0, most}.limit(0)), most);
}

TEST(ExpectedSteps, GrowWithTheElements) {
  EXPECT_EQ(expected_steps(1'000, 10, 10), 1'000);
  EXPECT_EQ(expected_steps(1'000, 10, 35), 3'500);
  EXPECT_EQ(expected_steps(1'000, 40, 10), 250);
  EXPECT_EQ(expected_steps(1'000, 10, 0), 0);
}

TEST(ExpectedSteps, NothingIsExpectedWithoutAMeasure) {
  EXPECT_EQ(expected_steps(0, 10, 1'000), 0);
  EXPECT_EQ(expected_steps(1'000, 0, 1'000), 0);
}

TEST(ExpectedSteps, ACaseBeyondAllMeasureIsDearNotFree) {
  EXPECT_GT(expected_steps(golden_step_limit, 1, 1e18), default_step_budget);
}

}  // namespace
}  // namespace assay::flow
