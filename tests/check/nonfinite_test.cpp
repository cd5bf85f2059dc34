// SPDX-License-Identifier: Apache-2.0
// NaN and infinity must stand where the golden, rounded to the dtype, has them, of the same kind,
// and nowhere else.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "check/tensors.hpp"

namespace assay::check {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan = std::nan("");

double misplaced(Dtype dtype, double got, double golden) {
  return answer_nonfinite(tensor(dtype, {1}, {got}), f64({1}, {golden}), {}).value;
}

TEST(Nonfinite, in_place_it_is_right_and_counts_as_no_error) {
  const HostTensor got = f32({4}, {nan, infinity, -infinity, 1}),
                   golden = f64({4}, {nan, infinity, -infinity, 1});
  EXPECT_TRUE(answer_nonfinite(got, golden, {}).passed);
  for (const char* name :
       {"max_abs", "max_rel", "rel_l2", "rms", "ulp", "cosine", "bitwise", "mismatch"})
    EXPECT_EQ(value_of(name, got, golden), 0) << name;
}

TEST(Nonfinite, each_kind_is_its_own) {
  const double kinds[] = {nan, infinity, -infinity, 1};
  for (const double got : kinds)
    for (const double golden : kinds) {
      const bool same = got == golden || (std::isnan(got) && std::isnan(golden));
      EXPECT_EQ(misplaced(Dtype::f32, got, golden), same ? 0 : 1) << got << " " << golden;
    }
}

TEST(Nonfinite, out_of_place_every_metric_is_beyond_any_limit) {
  const HostTensor golden = f64({2}, {1, 2});
  for (const double odd : {nan, infinity, -infinity}) {
    const HostTensor got = f32({2}, {1, odd});
    for (const char* name : {"max_abs", "max_rel", "rel_l2", "rms", "ulp", "cosine"})
      EXPECT_EQ(value_of(name, got, golden), infinity) << name;
    EXPECT_EQ(value_of("bitwise", got, golden), 1);
    EXPECT_EQ(value_of("mismatch", got, golden), 0.5);
  }
}

TEST(Nonfinite, a_golden_that_overflows_the_dtype_is_an_infinity) {
  EXPECT_EQ(misplaced(Dtype::f16, infinity, 1e6), 0);
  EXPECT_EQ(misplaced(Dtype::f16, -infinity, 1e6), 1);
  EXPECT_EQ(misplaced(Dtype::f16, 65504, 1e6), 1);
  EXPECT_EQ(misplaced(Dtype::f16, infinity, 60000), 1);
  EXPECT_EQ(misplaced(Dtype::f32, infinity, 1e39), 0);
  EXPECT_EQ(misplaced(Dtype::bf16, infinity, 3.4e38), 0);
  EXPECT_EQ(misplaced(Dtype::f64, infinity, 1e308), 1);
}

TEST(Nonfinite, where_one_rounding_decides_both_are_right) {
  for (const double golden : {65504.0, 65519.9, 65520.0, 65535.9}) {
    EXPECT_EQ(misplaced(Dtype::f16, 65504, golden), 0) << golden;
    EXPECT_EQ(misplaced(Dtype::f16, infinity, golden), 0) << golden;
    EXPECT_EQ(misplaced(Dtype::f16, -infinity, golden), 1) << golden;
  }
  EXPECT_EQ(misplaced(Dtype::f16, 65504, 65536), 1);
  EXPECT_EQ(misplaced(Dtype::f16, infinity, 65503), 1);
  // A finite value there is still measured.
  EXPECT_EQ(value_of("max_abs", tensor(Dtype::f16, {1}, {65504}), f64({1}, {65520})), 16);
}

TEST(Nonfinite, eight_bit_floats_saturate) {
  EXPECT_EQ(misplaced(Dtype::f8e4m3, 448, 1e9), 0);
  EXPECT_EQ(value_of("max_abs", tensor(Dtype::f8e4m3, {1}, {448}), f64({1}, {1e9})), 0);
  EXPECT_EQ(value_of("max_abs", tensor(Dtype::f8e4m3, {1}, {448}), f64({1}, {infinity})), 0);
  EXPECT_EQ(value_of("max_abs", tensor(Dtype::f8e4m3, {1}, {-448}), f64({1}, {1e9})), 896);
  HostTensor infinite = tensor(Dtype::f8e5m2, {1}, {0});
  infinite.bytes[0] = std::byte{0x7c};
  EXPECT_EQ(answer_nonfinite(infinite, f64({1}, {1e9}), {}).value, 1);
  EXPECT_EQ(misplaced(Dtype::f8e4m3, nan, nan), 0);
  EXPECT_EQ(misplaced(Dtype::f8e4m3, nan, 1), 1);
}

TEST(Nonfinite, a_large_finite_error_of_f64_is_no_nonfinite_value) {
  EXPECT_EQ(misplaced(Dtype::f64, 1.5e308, -1.5e308), 0);
  EXPECT_EQ(value_of("max_abs", f64({1}, {1.5e308}), f64({1}, {-1.5e308})), infinity);
}

TEST(Nonfinite, integers_have_none) {
  const HostTensor got = tensor(Dtype::i32, {2}, {1, 2});
  EXPECT_TRUE(answer_nonfinite(got, got, {}).passed);
}

TEST(Nonfinite, says_where_and_what) {
  HostTensor got = f32({3, 4}, std::vector<double>(12, 0.5));
  for (int i = 4; i < 8; ++i) got.set(i, nan);
  const record::Check check =
      answer_nonfinite(got, f64({3, 4}, std::vector<double>(12, 0.5)), {"c", "f", "y"});
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.failing, 4);
  EXPECT_EQ(check.compared, 12);
  EXPECT_EQ(check.pattern, "all of row 1");
  EXPECT_EQ(check.worst->index, (std::vector<std::int64_t>{1, 0}));
  EXPECT_TRUE(std::isnan(check.worst->got));
}

}  // namespace
}  // namespace assay::check
