// SPDX-License-Identifier: Apache-2.0
// Units, quantiles, limits, the baseline, and what a failed check says.
#include "check/question.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "check/fold.hpp"
#include "check/metric.hpp"
#include "check/tensors.hpp"

namespace assay::check {
namespace {

using testing::HasSubstr;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Question, per_says_what_is_one_unit) {
  const HostTensor golden = f64({2, 3}, std::vector<double>(6, 0));
  const HostTensor got = f32({2, 3}, {1, 2, 3, 6, 5, 4});
  const auto values = [&](const std::string& per, std::optional<std::size_t> dimension) {
    std::vector<double> all;
    const Comparison comparison(got, golden);
    for (const UnitResult& unit :
         fold(comparison, grouping_of(got.shape, per, dimension), *find_metric("max_abs"), {}, 0))
      all.push_back(unit.value);
    return all;
  };
  EXPECT_EQ(values("all", {}), (std::vector<double>{6}));
  EXPECT_EQ(values("row", {}), (std::vector<double>{3, 6}));
  EXPECT_EQ(values("rows", 0), (std::vector<double>{3, 6}));
  EXPECT_EQ(values("cols", 1), (std::vector<double>{6, 5, 4}));
}

TEST(Question, a_row_is_all_indices_but_the_last_dimension) {
  const Grouping rows = grouping_of({2, 3, 4}, "row", {});
  EXPECT_EQ(rows.units, 6);
  EXPECT_EQ(rows.inner, 4);
  EXPECT_EQ(grouping_of({}, "row", {}).units, 1);
  EXPECT_EQ(grouping_of({5}, "row", {}).units, 1);
}

TEST(Question, units_of_any_axis_agree_with_brute_force) {
  rc::check([] {
    std::vector<std::int64_t> shape(*rc::gen::inRange<std::size_t>(1, 4));
    for (auto& extent : shape) extent = *rc::gen::inRange(1, 60);
    const auto dimension = *rc::gen::inRange<std::size_t>(0, shape.size());
    HostTensor golden = make_tensor(Dtype::f64, shape), got = golden;
    for (std::int64_t i = 0; i < got.count(); ++i) got.set(i, static_cast<double>(i * 7919 % 1013));
    std::vector<double> expected(static_cast<std::size_t>(shape[dimension]));
    std::int64_t inner = 1;
    for (std::size_t i = dimension + 1; i < shape.size(); ++i) inner *= shape[i];
    for (std::int64_t i = 0; i < got.count(); ++i) {
      double& worst = expected[static_cast<std::size_t>(i / inner % shape[dimension])];
      worst = std::max(worst, got.at(i));
    }
    const auto units = fold(Comparison(got, golden), grouping_of(shape, "axis", dimension),
                            *find_metric("max_abs"), {}, 0);
    RC_ASSERT(units.size() == expected.size());
    for (std::size_t u = 0; u < units.size(); ++u) {
      RC_ASSERT(units[u].value == expected[u]);
      RC_ASSERT(got.at(units[u].at) == expected[u]);
    }
  });
}

TEST(Question, the_nearest_rank_is_that_of_the_decimal_that_was_written) {
  EXPECT_EQ(nearest_rank(0.99, 100), 99U);
  EXPECT_EQ(nearest_rank(0.07, 100), 7U);
  EXPECT_EQ(nearest_rank(0.29, 100), 29U);
  EXPECT_EQ(nearest_rank(0.99, 101), 100U);
  EXPECT_EQ(nearest_rank(1, 37), 37U);
  EXPECT_EQ(nearest_rank(0.001, 5), 1U);
  EXPECT_EQ(nearest_rank(0.5, 0), 1U);
}

TEST(Question, nearest_rank_agrees_with_exact_fractions) {
  rc::check([] {
    const auto thousandths = *rc::gen::inRange<std::size_t>(1, 1001),
               count = *rc::gen::inRange<std::size_t>(1, 100'000);
    const std::size_t exact = (thousandths * count + 999) / 1000;
    RC_ASSERT(nearest_rank(static_cast<double>(thousandths) / 1000, count) == exact);
  });
}

TEST(Question, a_quantile_is_one_of_the_values_and_that_many_are_no_larger) {
  rc::check([] {
    const auto rows = *rc::gen::inRange<std::int64_t>(1, 300);
    const double quantile = *rc::gen::inRange(1, 101) / 100.0;
    HostTensor golden = make_tensor(Dtype::f64, {rows, 1}), got = golden;
    for (std::int64_t i = 0; i < rows; ++i) got.set(i, *rc::gen::inRange(0, 50));
    task::Requirement requirement = require("max_abs", infinity, "row");
    requirement.quantile = quantile;
    const double value = ask(got, golden, requirement).value;
    std::int64_t below = 0, up_to = 0;
    for (std::int64_t i = 0; i < rows; ++i) {
      below += got.at(i) < value;
      up_to += got.at(i) <= value;
    }
    const auto rank =
        static_cast<std::int64_t>(nearest_rank(quantile, static_cast<std::size_t>(rows)));
    RC_ASSERT(below < rank && rank <= up_to);
  });
}

TEST(Question, a_quantile_forgives_the_worst_rows_but_tells_the_worst_element) {
  HostTensor got = f32({100, 2}, std::vector<double>(200, 1)),
             golden = f64({100, 2}, std::vector<double>(200, 1));
  got.set(150, 9);
  task::Requirement requirement = require("max_abs", 0.1, "row");
  EXPECT_FALSE(ask(got, golden, requirement).passed);
  requirement.quantile = 0.99;
  const record::Check check = ask(got, golden, requirement);
  EXPECT_TRUE(check.passed);
  EXPECT_EQ(check.value, 0);
  EXPECT_EQ(check.worst->index, (std::vector<std::int64_t>{75, 0}));
  EXPECT_EQ(check.metric, "max_abs per row, quantile 0.99");
}

TEST(Question, one_norm_over_the_batch_hides_what_a_row_shows) {
  std::vector<double> values(1000 * 10, 1000);
  for (int i = 0; i < 10; ++i) values[5000 + i] = 1;
  const HostTensor golden = f64({1000, 10}, values);
  HostTensor got = tensor(Dtype::f32, {1000, 10}, values);
  for (int i = 0; i < 10; ++i) got.set(5000 + i, 0);
  EXPECT_TRUE(ask(got, golden, require("rel_l2", 1e-4)).passed);
  const record::Check per_row = ask(got, golden, require("rel_l2", 1e-4, "row"));
  EXPECT_FALSE(per_row.passed);
  EXPECT_EQ(per_row.value, 1);
  EXPECT_EQ(per_row.failing, 1);
  EXPECT_EQ(per_row.compared, 1000);
  EXPECT_EQ(per_row.unit, "rows");
  EXPECT_EQ(per_row.pattern, "all of row 500");
}

TEST(Question, what_fails_is_counted_located_and_shown_worst_first) {
  HostTensor got = f32({6, 8}, std::vector<double>(48, 1)),
             golden = f64({6, 8}, std::vector<double>(48, 1));
  for (int row = 1; row < 6; row += 2)
    for (int column = 0; column < 8; ++column) got.set(row * 8 + column, row == 3 ? 5 : 3);
  const record::Check check = ask(got, golden, require("max_abs", 0.5));
  EXPECT_EQ(check.failing, 24);
  EXPECT_EQ(check.compared, 48);
  EXPECT_EQ(check.pattern, "all of rows 1, 3, 5 (every 2nd)");
  EXPECT_EQ(check.worst->index, (std::vector<std::int64_t>{3, 0}));
  EXPECT_EQ(check.worst->got, 5);
  EXPECT_EQ(check.examples.size(), 5U);
  EXPECT_EQ(check.examples[4].index, (std::vector<std::int64_t>{3, 4}));
  EXPECT_EQ(check.case_name, "ragged");
  EXPECT_EQ(check.family, "normal(0, 1)");
}

TEST(Question, norms_blame_the_elements_that_take_more_than_their_share) {
  std::vector<double> values(64, 1);
  HostTensor got = f32({8, 8}, values), golden = f64({8, 8}, values);
  for (int i = 0; i < 64; ++i) got.set(i, 1 + 1e-6);
  for (int row = 0; row < 8; ++row) got.set(row * 8 + 7, 2);
  for (const char* name : {"rel_l2", "rms", "cosine"}) {
    const record::Check check = ask(got, golden, require(name, 1e-3));
    EXPECT_FALSE(check.passed) << name;
    EXPECT_EQ(check.pattern, "the last column (7) of every row") << name;
    EXPECT_EQ(check.failing, 8) << name;
  }
}

TEST(Question, an_empty_tensor_passes_everything) {
  const HostTensor got = make_tensor(Dtype::f32, {0, 5}), golden = make_tensor(Dtype::f64, {0, 5});
  for (const Metric& metric : metrics()) {
    const record::Check check =
        ask(got, golden, require(std::string(metric.name), 0, "row"), {}, &got);
    EXPECT_TRUE(check.passed) << metric.name;
    EXPECT_FALSE(check.worst) << metric.name;
  }
  EXPECT_TRUE(ask(make_tensor(Dtype::f32, {5, 0}), make_tensor(Dtype::f64, {5, 0}),
                  require("rms", 0, "row"))
                  .passed);
  EXPECT_TRUE(answer_nonfinite(got, golden, {}).passed);
}

TEST(Question, a_scalar_is_one_element) {
  const record::Check check = ask(f32({}, {2}), f64({}, {1}), require("max_abs", 0.5, "row"));
  EXPECT_FALSE(check.passed);
  EXPECT_TRUE(check.worst->index.empty());
  EXPECT_EQ(check.pattern, "the only element");
}

// ---- error_ratio -------------------------------------------------------------------------------

record::Check ratio_of(double candidate_error, double baseline_error) {
  const HostTensor golden = f64({4}, {1, 1, 1, 1}),
                   baseline = f64({4}, {1, 1 + baseline_error, 1, 1});
  return ask(f64({4}, {1 - candidate_error, 1, 1, 1}), golden, require("error_ratio", 2), {},
             &baseline);
}

TEST(ErrorRatio, is_against_the_baseline_on_the_same_inputs) {
  EXPECT_DOUBLE_EQ(ratio_of(0.25, 0.25).value, 1);
  EXPECT_TRUE(ratio_of(0.5, 0.25).passed);
  EXPECT_FALSE(ratio_of(0.75, 0.25).passed);
  EXPECT_EQ(ratio_of(0.75, 0.25).failing, 1);
  EXPECT_EQ(ratio_of(0.75, 0.25).metric, "error_ratio against baseline");
}

TEST(ErrorRatio, a_lucky_baseline_leaves_half_an_ulp) {
  const HostTensor golden = f64({1}, {1}), baseline = f32({1}, {1});
  EXPECT_EQ(ask(f32({1}, {1 + 0x1p-23}), golden, require("error_ratio", 2), {}, &baseline).value,
            2);
  EXPECT_TRUE(
      ask(f32({1}, {1 + 0x1p-23}), golden, require("error_ratio", 2), {}, &baseline).passed);
  EXPECT_FALSE(
      ask(f32({1}, {1 + 0x1p-22}), golden, require("error_ratio", 2), {}, &baseline).passed);
}

TEST(ErrorRatio, units_are_compared_with_their_own_baseline) {
  const HostTensor golden = f64({2, 2}, {1, 1, 1, 1}), baseline = f64({2, 2}, {1.5, 1, 1, 1});
  const HostTensor got = f64({2, 2}, {1, 1, 1, 1.5});
  EXPECT_TRUE(ask(got, golden, require("error_ratio", 2), {}, &baseline).passed);
  const record::Check check = ask(got, golden, require("error_ratio", 2, "row"), {}, &baseline);
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.worst->index, (std::vector<std::int64_t>{1, 1}));
}

TEST(ErrorRatio, without_a_baseline_nothing_is_told) {
  const HostTensor golden = f64({1}, {1});
  const record::Check check = ask(f32({1}, {1}), golden, require("error_ratio", 2));
  EXPECT_THAT(check.undecided, HasSubstr("no output to compare with"));
  const HostTensor broken = f64({1}, {infinity});
  EXPECT_THAT(ask(f32({1}, {1}), golden, require("error_ratio", 2), {}, &broken).undecided,
              HasSubstr("baseline itself"));
}

// ---- which tensors -----------------------------------------------------------------------------

task::Tensor tensor_of(std::string name, task::Role role, const std::vector<std::string>& shape) {
  task::Tensor made;
  made.name = std::move(name);
  made.role = role;
  for (const std::string& each : shape) made.shape.push_back(task::Expression::parse(each).value());
  return made;
}

TEST(Requirement, applies_to_what_is_written_or_named) {
  const task::Tensor x = tensor_of("x", task::Role::in, {"rows", "cols"}),
                     y = tensor_of("y", task::Role::out, {"rows", "cols"}),
                     z = tensor_of("z", task::Role::inout, {"rows"});
  task::Requirement requirement = require("max_abs");
  EXPECT_FALSE(applies(requirement, x));
  EXPECT_TRUE(applies(requirement, y));
  EXPECT_TRUE(applies(requirement, z));
  requirement.tensor = "z";
  EXPECT_FALSE(applies(requirement, y));
  EXPECT_TRUE(applies(requirement, z));
  requirement = require("max_abs", 0, "cols");
  EXPECT_TRUE(applies(requirement, y));
  EXPECT_FALSE(applies(requirement, z)) << "z has no such axis";
  EXPECT_EQ(dimension_of(y, "cols"), 1U);
  EXPECT_EQ(dimension_of(y, "depth"), std::nullopt);
  EXPECT_EQ(dimension_of(tensor_of("w", task::Role::out, {" rows "}), "rows"), 0U);
}

TEST(Requirement, has_a_name_for_messages) {
  task::Requirement requirement = require("mismatch", 0, "cols");
  requirement.atol = 1e-5;
  requirement.rtol = 0.001;
  EXPECT_EQ(text_of(requirement), "mismatch (atol 1e-05, rtol 0.001) per 'cols'");
  task::Requirement property;
  property.property = "bitwise";
  EXPECT_EQ(text_of(property), "bitwise");
  EXPECT_EQ(ask(f32({1}, {1}), f64({1}, {1}), property).passed, true);
}

}  // namespace
}  // namespace assay::check
