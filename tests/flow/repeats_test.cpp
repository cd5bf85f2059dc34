// SPDX-License-Identifier: Apache-2.0
// Two runs of one candidate that should agree.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flow/checks.hpp"
#include "flow/sample.hpp"

namespace assay::flow {
namespace {

using namespace test;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

record::RunAnswer answer(std::vector<double> y, std::vector<double> at = {1, 2}) {
  record::RunAnswer made;
  made.outputs = {output("y", floats(y)), output("at", floats(at, Dtype::i32))};
  return made;
}

TEST(SameOutputs, AreTheSameBitsOfEveryTensor) {
  EXPECT_TRUE(same_outputs(answer({1, 2}), answer({1, 2})));
  EXPECT_FALSE(same_outputs(answer({1, 2}), answer({1, 2.5})));
  EXPECT_FALSE(same_outputs(answer({1, 2}), answer({1, 2}, {1, 3})));
  EXPECT_FALSE(same_outputs(answer({0.0}), answer({-0.0}))) << "equal, but not the same bits";
}

TEST(SameOutputs, OneThatIsMissingIsADifference) {
  auto second = answer({1, 2});
  second.outputs.pop_back();
  EXPECT_FALSE(same_outputs(answer({1, 2}), second));
}

TEST(SameOutputs, AreFoundByNameInAnyOrder) {
  auto second = answer({1, 2});
  std::swap(second.outputs[0], second.outputs[1]);
  EXPECT_TRUE(same_outputs(answer({1, 2}), second));
}

TEST(SameOutputs, AnotherShapeIsADifference) {
  auto second = answer({1, 2});
  second.outputs[0].tensor.shape = {1, 2};
  EXPECT_FALSE(same_outputs(answer({1, 2}), second));
}

TEST(RequiresProperty, LooksThroughAllRequirements) {
  auto task = task_from(task_text);
  EXPECT_TRUE(requires_property(task, "bitwise"));
  EXPECT_FALSE(requires_property(task, "deterministic"));
  task.requirements.push_back({.property = "deterministic"});
  EXPECT_TRUE(requires_property(task, "deterministic"));
}

class CompareRepeats : public testing::Test {
 protected:
  CompareRepeats() { facts_.case_name = "small"; }
  void require() { contest_.task.requirements.push_back({.property = "deterministic"}); }
  void compare(const record::RunAnswer& first, const record::RunAnswer& second) {
    compare_repeats(contest_, first, second, facts_);
  }

  Contest contest_ = contest_from();
  check::RunFacts facts_;
};

TEST_F(CompareRepeats, ADifferenceIsANoteWhereNothingIsRequired) {
  compare(answer({1, 2}), answer({1, 3}));
  EXPECT_THAT(facts_.checks, IsEmpty());
  ASSERT_THAT(facts_.notes, SizeIs(1));
  EXPECT_EQ(facts_.notes[0].code, "property.nondeterministic");
  EXPECT_EQ(facts_.notes[0].severity, "info");
  EXPECT_THAT(facts_.notes[0].message, HasSubstr("'y' differs"));
  EXPECT_THAT(facts_.notes[0].message, HasSubstr("case 'small'"));
}

TEST_F(CompareRepeats, AgreementIsNotWorthANote) {
  compare(answer({1, 2}), answer({1, 2}));
  EXPECT_THAT(facts_.notes, IsEmpty());
  EXPECT_THAT(facts_.checks, IsEmpty());
}

TEST_F(CompareRepeats, WhereItIsRequiredEachTensorIsChecked) {
  require();
  compare(answer({1, 2}), answer({1, 3}));
  EXPECT_THAT(facts_.notes, IsEmpty());
  ASSERT_THAT(facts_.checks, SizeIs(2));
  EXPECT_EQ(facts_.checks[0].tensor, "y");
  EXPECT_EQ(facts_.checks[0].metric, "deterministic");
  EXPECT_FALSE(facts_.checks[0].passed);
  EXPECT_EQ(facts_.checks[0].failing, 1);
  EXPECT_EQ(facts_.checks[1].tensor, "at");
  EXPECT_TRUE(facts_.checks[1].passed);
}

TEST_F(CompareRepeats, WhatStayedUnwrittenDiffersByItsNoiseAlone) {
  require();
  auto first = answer({1, 2});
  first.outputs[0].unwritten_bytes = 4;
  compare(first, answer({1, 3}));
  ASSERT_THAT(facts_.checks, SizeIs(1));
  EXPECT_EQ(facts_.checks[0].tensor, "at");
}

TEST_F(CompareRepeats, ATensorThatTheSecondRunLacksIsPassedOver) {
  require();
  auto second = answer({1, 2});
  second.outputs.erase(second.outputs.begin());
  compare(answer({1, 2}), second);
  EXPECT_THAT(facts_.checks, SizeIs(1));
}

}  // namespace
}  // namespace assay::flow
