// SPDX-License-Identifier: Apache-2.0
#include "num/values.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "num/draws.hpp"
#include "num/small_float.hpp"

namespace assay {
namespace {

using ::testing::HasSubstr;
using Family = Values::Family;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t many = 10'000;

HostTensor made(const Values& values, Dtype dtype, std::vector<std::int64_t> shape = {many},
                std::uint64_t seed = 1) {
  auto tensor = generate(values, dtype, std::move(shape), seed);
  EXPECT_TRUE(tensor) << to_text(tensor.error());
  return std::move(tensor.value());
}

std::string refused(const Values& values, Dtype dtype, std::vector<std::int64_t> shape = {many}) {
  const auto tensor = generate(values, dtype, std::move(shape), 1);
  EXPECT_FALSE(tensor);
  return tensor ? "" : tensor.error().message;
}

std::map<std::int64_t, int> counts(const HostTensor& tensor) {
  std::map<std::int64_t, int> seen;
  for (std::int64_t i = 0; i < tensor.count(); ++i) ++seen[tensor.integer_at(i)];
  return seen;
}

TEST(Values, ShowWhatAPersonWrote) {
  EXPECT_EQ(to_text(Values{Family::normal, 0, 1, {}}), "normal(0, 1)");
  EXPECT_EQ(to_text(Values{Family::uniform, -0.5, 1e-5, {}}), "uniform(-0.5, 1e-05)");
  EXPECT_EQ(to_text(Values{Family::integers, 0, 50257, {}}), "integers(0, 50257)");
  EXPECT_EQ(to_text(Values{Family::spikes, 0.01, 100, {}}), "spikes(0.01, 100)");
  EXPECT_EQ(to_text(Values{Family::zeros, 0, 0, {}}), "zeros");
  EXPECT_EQ(to_text(Values{Family::ones, 0, 0, {}}), "ones");
  EXPECT_EQ(to_text(Values{Family::permutation, 0, 0, {}}), "permutation");
  EXPECT_EQ(to_text(Values{Family::file, 0, 0, "x.npy"}), "file(\"x.npy\")");
}

TEST(Values, ZerosAndOnesFillEveryDtype) {
  for (const std::string& name : dtype_names()) {
    const Dtype dtype = dtype_from(name).value();
    const HostTensor zeros = made({Family::zeros, 0, 0, {}}, dtype, {3, 3});
    const HostTensor ones = made({Family::ones, 0, 0, {}}, dtype, {3, 3});
    for (std::int64_t i = 0; i < 9; ++i) {
      EXPECT_EQ(zeros.at(i), 0) << name;
      EXPECT_EQ(ones.at(i), 1) << name;
    }
  }
}

TEST(Values, NormalsAreScaledAndRoundedOnce) {
  std::vector<double> draws(many);
  draw_normal(1, 0, 0, draws);
  const HostTensor wide = made({Family::normal, 3, 0.5, {}}, Dtype::f64);
  const HostTensor half = made({Family::normal, 3, 0.5, {}}, Dtype::f16);
  for (std::int64_t i = 0; i < many; ++i) {
    const double wanted = std::fma(0.5, draws[static_cast<std::size_t>(i)], 3.0);
    ASSERT_EQ(wide.at(i), wanted);
    ASSERT_EQ(half.at(i), f16_to_f32(f16_from(wanted)));
  }
}

TEST(Values, ElementsDependOnSeedAndIndexNotOnTheShape) {
  const Values normal{Family::normal, 0, 1, {}};
  EXPECT_EQ(made(normal, Dtype::f32, {100, 33}).bytes, made(normal, Dtype::f32, {3300}).bytes);
  const HostTensor shorter = made(normal, Dtype::f32, {77});
  const HostTensor longer = made(normal, Dtype::f32, {5000});
  EXPECT_TRUE(std::equal(shorter.bytes.begin(), shorter.bytes.end(), longer.bytes.begin()));
  EXPECT_NE(made(normal, Dtype::f32, {100}, 1).bytes, made(normal, Dtype::f32, {100}, 2).bytes);
}

TEST(Values, UniformsStayBetweenTheirBounds) {
  const HostTensor tensor = made({Family::uniform, -2, 3, {}}, Dtype::f32);
  double sum = 0;
  for (std::int64_t i = 0; i < many; ++i) {
    ASSERT_GE(tensor.at(i), -2);
    ASSERT_LE(tensor.at(i), 3);
    sum += tensor.at(i);
  }
  EXPECT_NEAR(sum / many, 0.5, 4 * 5 / std::sqrt(12.0 * many));
}

TEST(Values, UniformsOfTheWholeRangeAreFinite) {
  const double most = std::numeric_limits<double>::max();
  const HostTensor tensor = made({Family::uniform, -most, most, {}}, Dtype::f64);
  for (std::int64_t i = 0; i < many; ++i) ASSERT_TRUE(std::isfinite(tensor.at(i)));
}

TEST(Values, IntegersAreEvenlySpreadAndTheUpperBoundIsExclusive) {
  for (const Dtype dtype : {Dtype::i32, Dtype::i4, Dtype::f16, Dtype::i64}) {
    const auto seen = counts(made({Family::integers, -3, 4, {}}, dtype));
    EXPECT_EQ(seen.size(), 7U) << name_of(dtype);
    for (const auto& [value, count] : seen) {
      EXPECT_TRUE(value >= -3 && value < 4) << value;
      EXPECT_NEAR(count, many / 7.0, 5 * std::sqrt(many / 7.0));
    }
  }
}

TEST(Values, BoolsAreFairCoins) {
  const auto seen = counts(made({Family::integers, 0, 2, {}}, Dtype::boolean));
  EXPECT_EQ(seen.size(), 2U);
  EXPECT_NEAR(seen.at(1), many / 2, 250);
}

TEST(Values, IntegersFillTheWholeRangeOfADtype) {
  EXPECT_EQ(counts(made({Family::integers, 0, 256, {}}, Dtype::u8)).size(), 256U);
  EXPECT_EQ(counts(made({Family::integers, -128, 128, {}}, Dtype::i8)).size(), 256U);
  const HostTensor all = made({Family::integers, 0, 0x1p64, {}}, Dtype::u64);
  const HostTensor both = made({Family::integers, -0x1p63, 0x1p63, {}}, Dtype::i64);
  int high = 0;
  int negative = 0;
  for (std::int64_t i = 0; i < many; ++i) {
    high += all.at(i) >= 0x1p63;
    negative += both.integer_at(i) < 0;
  }
  EXPECT_NEAR(high, many / 2, 250);
  EXPECT_NEAR(negative, many / 2, 250);
}

TEST(Values, IntegersThatDoNotFitAreRefused) {
  EXPECT_THAT(refused({Family::integers, 0, 257, {}}, Dtype::u8), HasSubstr("does not fit u8"));
  EXPECT_THAT(refused({Family::integers, -1, 2, {}}, Dtype::boolean), HasSubstr("does not fit"));
  EXPECT_THAT(refused({Family::integers, 0, 9, {}}, Dtype::i4), HasSubstr("does not fit i4"));
  EXPECT_THAT(refused({Family::integers, 5, 5, {}}, Dtype::i32), HasSubstr("range is empty"));
  EXPECT_THAT(refused({Family::integers, 0.5, 3, {}}, Dtype::i32), HasSubstr("whole numbers"));
  EXPECT_THAT(refused({Family::integers, 0, infinity, {}}, Dtype::f32), HasSubstr("finite"));
  EXPECT_THAT(refused({Family::integers, 0, 1e300, {}}, Dtype::f32), HasSubstr("does not fit"));
}

TEST(Values, SpikesStandOutOfANormalBackground) {
  const HostTensor tensor = made({Family::spikes, 0.02, 1000, {}}, Dtype::f32, {100'000});
  int up = 0;
  int down = 0;
  for (std::int64_t i = 0; i < tensor.count(); ++i) {
    const double value = tensor.at(i);
    up += value == 1000;
    down += value == -1000;
    ASSERT_TRUE(std::fabs(value) < 9 || std::fabs(value) == 1000) << value;
  }
  EXPECT_NEAR(up, 1000, 130);
  EXPECT_NEAR(down, 1000, 130);
}

TEST(Values, SpikesOfProbabilityZeroAndOne) {
  const HostTensor none = made({Family::spikes, 0, 1000, {}}, Dtype::f32);
  const HostTensor all = made({Family::spikes, 1, 1000, {}}, Dtype::f32);
  for (std::int64_t i = 0; i < many; ++i) {
    ASSERT_LT(std::fabs(none.at(i)), 9);
    ASSERT_EQ(std::fabs(all.at(i)), 1000);
  }
}

TEST(Values, APermutationHoldsEachIndexOnce) {
  for (const Dtype dtype : {Dtype::i32, Dtype::i64, Dtype::u16, Dtype::f32}) {
    const auto seen = counts(made({Family::permutation, 0, 0, {}}, dtype, {71, 41}));
    EXPECT_EQ(seen.size(), 71U * 41U);
    EXPECT_EQ(seen.begin()->first, 0);
    EXPECT_EQ(seen.rbegin()->first, 71 * 41 - 1);
  }
  EXPECT_EQ(counts(made({Family::permutation, 0, 0, {}}, Dtype::u8, {256})).size(), 256U);
  EXPECT_THAT(refused({Family::permutation, 0, 0, {}}, Dtype::u8, {257}),
              HasSubstr("257 elements"));
}

TEST(Values, DrawsOfIntegerDtypesAreRoundedAndSaturated) {
  const auto seen = counts(made({Family::normal, 0, 2, {}}, Dtype::i32));
  EXPECT_NEAR(seen.at(0), many * 0.1974, 200);  // P(|z| < 1/4)
  const auto narrow = counts(made({Family::normal, 0, 100, {}}, Dtype::i4));
  EXPECT_EQ(narrow.begin()->first, -8);
  EXPECT_EQ(narrow.rbegin()->first, 7);
  EXPECT_NEAR(counts(made({Family::uniform, 0, 1, {}}, Dtype::boolean)).at(1), many / 2, 250);
}

TEST(Values, NonsenseIsRefusedByName) {
  EXPECT_THAT(refused({Family::normal, 0, -1, {}}, Dtype::f32), HasSubstr("normal(0, -1)"));
  EXPECT_THAT(refused({Family::normal, infinity, 1, {}}, Dtype::f32), HasSubstr("finite"));
  EXPECT_THAT(refused({Family::uniform, 2, 1, {}}, Dtype::f32), HasSubstr("above the upper"));
  EXPECT_THAT(refused({Family::uniform, std::nan(""), 1, {}}, Dtype::f32), HasSubstr("finite"));
  EXPECT_THAT(refused({Family::spikes, 1.5, 1, {}}, Dtype::f32), HasSubstr("[0, 1]"));
  EXPECT_THAT(refused({Family::spikes, std::nan(""), 1, {}}, Dtype::f32), HasSubstr("[0, 1]"));
  EXPECT_THAT(refused({Family::file, 0, 0, "x.npy"}, Dtype::f32), HasSubstr("not loaded"));
}

TEST(Values, ShapesThatCannotBeCountedAreRefused) {
  EXPECT_THAT(refused({Family::zeros, 0, 0, {}}, Dtype::f32, {-1}), HasSubstr("shape"));
  const std::int64_t huge = std::int64_t{1} << 40;
  EXPECT_THAT(refused({Family::zeros, 0, 0, {}}, Dtype::f32, {huge, huge}), HasSubstr("shape"));
}

TEST(Values, EmptyTensorsAndScalarsWork) {
  for (const Family family : {Family::normal, Family::uniform, Family::permutation, Family::ones}) {
    EXPECT_TRUE(made({family, 0, 1, {}}, Dtype::f32, {0, 5}).bytes.empty());
    EXPECT_EQ(made({family, 0, 1, {}}, Dtype::f32, {}).bytes.size(), 4U);
  }
}

}  // namespace
}  // namespace assay
