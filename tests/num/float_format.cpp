// SPDX-License-Identifier: Apache-2.0
#include "num/float_format.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "num/small_float.hpp"

namespace assay {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Ulp, IsTheDistanceBetweenNeighbours) {
  EXPECT_EQ(ulp_at(Dtype::f32, 1), 0x1p-23);
  EXPECT_EQ(ulp_at(Dtype::f32, -1.5), 0x1p-23);
  EXPECT_EQ(ulp_at(Dtype::f32, std::nextafter(1, 0)), 0x1p-24);
  EXPECT_EQ(ulp_at(Dtype::f64, 1), 0x1p-52);
  EXPECT_EQ(ulp_at(Dtype::f16, 1000), 0.5);
  EXPECT_EQ(ulp_at(Dtype::bf16, 3), 0x1p-6);
  EXPECT_EQ(ulp_at(Dtype::tf32, 1), 0x1p-10);
  EXPECT_EQ(ulp_at(Dtype::f8e4m3, 448), 32);
}

TEST(Ulp, SubnormalsAndZeroHaveTheLeastStep) {
  EXPECT_EQ(ulp_at(Dtype::f32, 0), 0x1p-149);
  EXPECT_EQ(ulp_at(Dtype::f32, 1e-45), 0x1p-149);
  EXPECT_EQ(ulp_at(Dtype::f32, 1e-300), 0x1p-149);
  EXPECT_EQ(ulp_at(Dtype::f64, 0), 0x1p-1074);
  EXPECT_EQ(ulp_at(Dtype::f64, 0x1p-1060), 0x1p-1074);
  EXPECT_EQ(ulp_at(Dtype::f16, 1e-6), 0x1p-24);
  EXPECT_EQ(ulp_at(Dtype::f8e4m3, 0), 0x1p-9);
  EXPECT_EQ(ulp_at(Dtype::f8e5m2, 0), 0x1p-16);
}

TEST(Ulp, AboveTheRangeItIsThatOfTheTop) {
  EXPECT_EQ(ulp_at(Dtype::f16, 1e10), 32);
  EXPECT_EQ(ulp_at(Dtype::f16, -infinity), 32);
  EXPECT_EQ(ulp_at(Dtype::f32, 1e300), 0x1p104);
}

TEST(Ulp, OfIntegersIsOneAndOfNanNan) {
  EXPECT_EQ(ulp_at(Dtype::i32, 12345), 1);
  EXPECT_EQ(ulp_at(Dtype::boolean, 0), 1);
  EXPECT_TRUE(std::isnan(ulp_at(Dtype::f32, std::numeric_limits<double>::quiet_NaN())));
}

TEST(Ulp, AgreesWithNextafterOfFloats) {
  EXPECT_TRUE(rc::check([](float value) {
    RC_PRE(std::isfinite(value));
    const float up = std::nextafterf(std::fabs(value), std::numeric_limits<float>::infinity());
    RC_PRE(std::isfinite(up));
    RC_ASSERT(ulp_at(Dtype::f32, value) == double{up} - std::fabs(double{value}));
  }));
}

TEST(Ulp, RoundingErrsByHalfAnUlpAtMost) {
  EXPECT_TRUE(rc::check([](float wide, double detail) {
    const double value = std::fmod(double{wide} + detail * 1e-9, 60000);
    RC_PRE(std::isfinite(value));
    const double rounded = f16_to_f32(f16_from(value));
    RC_ASSERT(std::fabs(rounded - value) <= ulp_at(Dtype::f16, value) / 2);
  }));
}

TEST(Range, LargestAndLeastAreThoseOfTheFormat) {
  EXPECT_EQ(largest_of(Dtype::f64), std::numeric_limits<double>::max());
  EXPECT_EQ(largest_of(Dtype::f32), std::numeric_limits<float>::max());
  EXPECT_EQ(largest_of(Dtype::f16), 65504);
  EXPECT_EQ(largest_of(Dtype::bf16), bf16_to_f32(0x7f7f));
  EXPECT_EQ(largest_of(Dtype::f8e4m3), 448);
  EXPECT_EQ(largest_of(Dtype::f8e5m2), 57344);
  EXPECT_EQ(least_of(Dtype::f16), -65504);
  EXPECT_EQ(largest_of(Dtype::i8), 127);
  EXPECT_EQ(least_of(Dtype::i8), -128);
  EXPECT_EQ(largest_of(Dtype::i4), 7);
  EXPECT_EQ(least_of(Dtype::i4), -8);
  EXPECT_EQ(largest_of(Dtype::u16), 65535);
  EXPECT_EQ(least_of(Dtype::u16), 0);
  EXPECT_EQ(largest_of(Dtype::boolean), 1);
  EXPECT_EQ(least_of(Dtype::boolean), 0);
}

}  // namespace
}  // namespace assay
