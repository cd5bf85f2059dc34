// SPDX-License-Identifier: Apache-2.0
// Which cases and points a judge runs, and the seeds that each run gets.
#include "flow/contest.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flow/sample.hpp"

namespace assay::flow {
namespace {

using namespace test;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

std::vector<std::string> names_of(const std::vector<task::Case>& cases) {
  std::vector<std::string> names;
  for (const auto& one : cases) names.push_back(one.name);
  return names;
}

JudgeOptions asking(std::vector<std::string> cases, std::uint64_t seed = 1) {
  JudgeOptions options;
  options.cases = std::move(cases);
  options.seed = seed;
  return options;
}

TEST(ChooseCases, AllOfTheFileAndDrawnOnesWhereNoneIsNamed) {
  const auto chosen = choose_cases(task_from(task_text), asking({}));
  ASSERT_TRUE(chosen);
  EXPECT_GT(chosen->size(), 2u);
  EXPECT_THAT(names_of(*chosen), Contains("small"));
  EXPECT_THAT(names_of(*chosen), Contains("single"));
  EXPECT_TRUE(std::any_of(chosen->begin(), chosen->end(), [](auto& one) { return one.drawn; }));
}

TEST(ChooseCases, TheSeedDrawsThem) {
  const auto task = task_from(task_text);
  const auto axes = [&](std::uint64_t seed) {
    std::vector<std::map<std::string, std::int64_t>> all;
    const auto chosen = choose_cases(task, asking({}, seed));
    for (const auto& one : *chosen) all.push_back(one.axes);
    return all;
  };
  EXPECT_EQ(axes(1), axes(1));
  EXPECT_NE(axes(1), axes(2));
}

TEST(ChooseCases, OnlyThoseNamedFromCheapToDearInAnyOrderOfNaming) {
  for (const std::vector<std::string>& named :
       {std::vector<std::string>{"small", "single"}, {"single", "small"}}) {
    const auto chosen = choose_cases(task_from(task_text), asking(named));
    ASSERT_TRUE(chosen);
    EXPECT_THAT(names_of(*chosen), ElementsAre("single", "small"));
  }
}

TEST(ChooseCases, OneThatIsNamedTwiceIsJudgedOnce) {
  const auto chosen = choose_cases(task_from(task_text), asking({"small", "small"}));
  ASSERT_TRUE(chosen);
  EXPECT_THAT(names_of(*chosen), ElementsAre("small"));
}

TEST(ChooseCases, ADrawnCaseCanBeNamedUnderItsSeed) {
  const auto task = task_from(task_text);
  const auto all = choose_cases(task, asking({}));
  const auto drawn = std::find_if(all->begin(), all->end(), [](auto& one) { return one.drawn; });
  ASSERT_NE(drawn, all->end());
  const auto chosen = choose_cases(task, asking({drawn->name}));
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->front().axes, drawn->axes);
}

TEST(ChooseCases, AnUnknownNameIsTheUsersErrorWithTheNearest) {
  const auto chosen = choose_cases(task_from(task_text), asking({"small", "singel"}));
  ASSERT_FALSE(chosen);
  EXPECT_EQ(chosen.error().message, "the task has no case 'singel'");
  EXPECT_EQ(chosen.error().hint, "did you mean 'single'?");
  EXPECT_EQ(chosen.error().blame, Blame::usage);
}

TEST(ChooseCases, WithNothingNearAllAreListed) {
  const auto chosen = choose_cases(task_from(task_text), asking({"qqqqqqqqqq"}));
  ASSERT_FALSE(chosen);
  EXPECT_THAT(chosen.error().hint, HasSubstr("small"));
  EXPECT_THAT(chosen.error().hint, HasSubstr("single"));
}

TEST(Points, EveryFamilyOfEveryCaseInOrder) {
  const auto contest = contest_from();
  ASSERT_THAT(contest.points, SizeIs(4)) << "three families of 'small', 'single' has its own";
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const auto& point : contest.points) pairs.emplace_back(point.at, point.family);
  EXPECT_THAT(pairs,
              ElementsAre(std::pair(0, 0), std::pair(0, 1), std::pair(0, 2), std::pair(1, 0)));
}

TEST(Points, WithoutCasesThereAreNone) {
  EXPECT_TRUE(points_of(task_from(task_text), {}).empty());
}

TEST(Seeds, InputsAreTheSameForEveryPointAndAttempt) {
  const auto first = seeds_of(7, "a", 0, 0);
  EXPECT_EQ(seeds_of(7, "b", 0, 0).inputs, first.inputs);
  EXPECT_EQ(seeds_of(7, "a", 2, 0).inputs, first.inputs);
  EXPECT_EQ(seeds_of(7, "a", 0, 1).inputs, first.inputs);
  EXPECT_NE(seeds_of(8, "a", 0, 0).inputs, first.inputs);
}

TEST(Seeds, NoiseAndScheduleDifferByPointAndAttempt) {
  std::set<std::uint64_t> seen;
  std::size_t runs = 0;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    for (const std::string at : {"a", "b", "a family"}) {
      // More families than a case of 64 places would hold.
      for (std::size_t family = 0; family < 130; ++family) {
        for (std::uint64_t attempt = 0; attempt < 2; ++attempt, ++runs) {
          const auto seeds = seeds_of(seed, at, family, attempt);
          seen.insert({seeds.noise, seeds.schedule});
        }
      }
    }
  }
  EXPECT_EQ(seen.size(), 2 * runs);
}

TEST(Seeds, TheSameRunGetsTheSame) {
  const auto first = seeds_of(7, "a", 1, 1);
  const auto second = seeds_of(7, "a", 1, 1);
  EXPECT_EQ(first.noise, second.noise);
  EXPECT_EQ(first.schedule, second.schedule);
}

TEST(Label, IsTheCaseAndItsFamily) {
  const auto contest = contest_from();
  EXPECT_EQ(label_of(contest, {0, 0}), "small, normal(0, 1)");
  EXPECT_EQ(label_of(contest, {0, 2}), "small, zeros");
  EXPECT_EQ(label_of(contest, {1, 0}), "single, ones");
}

}  // namespace
}  // namespace assay::flow
