// SPDX-License-Identifier: Apache-2.0
// What each metric is, by hand, and what must hold for any data.
#include "check/metric.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "check/tensors.hpp"
#include "num/float_format.hpp"

namespace assay::check {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Metric, the_names_are_those_of_the_format) {
  for (const char* name : {"max_abs", "max_rel", "rel_l2", "rms", "ulp", "cosine", "mismatch",
                           "error_ratio", "bitwise"})
    EXPECT_NE(find_metric(name), nullptr) << name;
  EXPECT_EQ(metrics().size(), 9U);
  EXPECT_EQ(find_metric("max"), nullptr);
}

TEST(Metric, values_by_hand) {
  const HostTensor got = f32({4}, {1, 2.5, 3, -4}), golden = f64({4}, {1, 2, 4, -4});
  EXPECT_DOUBLE_EQ(value_of("max_abs", got, golden), 1);
  EXPECT_DOUBLE_EQ(value_of("max_rel", got, golden), 0.25);
  EXPECT_DOUBLE_EQ(value_of("rel_l2", got, golden), std::sqrt(1.25 / 37));
  EXPECT_DOUBLE_EQ(value_of("rms", got, golden), std::sqrt(1.25 / 4));
  EXPECT_DOUBLE_EQ(value_of("ulp", got, golden),
                   std::ldexp(1, 21));  // ulp(2) = 2^-22, ulp(4) = 2^-21
  EXPECT_NEAR(value_of("cosine", got, golden), 1 - (1 + 5 + 12 + 16) / std::sqrt(32.25 * 37),
              1e-15);
  EXPECT_EQ(value_of("bitwise", got, golden), 2);
}

TEST(Metric, nought_by_nought_is_nought_and_something_by_nought_is_infinite) {
  const HostTensor zeros = f32({2}, {0, 0}), golden = f64({2}, {0, 0});
  for (const char* name :
       {"max_abs", "max_rel", "rel_l2", "rms", "ulp", "cosine", "bitwise", "mismatch"})
    EXPECT_EQ(value_of(name, zeros, golden), 0) << name;
  const HostTensor some = f32({2}, {0, 1e-30});
  EXPECT_EQ(value_of("max_rel", some, golden), infinity);
  EXPECT_EQ(value_of("rel_l2", some, golden), infinity);
  EXPECT_EQ(value_of("cosine", some, golden), 1);
  EXPECT_EQ(value_of("mismatch", some, golden), 0.5);
}

TEST(Metric, an_ulp_is_that_of_the_output_dtype) {
  EXPECT_EQ(value_of("ulp", tensor(Dtype::bf16, {1}, {1.0078125}), f64({1}, {1})), 1);
  EXPECT_EQ(value_of("ulp", tensor(Dtype::f16, {1}, {1}), f64({1}, {1 + 0x1p-11})), 0.5);
  EXPECT_EQ(value_of("ulp", f32({1}, {0x1p-149}), f64({1}, {0})), 1) << "subnormals have ulps too";
  EXPECT_EQ(value_of("ulp", tensor(Dtype::i32, {1}, {7}), tensor(Dtype::i32, {1}, {4})), 3);
}

TEST(Metric, mismatch_takes_the_tolerance_from_the_golden_and_the_edge_passes) {
  task::Requirement requirement = require("mismatch", 0);
  requirement.atol = 0.5;
  requirement.rtol = 0.25;
  // Tolerance 1.5 at golden 4.
  EXPECT_EQ(ask(f64({4}, {5.5, 2.5, 5.75, 4}), f64({4}, {4, 4, 4, 4}), requirement).value, 0.25);
  // Were rtol to multiply the candidate's value, 100 would forgive itself.
  requirement.rtol = 1;
  EXPECT_EQ(ask(f64({1}, {100}), f64({1}, {1}), requirement).value, 1);
}

TEST(Metric, mismatch_agrees_with_its_definition_at_every_edge) {
  rc::check([](double golden, double tolerance, int steps) {
    RC_PRE(std::isfinite(golden) && std::isfinite(tolerance));
    task::Requirement requirement = require("mismatch", 0);
    requirement.atol = std::fabs(tolerance);
    double got = golden + requirement.atol;
    for (int i = 0; i < steps % 4; ++i) got = std::nextafter(got, infinity);
    RC_PRE(std::isfinite(got));
    const bool outside = std::fabs(got - golden) > requirement.atol;
    RC_ASSERT(ask(f64({1}, {got}), f64({1}, {golden}), requirement).value == (outside ? 1 : 0));
  });
}

TEST(Metric, bitwise_rounds_the_golden_to_nearest_even_and_tells_zeros_apart) {
  EXPECT_EQ(value_of("bitwise", tensor(Dtype::bf16, {2}, {1, 1.015625}),
                     f64({2}, {1 + 0x1p-8, 1 + 3 * 0x1p-8})),
            0);
  EXPECT_EQ(value_of("bitwise", f32({1}, {-0.0}), f64({1}, {0.0})), 1);
  HostTensor nan = f32({1}, {0});
  const std::uint32_t odd_nan = 0xffc1'2345;
  std::memcpy(nan.bytes.data(), &odd_nan, 4);
  EXPECT_EQ(value_of("bitwise", nan, f64({1}, {std::nan("")})), 0) << "NaNs are equal";
  EXPECT_EQ(value_of("bitwise", f32({1}, {infinity}), f64({1}, {1e39})), 0)
      << "what overflows is infinite";
  EXPECT_EQ(
      value_of("bitwise", tensor(Dtype::i4, {3}, {1, -8, 7}), tensor(Dtype::i4, {3}, {1, -8, 6})),
      1);
}

