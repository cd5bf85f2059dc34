// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples.hpp"

namespace assay::task::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::string baseline = "[baseline]\ncandidate = \"naive.cu\"\n";

/// Mistakes of a [[require]] that stands in line 29 of the sample.
std::vector<std::string> require(const std::string& keys, const std::string& rest = "") {
  return task_mistakes(with(task_text, "metric = \"max_abs\"\nmax = 1e-4\n", keys + "\n") + rest);
}

Requirement required(const std::string& keys, const std::string& rest = "") {
  const auto task =
      task_from(with(task_text, "metric = \"max_abs\"\nmax = 1e-4\n", keys + "\n") + rest);
  return task.requirements.empty() ? Requirement{} : task.requirements.front();
}

TEST(Requirements, EveryMetricOfTheFormatIsKnown) {
  for (const auto* metric : {"max_abs", "max_rel", "rel_l2", "rms", "ulp", "cosine"}) {
    EXPECT_THAT(require("metric = \"" + std::string(metric) + "\"\nmax = 1"), IsEmpty()) << metric;
  }
  EXPECT_THAT(require("metric = \"bitwise\""), IsEmpty());
  EXPECT_THAT(require("metric = \"mismatch\"\natol = 0\nrtol = 0.1\nmax = 0.01"), IsEmpty());
  EXPECT_THAT(require("metric = \"error_ratio\"\nagainst = \"baseline\"\nmax = 2", baseline),
              IsEmpty());
}

TEST(Requirements, EveryPropertyOfTheFormatIsKnown) {
  EXPECT_EQ(required("property = \"deterministic\"").property, "deterministic");
  EXPECT_EQ(required("property = \"bitwise\"").property, "bitwise");
  const auto batch = required("property = \"batch_invariant\"\naxis = \"rows\"");
  EXPECT_EQ(batch.axis, "rows");
  EXPECT_EQ(batch.metric, "");
}

TEST(Requirements, KeepTheirParameters) {
  const auto one = required(
      "metric = \"mismatch\"\ntensor = \"y\"\nper = \"cols\"\nquantile = 0.5\natol = 1e-3\nrtol = "
      "2e-3\nmax = 0.25");
  EXPECT_EQ(one.metric, "mismatch");
  EXPECT_EQ(one.tensor, "y");
  EXPECT_EQ(one.per, "cols");
  EXPECT_EQ(one.quantile, 0.5);
  EXPECT_EQ(one.atol, 1e-3);
  EXPECT_EQ(one.rtol, 2e-3);
  EXPECT_EQ(one.max, 0.25);
}

TEST(Requirements, NameAMetricOrAProperty) {
  const std::string either =
      "expected either metric = one of max_abs, max_rel, rel_l2, rms, ulp, cosine, mismatch, "
      "error_ratio, bitwise or property = one of deterministic, batch_invariant, bitwise";
  EXPECT_THAT(require("max = 1"),
              ElementsAre("task.toml:29:1: found a [[require]] without 'metric' and 'property', " +
                          either));
  EXPECT_THAT(
      require("metric = \"rms\"\nproperty = \"bitwise\"\nmax = 1"),
      ElementsAre("task.toml:29:1: found a [[require]] with both 'metric' and 'property', " +
                  either));
  EXPECT_THAT(require("property = \"determinstic\""),
              ElementsAre("task.toml:30:12: found 'determinstic', expected a property "
                          "(deterministic, batch_invariant, bitwise); did you mean "
                          "'deterministic'?"));
}

TEST(Requirements, NeedWhatGoesWithThem) {
  EXPECT_THAT(require("metric = \"rms\""),
              ElementsAre("task.toml:29:1: found 'rms' without 'max', expected 'max'"));
  EXPECT_THAT(require("metric = \"mismatch\"\nmax = 0.1"),
              ElementsAre("task.toml:29:1: found 'mismatch' without 'atol', expected 'atol', "
                          "'rtol', 'max'",
                          "task.toml:29:1: found 'mismatch' without 'rtol', expected 'atol', "
                          "'rtol', 'max'"));
  EXPECT_THAT(require("metric = \"error_ratio\"\nmax = 2", baseline),
              ElementsAre("task.toml:29:1: found 'error_ratio' without 'against', expected "
                          "'against', 'max'"));
  EXPECT_THAT(require("property = \"batch_invariant\""),
              ElementsAre("task.toml:29:1: found 'batch_invariant' without 'axis', expected "
                          "'axis'"));
}

