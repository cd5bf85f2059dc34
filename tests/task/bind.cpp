// SPDX-License-Identifier: Apache-2.0
// Parameters, names with values, and what hostile manifests cost.
#include "task/bind.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples.hpp"

namespace assay::task::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

std::vector<std::string> refused(const Candidate& candidate, const Chosen& overrides) {
  const auto chosen = choose_params(candidate, overrides);
  EXPECT_FALSE(chosen);
  return chosen ? std::vector<std::string>{} : texts_of(chosen.error());
}

TEST(ChooseParams, TheFirstValueIsTheDefault) {
  const auto candidate = candidate_from(manifest_text + "T = [\"float\", \"half\"]\n");
  EXPECT_EQ(*choose_params(candidate), (Chosen{{"BLOCK", "32"}, {"T", "float"}}));
  EXPECT_EQ(*choose_params(candidate, {{"BLOCK", "64"}}),
            (Chosen{{"BLOCK", "64"}, {"T", "float"}}));
}

// The list is the space that tuning searches; a person may try what lies outside.
TEST(ChooseParams, OverridesNeedNotStandInTheList) {
  EXPECT_EQ(choose_params(candidate_from(manifest_text), {{"BLOCK", "0096"}})->at("BLOCK"), "96");
}

TEST(ChooseParams, OverridesHaveTheTypeOfTheParameter) {
  const auto candidate = candidate_from(manifest_text + "FAST = true\nT = \"float\"\n");
  EXPECT_THAT(refused(candidate, {{"BLOCK", "wide"}}),
              ElementsAre("BLOCK = 'wide', expected an integer"));
  EXPECT_THAT(refused(candidate, {{"BLOCK", "64 "}}), SizeIs(1));
  EXPECT_THAT(refused(candidate, {{"FAST", "1"}}),
              ElementsAre("FAST = '1', expected true or false"));
  EXPECT_THAT(refused(candidate, {{"T", "a\nb"}}),
              ElementsAre("T = 'a\\nb', expected 1 to 200 printable characters"));
  EXPECT_EQ(choose_params(candidate, {{"FAST", "false"}})->at("FAST"), "false");
}

TEST(ChooseParams, UnknownNamesMeetTheNearest) {
  EXPECT_THAT(refused(candidate_from(manifest_text), {{"BLOK", "1"}}),
              ElementsAre("parameter 'BLOK', expected BLOCK (did you mean 'BLOCK'?)"));
  const auto bare = candidate_from(
      with(with(manifest_text, "[params]\nBLOCK = [32, 64]\n", ""), "\"BLOCK\"", "32"));
  EXPECT_THAT(refused(bare, {{"BLOCK", "1"}}),
              ElementsAre("parameter 'BLOCK', expected none: the manifest has no [params]"));
}

TEST(ChooseParams, ACompiledFileHasItsOneValue) {
  const auto task = sample_task();
  const auto parsed = parse_manifest(with(manifest_text, "[32, 64]", "32"),
                                     {.name = "k.toml", .kind = "ptx"}, task);
  ASSERT_TRUE(parsed.value);
  EXPECT_TRUE(choose_params(*parsed.value, {{"BLOCK", "32"}}));
  EXPECT_THAT(refused(*parsed.value, {{"BLOCK", "64"}}),
              ElementsAre("BLOCK = 64, expected 32 (a .ptx is compiled already)"));
}

TEST(NamesFor, AxesParamsAndTheDevice) {
  const auto task = sample_task();
  const auto candidate = candidate_from(manifest_text + "T = \"float\"\n");
  const auto at = case_of(3, 5);
  const auto names = names_for({.task = task,
                                .candidate = candidate,
                                .at = at,
                                .params = {{"BLOCK", "64"}},
                                .device = {.sm_count = 80, .smem_max = 1000}});
  ASSERT_TRUE(names);
  EXPECT_EQ(*names,
            (Names{{"rows", 3}, {"cols", 5}, {"BLOCK", 64}, {"sm_count", 80}, {"smem_max", 1000}}));
}

TEST(NamesFor, ChosenParamsKeepTheConstraints) {
  const auto task = sample_task();
  const auto candidate =
      candidate_from(manifest_text + "[[constraint]]\nthat = \"BLOCK <= 8 * cols\"\n");
  const auto at = case_of(3, 5);
  const auto names =
      names_for({.task = task, .candidate = candidate, .at = at, .params = {{"BLOCK", "64"}}});
  ASSERT_FALSE(names);
  EXPECT_THAT(texts_of(names.error()),
              ElementsAre("[[constraint]]: 'BLOCK <= 8 * cols' does not hold (BLOCK = 64, cols = "
                          "5) (choose other parameters with --param, or put a value that holds "
                          "first)"));
  EXPECT_FALSE(names.error()[0].of_task);
  EXPECT_TRUE(
      names_for({.task = task, .candidate = candidate, .at = at, .params = {{"BLOCK", "32"}}}));
}

TEST(NamesFor, AConstraintThatCantBeEvaluatedIsAProblem) {
  const auto task = sample_task();
  const auto candidate =
      candidate_from(manifest_text + "[[constraint]]\nthat = \"BLOCK / rows > 0\"\n");
  const auto at = case_of(0, 5);
  const auto names = names_for({.task = task, .candidate = candidate, .at = at});
  ASSERT_FALSE(names);
  EXPECT_THAT(texts_of(names.error()),
              ElementsAre("[[constraint]]: that: 'BLOCK / rows' divides by zero"));
}

TEST(Families, EveryFamilyRunsUnlessTheCaseOverrides) {
  auto text = with(task_text, "\"normal(0, 1)\"", "[\"normal(0, 1)\", \"zeros\", \"ones\"]");
  text +=
      "[[tensor]]\nname = \"b\"\nrole = \"in\"\ndtype = \"f32\"\nshape = [2]\nvalues = "
      "[\"uniform(0, 1)\", \"ones\"]\n";
  const auto task = task_from(text);
  auto at = case_of(1, 1);
  EXPECT_EQ(family_count(task, at), 3U);
  EXPECT_EQ(family_label(task, at, 0), "x normal(0, 1), b uniform(0, 1)");
  EXPECT_EQ(family_label(task, at, 2), "x ones, b uniform(0, 1)");
  at.values.emplace("x", *ValuesSpec::parse_or_fault("uniform(80, 100)"));
  EXPECT_EQ(family_count(task, at), 2U);
  EXPECT_EQ(family_label(task, at, 1), "x uniform(80, 100), b ones");
}

TEST(Families, OneInputNeedsNoName) {
  EXPECT_EQ(family_label(sample_task(), case_of(1, 1), 0), "normal(0, 1)");
  const auto task =
      task_from(with(task_text,
                     "role = \"in\"\ndtype = \"f32\"\nshape = [\"rows\", \"cols\"]\nvalues = "
                     "\"normal(0, 1)\"",
                     "role = \"out\"\ndtype = \"f32\"\nshape = [\"rows\", \"cols\"]"));
  EXPECT_EQ(family_label(task, case_of(1, 1), 0), "no inputs");
  EXPECT_EQ(family_count(task, case_of(1, 1)), 1U);
}

TEST(Problems, ReadLikeASentence) {
  EXPECT_EQ(to_text(Problem{"grid is 0", "use when", "launch 1 'k'", false}),
            "launch 1 'k': grid is 0 (use when)");
  EXPECT_EQ(to_text(Problem{"grid is 0", "", "", false}), "grid is 0");
}

}  // namespace
}  // namespace assay::task::test