TEST(Metric, a_bool_is_nought_or_one_and_nothing_else) {
  HostTensor got = tensor(Dtype::boolean, {2}, {1, 0});
  EXPECT_EQ(value_of("bitwise", got, tensor(Dtype::boolean, {2}, {1, 0})), 0);
  got.bytes[0] = std::byte{255};
  EXPECT_EQ(value_of("bitwise", got, tensor(Dtype::boolean, {2}, {1, 0})), 1);
  EXPECT_EQ(value_of("max_abs", got, tensor(Dtype::boolean, {2}, {1, 0})), 254);
}

TEST(Metric, wide_integers_are_compared_exactly) {
  HostTensor got = make_tensor(Dtype::i64, {2}), golden = got;
  const std::int64_t big = std::int64_t{1} << 62;
  got.set_integer(0, big + 1);
  golden.set_integer(0, big);
  EXPECT_EQ(value_of("max_abs", got, golden), 1);
  got.set_integer(0, std::numeric_limits<std::int64_t>::max());
  golden.set_integer(0, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(value_of("max_abs", got, golden), 0x1p64);
  HostTensor most = make_tensor(Dtype::u64, {1}), none = most;
  most.set_integer(0, -1);
  EXPECT_EQ(value_of("max_abs", none, most), 0x1p64);
}

TEST(Metric, squares_neither_overflow_nor_vanish) {
  EXPECT_DOUBLE_EQ(value_of("rel_l2", f64({2}, {2e200, 0}), f64({2}, {1e200, 0})), 1);
  EXPECT_DOUBLE_EQ(value_of("rms", f64({1}, {3e-200}), f64({1}, {1e-200})), 2e-200);
}

using Doubles = std::vector<double>;

rc::Gen<Doubles> some_numbers() {
  const auto number =
      rc::gen::map(rc::gen::inRange(-1'000'000, 1'000'001), [](int n) { return n / 1024.0; });
  return rc::gen::nonEmpty(rc::gen::container<Doubles>(number));
}

Doubles times(Doubles values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

struct Pair {
  HostTensor got, golden;
};

Pair pair_of(const Doubles& golden, const Doubles& noise, double scale = 1) {
  Doubles got = golden;
  for (std::size_t i = 0; i < got.size(); ++i) got[i] += noise[i % noise.size()] / 64;
  const auto size = static_cast<std::int64_t>(golden.size());
  return {f64({size}, times(got, scale)), f64({size}, times(golden, scale))};
}

TEST(Metric, scaling_by_a_power_of_two_changes_only_absolute_metrics) {
  rc::check([] {
    const Doubles golden = *some_numbers(), noise = *some_numbers();
    const double scale = std::ldexp(1.0, *rc::gen::inRange(-40, 41));
    const Pair one = pair_of(golden, noise), other = pair_of(golden, noise, scale);
    for (const char* name : {"max_rel", "rel_l2", "cosine", "bitwise"})
      RC_ASSERT(value_of(name, one.got, one.golden) == value_of(name, other.got, other.golden));
    for (const char* name : {"max_abs", "rms"})
      RC_ASSERT(value_of(name, one.got, one.golden) * scale ==
                value_of(name, other.got, other.golden));
  });
}

TEST(Metric, order_and_zero_and_bounds) {
  rc::check([] {
    const Pair pair = pair_of(*some_numbers(), *some_numbers());
    const auto of = [&](const char* name) { return value_of(name, pair.got, pair.golden); };
    RC_ASSERT(of("rms") <= of("max_abs") * (1 + 1e-15));
    RC_ASSERT(of("cosine") >= 0 && of("cosine") <= 2);
    RC_ASSERT(of("mismatch") >= 0 && of("mismatch") <= 1);
    for (const Metric& metric : metrics())
      if (!metric.needs_baseline)
        RC_ASSERT(value_of(std::string(metric.name), pair.golden, pair.golden) == 0);
  });
}

TEST(Metric, a_larger_error_is_never_better) {
  rc::check([] {
    const Pair pair = pair_of(*some_numbers(), *some_numbers());
    Pair worse = pair;
    const auto at = *rc::gen::inRange<std::int64_t>(0, pair.got.count());
    const double away = pair.got.at(at) >= pair.golden.at(at) ? 1 : -1;
    worse.got.set(at, pair.got.at(at) + away * *rc::gen::inRange(1, 1000));
    for (const char* name : {"max_abs", "max_rel", "rel_l2", "rms", "ulp", "mismatch", "bitwise"})
      RC_ASSERT(value_of(name, worse.got, pair.golden) >= value_of(name, pair.got, pair.golden));
  });
}

TEST(Metric, the_order_of_elements_does_not_matter_to_the_whole) {
  rc::check([] {
    const Doubles golden = *some_numbers();
    const Pair pair = pair_of(golden, {1, -2, 3});
    Pair turned = pair;
    for (std::int64_t i = 0; i < pair.got.count(); ++i) {
      turned.got.set(i, pair.got.at(pair.got.count() - 1 - i));
      turned.golden.set(i, pair.golden.at(pair.got.count() - 1 - i));
    }
    for (const char* name : {"max_abs", "max_rel", "ulp", "mismatch", "bitwise"})
      RC_ASSERT(value_of(name, pair.got, pair.golden) == value_of(name, turned.got, turned.golden));
  });
}

}  // namespace
}  // namespace assay::check
