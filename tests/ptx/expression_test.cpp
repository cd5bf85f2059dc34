// SPDX-License-Identifier: Apache-2.0
#include "ptx/expression.hpp"

#include <gtest/gtest.h>

#include <string>

namespace assay::ptx {
namespace {

std::int64_t value(std::string_view text) {
  Cursor cursor(text);
  const auto constant = parse_integer(cursor);
  EXPECT_TRUE(constant && cursor.at_end()) << text;
  return constant ? static_cast<std::int64_t>(constant->bits) : -999;
}

std::string mistake_in(std::string_view text) {
  Cursor cursor(text);
  const auto constant = parse_integer(cursor);
  EXPECT_FALSE(constant) << text;
  return cursor.failed() ? cursor.error().message : "";
}

TEST(Expression, PrecedenceIsThatOfC) {
  EXPECT_EQ(value("1+2*3"), 7);
  EXPECT_EQ(value("(1+2)*3"), 9);
  EXPECT_EQ(value("10-4-3"), 3);
  EXPECT_EQ(value("1<<2+1"), 8);
  EXPECT_EQ(value("6&3|8"), 10);
  EXPECT_EQ(value("5^1&1"), 4);
  EXPECT_EQ(value("1<2==1"), 1);
  EXPECT_EQ(value("0||1&&0"), 0);
}

TEST(Expression, Signs) {
  EXPECT_EQ(value("-5"), -5);
  EXPECT_EQ(value("- -5"), 5);
  EXPECT_EQ(value("~0"), -1);
  EXPECT_EQ(value("!7"), 0);
  EXPECT_EQ(value("+3"), 3);
}

TEST(Expression, SignedAndUnsigned) {
  EXPECT_EQ(value("-7/2"), -3);
  EXPECT_EQ(value("-7 % 3"), -1);
  EXPECT_EQ(value("-8>>1"), -4);
  EXPECT_EQ(value("(.u64)-8>>63"), 1);
  EXPECT_EQ(value("-1 < 1"), 1);
  EXPECT_EQ(value("-1 < 1U"), 0);
  EXPECT_EQ(value("0xFFFFFFFFFFFFFFFF/2"), 0x7FFFFFFFFFFFFFFF);
}

TEST(Expression, NothingOverflowsOrTraps) {
  EXPECT_EQ(value("(-9223372036854775807-1)/-1"), INT64_MIN);
  EXPECT_EQ(value("(-9223372036854775807-1) % -1"), 0);
  EXPECT_EQ(value("1<<64"), 0);
  EXPECT_EQ(value("-1>>100"), -1);
  EXPECT_EQ(value("9223372036854775807+1"), INT64_MIN);
}

TEST(Expression, Conditional) {
  EXPECT_EQ(value("1?2:3"), 2);
  EXPECT_EQ(value("0?2:3"), 3);
}

TEST(Expression, WarpSize) {
  EXPECT_EQ(value("WARP_SZ*2"), 64);
}

TEST(Expression, Mistakes) {
  EXPECT_EQ(mistake_in("1/0"), "division by zero in a constant");
  EXPECT_EQ(mistake_in("1+"), "expected a constant, found the end of the text");
  EXPECT_EQ(mistake_in("(1"), "expected ')' to close the expression, found the end of the text");
  EXPECT_EQ(mistake_in("1.5"), "expected an integer here");
  EXPECT_EQ(mistake_in("x"), "expected an integer here");
  EXPECT_EQ(mistake_in("99999999999999999999"),
            "'99999999999999999999' is no number that PTX knows, or needs more than 64 bits");
  EXPECT_EQ(mistake_in("1.0+2.0"), "no arithmetic on real numbers here");
  EXPECT_EQ(mistake_in("a*2"), "only a number can be added to or taken from a symbol's address");
}

TEST(Expression, DepthIsBounded) {
  EXPECT_EQ(mistake_in(std::string(100000, '(')), "expression nested too deep");
  EXPECT_EQ(mistake_in(std::string(100000, '-')), "expression nested too deep");
  EXPECT_EQ(value(std::string(20, '(') + "1" + std::string(20, ')')), 1);
}

TEST(Expression, SymbolsAndTheirOffsets) {
  Cursor cursor("0xFF00(generic(sym)+4)-1");
  const auto constant = parse_constant(cursor);
  ASSERT_TRUE(constant);
  EXPECT_EQ(constant->symbol, "sym");
  EXPECT_TRUE(constant->generic);
  EXPECT_EQ(constant->mask, 0xFF00U);
  EXPECT_EQ(constant->bits, 3U);
}

TEST(Expression, Offsets) {
  const auto offset = [](std::string_view text) {
    Cursor cursor(text);
    return parse_offset(cursor).value_or(-999);
  };
  EXPECT_EQ(offset(""), 0);
  EXPECT_EQ(offset("+8"), 8);
  EXPECT_EQ(offset("+-8"), -8);
  EXPECT_EQ(offset("-8"), -8);
  EXPECT_EQ(offset("+4*2-1"), 7);
  EXPECT_EQ(offset("+1.5"), -999);
}

}  // namespace
}  // namespace assay::ptx