TEST(Requirements, RefuseWhatDoesNotGoWithThem) {
  EXPECT_THAT(require("metric = \"rms\"\nmax = 1\natol = 1"),
              ElementsAre("task.toml:32:1: found 'atol' with 'rms', expected what goes with it "
                          "(max, tensor, per, quantile)"));
  EXPECT_THAT(require("property = \"deterministic\"\nmax = 1"),
              ElementsAre("task.toml:31:1: found 'max' with 'deterministic', expected what goes "
                          "with it (tensor)"));
  EXPECT_THAT(require("metric = \"rms\"\nmax = 1\nmin = 1"), SizeIs(1));
}

TEST(Requirements, NumbersHaveRanges) {
  EXPECT_THAT(require("metric = \"rms\"\nmax = -1"),
              ElementsAre("task.toml:31:7: found max = -1, expected at least 0"));
  EXPECT_THAT(require("metric = \"rms\"\nmax = nan"),
              ElementsAre("task.toml:31:7: found nan as 'max', expected a finite number"));
  for (const auto* quantile : {"0", "1.01", "-0.5"}) {
    EXPECT_THAT(require("metric = \"rms\"\nmax = 1\nquantile = " + std::string(quantile)),
                ElementsAre("task.toml:32:12: found quantile = " + std::string(quantile) +
                            ", expected a share above 0 and up to 1"));
  }
  EXPECT_THAT(require("metric = \"rms\"\nmax = 1\nquantile = 1"), IsEmpty());
}

TEST(Requirements, PerIsAllRowOrADimension) {
  EXPECT_THAT(require("metric = \"rms\"\nmax = 1\nper = \"rows\""), IsEmpty());
  EXPECT_THAT(
      require("metric = \"rms\"\nmax = 1\nper = \"element\""),
      ElementsAre("task.toml:32:7: found 'element', expected a per (all, row, rows, cols)"));
  const auto text = with(task_text, "dtype = \"f32\"\nshape = [\"rows\", \"cols\"]\n\n[[scalar]]",
                         "dtype = \"f32\"\nshape = [\"rows\", \"2 * cols\"]\n\n[[scalar]]");
  EXPECT_THAT(task_mistakes(with(text, "max = 1e-4", "max = 1e-4\nper = \"cols\"")),
              ElementsAre("task.toml:32:7: found axis 'cols', expected an axis that is a dimension "
                          "of tensor 'y'"));
}

TEST(Requirements, OnlyWrittenTensorsCanBeMeant) {
  EXPECT_THAT(require("metric = \"rms\"\nmax = 1\ntensor = \"x\""),
              ElementsAre("task.toml:32:10: found 'x', expected a tensor (y); did you mean 'y'?"));
}

TEST(Requirements, TheRatioNeedsABaseline) {
  EXPECT_THAT(
      require("metric = \"error_ratio\"\nagainst = \"baseline\"\nmax = 2"),
      ElementsAre("task.toml:31:11: found 'baseline' without a [baseline], expected a table "
                  "[baseline] with candidate = \"file.cu\""));
}

TEST(Requirements, TheDefaultIsTwiceTheErrorOfTheBaseline) {
  const auto text = with(task_text, "[[require]]\nmetric = \"max_abs\"\nmax = 1e-4\n", "");
  const auto task = task_from(text + baseline);
  ASSERT_THAT(task.requirements, SizeIs(1));
  EXPECT_TRUE(task.default_requirement);
  EXPECT_FALSE(sample_task().default_requirement);
  EXPECT_EQ(task.requirements[0].metric, "error_ratio");
  EXPECT_EQ(task.requirements[0].against, "baseline");
  EXPECT_EQ(task.requirements[0].max, 2);
  EXPECT_EQ(task.requirements[0].per, "all");
  EXPECT_THAT(task_mistakes(text),
              ElementsAre("task.toml:1:1: found a task without [[require]] and [baseline], "
                          "expected a [[require]] such as metric = \"rel_l2\", per = \"row\", max "
                          "= 1e-5"));
}

}  // namespace
}  // namespace assay::task::test
