// SPDX-License-Identifier: Apache-2.0
// Outputs of a run against the golden: which checks are made, of which tensors.
#include "flow/checks.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flow/sample.hpp"

namespace assay::flow {
namespace {

using namespace test;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// A golden of one run at the case 'small', and a run that agrees with it.
class CheckOutputs : public testing::Test {
 protected:
  CheckOutputs() {
    golden_.point = {0, 0};
    golden_.outputs["y"] = floats({1, 2, 3, 4}, Dtype::f64);
    golden_.outputs["at"] = floats({5, 6, 7, 0}, Dtype::i32);
    run_.outputs = {output("y", floats({1, 2, 3, 4})),
                    output("at", floats({5, 6, 7, 0}, Dtype::i32))};
    facts_.case_name = "small";
    facts_.family = "normal(0, 1)";
  }

  [[nodiscard]] std::vector<record::Check> checks() const {
    return check_outputs({contest_, trusted_, baseline_}, golden_, run_, facts_);
  }
  static std::vector<std::string> titles(const std::vector<record::Check>& checks) {
    std::vector<std::string> all;
    for (const auto& one : checks) all.push_back(one.tensor + ": " + one.metric);
    return all;
  }

  Contest contest_ = contest_from();
  Trusted trusted_, baseline_;
  TrustedRun golden_;
  record::RunAnswer run_;
  check::RunFacts facts_;
};

TEST_F(CheckOutputs, EachTensorIsAskedItsOwnRequirements) {
  const auto made = checks();
  EXPECT_THAT(titles(made), ElementsAre("y: nonfinite", "y: max_abs", "at: bitwise"));
  for (const auto& one : made) {
    EXPECT_TRUE(one.passed) << one.metric;
    EXPECT_EQ(one.case_name, "small");
    EXPECT_EQ(one.family, "normal(0, 1)");
  }
}

TEST_F(CheckOutputs, AWrongElementFailsItsTensorAlone) {
  run_.outputs[0].tensor.set(2, 3.75);
  const auto made = checks();
  EXPECT_TRUE(made.at(0).passed);
  EXPECT_FALSE(made.at(1).passed);
  EXPECT_EQ(made.at(1).value, 0.75);
  EXPECT_EQ(made.at(1).limit, 0.5);
  ASSERT_TRUE(made.at(1).worst);
  EXPECT_THAT(made.at(1).worst->index, ElementsAre(2));
  EXPECT_TRUE(made.at(2).passed);
}

TEST_F(CheckOutputs, TheOtherTensorIsComparedBitByBit) {
  run_.outputs[1].tensor.set_integer(3, 1);
  const auto made = checks();
  EXPECT_TRUE(made.at(1).passed);
  EXPECT_FALSE(made.at(2).passed);
  EXPECT_EQ(made.at(2).failing, 1);
}

TEST_F(CheckOutputs, ANanFailsItsOwnCheck) {
  run_.outputs[0].tensor.set(0, std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(checks().at(0).passed);
}

TEST_F(CheckOutputs, ATensorThatWasNotFullyWrittenIsLeftOut) {
  run_.outputs[0].unwritten_bytes = 4;
  EXPECT_THAT(titles(checks()), ElementsAre("at: bitwise"));
}

TEST_F(CheckOutputs, ATensorThatDidNotComeBackIsLeftOut) {
  run_.outputs.erase(run_.outputs.begin());
  EXPECT_THAT(titles(checks()), ElementsAre("at: bitwise"));
  golden_.outputs.erase("at");
  EXPECT_THAT(checks(), IsEmpty());
}

TEST_F(CheckOutputs, InputsAreNeverChecked) {
  run_.outputs.push_back(output("x", floats({9})));
  golden_.outputs["x"] = floats({1});
  EXPECT_THAT(checks(), SizeIs(3));
}

TEST_F(CheckOutputs, PropertiesOfRunsAreNotAskedOfTheGolden) {
  contest_.task.requirements.push_back({.property = "deterministic"});
  contest_.task.requirements.push_back({.property = "batch_invariant", .axis = "rows"});
  EXPECT_THAT(checks(), SizeIs(3));
}

TEST_F(CheckOutputs, AnUnnamedTensorMeansEveryOutput) {
  contest_.task.requirements = {{.metric = "max_abs", .max = 0.5}};
  EXPECT_THAT(titles(checks()), ElementsAre("y: nonfinite", "y: max_abs", "at: max_abs"));
}

/// A requirement that compares with the baseline's error.
class AgainstBaseline : public CheckOutputs {
 protected:
  AgainstBaseline() {
    contest_.task.requirements = {
        {.metric = "error_ratio", .tensor = "y", .max = 2, .against = "baseline"}};
    run_.outputs[0].tensor.set(0, 1.5);
  }
  void baseline_at(Point point, double first) {
    TrustedRun run{point, {}, {}};
    run.outputs["y"] = floats({first, 2, 3, 4});
    baseline_.runs.push_back(std::move(run));
  }
};

TEST_F(AgainstBaseline, TakesTheBaselinesRunOfTheSamePoint) {
  baseline_at({0, 1}, 1);
  baseline_at({1, 0}, 1);
  baseline_at({0, 0}, 1.25);
  const auto made = checks();
  ASSERT_THAT(made, SizeIs(2));
  EXPECT_THAT(made[1].undecided, IsEmpty());
  EXPECT_EQ(made[1].value, 2);
  EXPECT_TRUE(made[1].passed);
}

TEST_F(AgainstBaseline, WithoutARunOfThatPointItCannotBeTold) {
  baseline_at({0, 1}, 1.25);
  EXPECT_NE(checks().at(1).undecided, "");
}

TEST_F(AgainstBaseline, WithoutThatTensorItCannotBeTold) {
  baseline_.runs.push_back({{0, 0}, {}, {}});
  EXPECT_NE(checks().at(1).undecided, "");
}

}  // namespace
}  // namespace assay::flow
