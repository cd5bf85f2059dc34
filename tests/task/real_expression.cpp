// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "task/expression.hpp"

namespace assay::task {
namespace {

double value_of(std::string_view text, const Names& names = {}) {
  const auto parsed = RealExpression::parse(text);
  EXPECT_TRUE(parsed) << text << ": " << (parsed ? "" : parsed.error().message);
  if (!parsed) return std::nan("");
  const auto value = parsed->evaluate(names);
  EXPECT_TRUE(value) << text << ": " << (value ? "" : value.error().message);
  return value.value_or(std::nan(""));
}

std::string error_of(std::string_view text, const Names& names = {}) {
  const auto parsed = RealExpression::parse(text);
  if (!parsed) return parsed.error().message;
  const auto value = parsed->evaluate(names);
  return value ? std::to_string(*value) : value.error().message;
}

TEST(RealExpression, ReadsRealLiterals) {
  EXPECT_EQ(value_of("0.5"), 0.5);
  EXPECT_EQ(value_of(".5"), 0.5);
  EXPECT_EQ(value_of("1e-5"), 1e-5);
  EXPECT_EQ(value_of("2.5E+3"), 2500);
  EXPECT_EQ(value_of("-1e300"), -1e300);
  EXPECT_EQ(value_of("1e-5-1"), 1e-5 - 1);
}

TEST(RealExpression, DividesWithoutFlooring) {
  EXPECT_EQ(value_of("1 / sqrt(cols)", {{"cols", 64}}), 0.125);
  EXPECT_EQ(value_of("7 / 2"), 3.5);
  EXPECT_EQ(value_of("-7 % 2"), 1);
  EXPECT_EQ(value_of("7.5 % -2"), -0.5);
}

TEST(RealExpression, HasTheFunctions) {
  EXPECT_EQ(value_of("exp(0)"), 1);
  EXPECT_EQ(value_of("log(exp(1))"), 1);
  EXPECT_EQ(value_of("pow(2, 10)"), 1024);
  EXPECT_EQ(value_of("min(0.5, 2)"), 0.5);
  EXPECT_EQ(value_of("max(0.5, 2)"), 2);
  EXPECT_EQ(value_of("ceil_div(7, 2)"), 4);
  EXPECT_EQ(value_of("round_up(7, 4)"), 8);
  EXPECT_EQ(value_of("(1 < 2) + (2 <= 2) + (3 > 4) + (3 >= 4) + (1 == 1) + (1 != 1)"), 3);
  EXPECT_EQ(value_of("!0 && (0 || 2)"), 1);
}

TEST(RealExpression, TheRightSideCountsOnlyWhereTheLeftLeavesItOpen) {
  EXPECT_EQ(value_of("0 && 1 / 0"), 0);
  EXPECT_EQ(value_of("1 || 1 / 0"), 1);
}

TEST(RealExpression, WhatIsNotFiniteIsAnError) {
  EXPECT_EQ(error_of("1 / (cols - 1)", {{"cols", 1}}), "'1 / (cols - 1)' divides by zero");
  EXPECT_EQ(error_of("log(0)"), "'log(0)' is -inf, expected a finite number");
  EXPECT_EQ(error_of("2 + sqrt(-1)"), "'sqrt(-1)' is NaN, expected a finite number");
  EXPECT_EQ(error_of("1e308 * 10"), "'1e308 * 10' is inf, expected a finite number");
  EXPECT_EQ(error_of("5 % 0"), "'5 % 0' divides by zero");
}

TEST(RealExpression, MistakesNameTheColumn) {
  const auto fault = RealExpression::parse_or_fault("1 / sqr(cols)");
  ASSERT_FALSE(fault);
  EXPECT_EQ(fault.error().at, 4U);
  EXPECT_EQ(fault.error().nearest, "sqrt");
  EXPECT_FALSE(RealExpression::parse("1.2.3"));
  EXPECT_FALSE(RealExpression::parse("1e999"));
  EXPECT_FALSE(RealExpression::parse("1e"));
  EXPECT_FALSE(RealExpression::parse("."));
}

TEST(RealExpression, TellsItsNames) {
  const auto parsed = RealExpression::parse("a * b + a");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->names(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(parsed->uses().size(), 3U);
  EXPECT_EQ(error_of("a"), "name 'a' has no value here");
}

}  // namespace
}  // namespace assay::task
