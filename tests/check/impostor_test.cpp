// SPDX-License-Identifier: Apache-2.0
// Answers that are wrong in the ways a lazy or cheating kernel is wrong, and honest ones that
// differ from the golden only as arithmetic must: requirements that look at rows tell them apart.
#include <cmath>
#include <functional>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "check/tensors.hpp"
#include "num/float_format.hpp"

namespace assay::check {
namespace {

constexpr std::int64_t rows = 100, columns = 64;

/// Softmax of a fixed, uneven input: every row sums to 1.
HostTensor softmax_golden() {
  HostTensor golden = make_tensor(Dtype::f64, {rows, columns});
  for (std::int64_t row = 0; row < rows; ++row) {
    double sum = 0;
    for (std::int64_t i = 0; i < columns; ++i)
      sum += std::exp(std::sin(static_cast<double>(row * 31 + i * 17)));
    for (std::int64_t i = 0; i < columns; ++i)
      golden.set(row * columns + i,
                 std::exp(std::sin(static_cast<double>(row * 31 + i * 17))) / sum);
  }
  return golden;
}

HostTensor changed(const HostTensor& golden,
                   const std::function<double(std::int64_t, double)>& change,
                   Dtype dtype = Dtype::f32) {
  HostTensor made = make_tensor(dtype, golden.shape);
  for (std::int64_t i = 0; i < golden.count(); ++i) made.set(i, change(i, golden.at(i)));
  return made;
}

std::vector<task::Requirement> sound_requirements() {
  task::Requirement quantile = require("rel_l2", 1e-5, "row");
  quantile.quantile = 0.99;
  return {quantile, require("rel_l2", 4e-5, "row"), require("max_abs", 1e-6)};
}

bool accepted(const HostTensor& got, const HostTensor& golden) {
  for (const task::Requirement& requirement : sound_requirements())
    if (!ask(got, golden, requirement).passed) return false;
  return answer_nonfinite(got, golden, {}).passed;
}

TEST(Impostor, constants_the_mean_and_partial_work_are_turned_away) {
  const HostTensor golden = softmax_golden();
  const double mean = 1.0 / columns;
  EXPECT_FALSE(accepted(changed(golden, [](auto, double) { return 0.0; }), golden)) << "zeros";
  EXPECT_FALSE(accepted(changed(golden, [](auto, double) { return 1.0; }), golden)) << "ones";
  EXPECT_FALSE(accepted(changed(golden, [&](auto, double) { return mean; }), golden)) << "the mean";
  EXPECT_FALSE(accepted(
      changed(golden, [&](auto i, double v) { return i / columns == 7 ? mean : v; }), golden))
      << "one row in a hundred";
  EXPECT_FALSE(accepted(
      changed(golden, [&](auto i, double v) { return i % columns == columns - 1 ? 0 : v; }),
      golden))
      << "the tail of each row";
  EXPECT_FALSE(accepted(changed(
                            golden, [](auto, double v) { return v; }, Dtype::bf16),
                        golden))
      << "a lower precision";
}

TEST(Impostor, a_quantile_alone_lets_one_row_in_a_hundred_be_garbage) {
  const HostTensor golden = softmax_golden();
  const HostTensor got =
      changed(golden, [](auto i, double v) { return i / columns == 7 ? 9.0 : v; });
  EXPECT_TRUE(ask(got, golden, sound_requirements()[0]).passed);
  EXPECT_FALSE(ask(got, golden, sound_requirements()[1]).passed);
}

TEST(Impostor, what_is_only_rounded_passes) {
  const HostTensor golden = softmax_golden();
  EXPECT_TRUE(accepted(changed(golden, [](auto, double v) { return v; }), golden));
  EXPECT_TRUE(accepted(
      changed(golden, [](auto i, double v) { return v * (1 + (i % 2 ? 2e-7 : -2e-7)); }), golden));
}

TEST(Impostor, noise_at_a_quarter_of_a_limit_passes_and_at_four_times_fails) {
  rc::check([] {
    const auto names = std::vector<std::string>{"max_abs", "max_rel", "rel_l2", "rms"};
    const std::string name = names[*rc::gen::inRange<std::size_t>(0, names.size())];
    const auto size = *rc::gen::inRange<std::int64_t>(1, 200);
    const double limit = std::ldexp(1.0, *rc::gen::inRange(-30, -4));
    HostTensor golden = make_tensor(Dtype::f64, {size});
    for (std::int64_t i = 0; i < size; ++i) golden.set(i, i % 3 == 0 ? 1 : -1);
    const auto noisy = [&](double level) {
      return changed(
          golden, [&](std::int64_t i, double v) { return v + (i % 2 ? level : -level); },
          Dtype::f64);
    };
    RC_ASSERT(ask(noisy(limit / 4), golden, require(name, limit)).passed);
    RC_ASSERT(!ask(noisy(limit * 4), golden, require(name, limit)).passed);
  });
}

/// However lucky the baseline, a correctly rounded answer has at most half an ulp everywhere.
TEST(Impostor, a_perfect_kernel_passes_any_error_ratio_of_one) {
  rc::check([] {
    const auto size = *rc::gen::inRange<std::int64_t>(1, 100);
    const Dtype dtype = *rc::gen::element(Dtype::f32, Dtype::f16, Dtype::bf16, Dtype::f8e4m3,
                                          Dtype::f8e5m2, Dtype::tf32);
    HostTensor golden = make_tensor(Dtype::f64, {size, 2});
    for (std::int64_t i = 0; i < golden.count(); ++i)
      golden.set(i, *rc::gen::inRange(-100'000, 100'001) / 1024.0);
    const HostTensor perfect = converted(golden, dtype);
    const record::Check check =
        ask(perfect, golden,
            require("error_ratio", 1, *rc::gen::element<std::string>("all", "row")), {}, &perfect);
    RC_ASSERT(check.undecided.empty());
    RC_ASSERT(check.passed);
    RC_ASSERT(ask(perfect, golden, require("ulp", 0.5)).passed);
    RC_ASSERT(ask(perfect, golden, require("bitwise")).passed);
    RC_ASSERT(answer_nonfinite(perfect, golden, {}).passed);
  });
}

}  // namespace
}  // namespace assay::check
