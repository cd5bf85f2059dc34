// SPDX-License-Identifier: Apache-2.0
#include "ptx/literal.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>

namespace assay::ptx {
namespace {

std::uint64_t bits(std::string_view text) {
  const auto literal = read_literal(text);
  EXPECT_TRUE(literal) << text;
  return literal ? literal->bits : 0;
}

TEST(Literal, Integers) {
  EXPECT_EQ(bits("0"), 0U);
  EXPECT_EQ(bits("42"), 42U);
  EXPECT_EQ(bits("0x1F"), 31U);
  EXPECT_EQ(bits("0XaB"), 0xABU);
  EXPECT_EQ(bits("017"), 15U);
  EXPECT_EQ(bits("0b101"), 5U);
  EXPECT_EQ(bits("18446744073709551615"), ~std::uint64_t{0});
  EXPECT_EQ(bits("0xFFFFFFFFFFFFFFFF"), ~std::uint64_t{0});
}

TEST(Literal, UnsignedBySuffixOrBySize) {
  EXPECT_TRUE(read_literal("7U")->unsigned_);
  EXPECT_EQ(bits("0x10U"), 16U);
  EXPECT_FALSE(read_literal("7")->unsigned_);
  EXPECT_FALSE(read_literal("9223372036854775807")->unsigned_);
  EXPECT_TRUE(read_literal("9223372036854775808")->unsigned_);
}

TEST(Literal, BitPatterns) {
  const auto single = read_literal("0f3F800000");
  ASSERT_TRUE(single);
  EXPECT_TRUE(single->real && single->single);
  EXPECT_EQ(single->bits, 0x3F800000U);
  const auto real = read_literal("0dBFF0000000000000");
  ASSERT_TRUE(real);
  EXPECT_TRUE(real->real && !real->single);
  EXPECT_EQ(real->bits, 0xBFF0000000000000U);
  EXPECT_EQ(bits("0F7f800000"), 0x7F800000U);
}

TEST(Literal, DecimalReals) {
  EXPECT_EQ(bits("1.5"), std::bit_cast<std::uint64_t>(1.5));
  EXPECT_EQ(bits("1e3"), std::bit_cast<std::uint64_t>(1000.0));
  EXPECT_EQ(bits("2.5e-1"), std::bit_cast<std::uint64_t>(0.25));
  EXPECT_EQ(bits("3."), std::bit_cast<std::uint64_t>(3.0));
}

TEST(Literal, Nonsense) {
  for (const char* text : {"", "0x", "0xG", "12a", "08", "0b2", "0f123", "0d12", "0f3F8000000",
                           "1.2.3", "18446744073709551616", "0x1FFFFFFFFFFFFFFFF", "U", "1e999"}) {
    EXPECT_FALSE(read_literal(text)) << text;
  }
}

RC_GTEST_PROP(Literal, AnyNumberCanBeWrittenAndRead, (std::uint64_t value)) {
  RC_ASSERT(bits(std::to_string(value)) == value);
}

}  // namespace
}  // namespace assay::ptx
