// SPDX-License-Identifier: Apache-2.0
// Every pattern of every small format, and every midpoint between neighbours.
#include "num/small_float.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace assay {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// A format by its definition: decode by arithmetic, independent of the code under test.
struct Format {
  std::string name;
  int exponent_bits, mantissa_bits, bias;
  std::uint32_t largest;  ///< pattern of the largest finite number
  bool saturates;
  std::uint32_t (*encode)(double);
  float (*decode)(std::uint32_t);

  [[nodiscard]] std::uint32_t sign() const { return 1U << (exponent_bits + mantissa_bits); }
  [[nodiscard]] double defined(std::uint32_t magnitude) const {
    const int exponent = static_cast<int>(magnitude >> mantissa_bits);
    const double fraction = std::ldexp(magnitude & ((1U << mantissa_bits) - 1), -mantissa_bits);
    if (exponent == 0) return std::ldexp(fraction, 1 - bias);
    return std::ldexp(1 + fraction, exponent - bias);
  }
};

const Format formats[] = {
    {"f16", 5, 10, 15, 0x7bff, false, [](double x) -> std::uint32_t { return f16_from(x); },
     [](std::uint32_t b) { return f16_to_f32(static_cast<std::uint16_t>(b)); }},
    {"bf16", 8, 7, 127, 0x7f7f, false, [](double x) -> std::uint32_t { return bf16_from(x); },
     [](std::uint32_t b) { return bf16_to_f32(static_cast<std::uint16_t>(b)); }},
    {"e4m3", 4, 3, 7, 0x7e, true, [](double x) -> std::uint32_t { return e4m3_from(x); },
     [](std::uint32_t b) { return e4m3_to_f32(static_cast<std::uint8_t>(b)); }},
    {"e5m2", 5, 2, 15, 0x7b, true, [](double x) -> std::uint32_t { return e5m2_from(x); },
     [](std::uint32_t b) { return e5m2_to_f32(static_cast<std::uint8_t>(b)); }},
    {"tf32", 8, 10, 127, 0x3fbff, false,
     [](double x) { return std::bit_cast<std::uint32_t>(tf32_from(x)) >> 13; },
     [](std::uint32_t b) { return std::bit_cast<float>(b << 13); }},
};

struct SmallFloat : ::testing::TestWithParam<Format> {};

TEST_P(SmallFloat, EveryFinitePatternDecodesToItsDefinitionAndBack) {
  const Format& format = GetParam();
  for (std::uint32_t bits = 0; bits <= format.largest; ++bits) {
    const double value = format.defined(bits);
    ASSERT_EQ(static_cast<double>(format.decode(bits)), value) << bits;
    ASSERT_EQ(static_cast<double>(format.decode(bits | format.sign())), -value) << bits;
    ASSERT_EQ(format.encode(value), bits);
    ASSERT_EQ(format.encode(-value), bits | format.sign());
  }
}

TEST_P(SmallFloat, EveryPatternBeyondIsInfinityOrNanAndStaysOne) {
  const Format& format = GetParam();
  const std::uint32_t infinite = format.name == "e4m3" ? 0 : format.largest + 1;
  for (std::uint32_t bits = format.largest + 1; bits < format.sign(); ++bits) {
    const float value = format.decode(bits);
    ASSERT_EQ(std::isinf(value), bits == infinite) << bits;
    ASSERT_EQ(std::isnan(value), bits != infinite) << bits;
    const float again = format.decode(format.encode(static_cast<double>(value)));
    ASSERT_EQ(std::isnan(again), std::isnan(value));
  }
}

TEST_P(SmallFloat, EveryMidpointRoundsToEvenAndItsNeighboursToTheNearest) {
  const Format& format = GetParam();
  for (std::uint32_t bits = 0; bits < format.largest; ++bits) {
    const double middle = (format.defined(bits) + format.defined(bits + 1)) / 2;
    const std::uint32_t even = bits + bits % 2;
    ASSERT_EQ(format.encode(middle), even) << bits;
    ASSERT_EQ(format.encode(-middle), even | format.sign()) << bits;
    ASSERT_EQ(format.encode(std::nextafter(middle, 0)), bits);
    ASSERT_EQ(format.encode(std::nextafter(middle, infinity)), bits + 1);
  }
}

TEST_P(SmallFloat, TheTopOverflowsHalfAStepAboveTheLargest) {
  const Format& format = GetParam();
  const double largest = format.defined(format.largest);
  const double step = largest - format.defined(format.largest - 1);
  const std::uint32_t above = format.saturates ? format.largest : format.largest + 1;
  EXPECT_EQ(format.encode(std::nextafter(largest + step / 2, 0)), format.largest);
  for (const double value : {largest + step / 2, 2 * largest, 1e300, infinity}) {
    EXPECT_EQ(format.encode(value), above) << value;
    EXPECT_EQ(format.encode(-value), above | format.sign()) << value;
  }
}

TEST_P(SmallFloat, WhatIsTooSmallIsZeroOfItsSign) {
  const Format& format = GetParam();
  for (const double value : {0.0, 5e-324, 1e-310, 1e-300, format.defined(1) / 2}) {
    EXPECT_EQ(format.encode(value), 0U) << value;
    EXPECT_EQ(format.encode(-value), format.sign()) << value;
  }
}

TEST_P(SmallFloat, NanStaysNan) {
  const Format& format = GetParam();
  const auto with_payload = std::bit_cast<double>(0x7ff0000000000001U);
  for (const double value : {nan, -nan, with_payload}) {
    EXPECT_TRUE(std::isnan(format.decode(format.encode(value))));
  }
}

TEST_P(SmallFloat, RoundingIsMonotone) {
  const Format& format = GetParam();
  EXPECT_TRUE(rc::check([&](double a, double b) {
    RC_PRE(a <= b);
    RC_ASSERT(format.decode(format.encode(a)) <= format.decode(format.encode(b)));
  }));
}

INSTANTIATE_TEST_SUITE_P(All, SmallFloat, ::testing::ValuesIn(formats),
                         [](const auto& format) { return format.param.name; });

TEST(SmallFloats, RoundOnceNotTwice) {
  // Just above the midpoint of 1 and its f16 neighbour: through f32 it would become the midpoint,
  // then 1.
  EXPECT_EQ(f16_from(1 + 0x1p-11 + 0x1p-40), 0x3c01);
  EXPECT_EQ(bf16_from(1 + 0x1p-8 + 0x1p-40), 0x3f81);
  EXPECT_EQ(tf32_from(1 + 0x1p-11 + 0x1p-40), 1 + 0x1p-10F);
}

TEST(SmallFloats, NansAreThoseOfPtx) {
  EXPECT_EQ(f16_from(nan), 0x7fff);
  EXPECT_EQ(bf16_from(nan), 0x7fff);
  EXPECT_EQ(e4m3_from(nan), 0x7f);
  EXPECT_EQ(e5m2_from(nan), 0x7f);
}

}  // namespace
}  // namespace assay
