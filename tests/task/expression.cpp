// SPDX-License-Identifier: Apache-2.0
#include "task/expression.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <limits>
#include <optional>

namespace assay::task {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr auto least = std::numeric_limits<std::int64_t>::min();
constexpr auto most = std::numeric_limits<std::int64_t>::max();

std::int64_t value_of(std::string_view text, const Names& names = {}) {
  const auto parsed = Expression::parse(text);
  EXPECT_TRUE(parsed) << text << ": " << (parsed ? "" : parsed.error().message);
  if (!parsed) return 0;
  const auto value = parsed->evaluate(names);
  EXPECT_TRUE(value) << text << ": " << (value ? "" : value.error().message);
  return value.value_or(0);
}

std::string error_of(std::string_view text, const Names& names = {}) {
  const auto parsed = Expression::parse(text);
  if (!parsed) return parsed.error().message;
  const auto value = parsed->evaluate(names);
  return value ? std::to_string(*value) : value.error().message;
}

SyntaxFault fault_of(std::string_view text) {
  const auto parsed = Expression::parse_or_fault(text);
  EXPECT_FALSE(parsed) << text;
  return parsed ? SyntaxFault{} : parsed.error();
}

TEST(Expression, ReadsLiteralsAndNames) {
  EXPECT_EQ(value_of("42"), 42);
  EXPECT_EQ(value_of(" rows ", {{"rows", 7}}), 7);
  EXPECT_EQ(value_of("a_1\t+\n1", {{"a_1", 2}}), 3);
}

TEST(Expression, FollowsTheUsualPrecedence) {
  EXPECT_EQ(value_of("1 + 2 * 3"), 7);
  EXPECT_EQ(value_of("(1 + 2) * 3"), 9);
  EXPECT_EQ(value_of("10 - 4 - 3"), 3);
  EXPECT_EQ(value_of("100 / 10 / 5"), 2);
  EXPECT_EQ(value_of("1 + 1 == 2 && 3 > 2"), 1);
  EXPECT_EQ(value_of("0 && 0 || 1"), 1);
  EXPECT_EQ(value_of("1 || 0 && 0"), 1);
  EXPECT_EQ(value_of("-2 * 3"), -6);
  EXPECT_EQ(value_of("2 * -3"), -6);
  EXPECT_EQ(value_of("--3"), 3);
  EXPECT_EQ(value_of("!0 + 1"), 2);
  EXPECT_EQ(value_of("!(1 < 2)"), 0);
}

TEST(Expression, DivisionFloorsAndTheRemainderMatches) {
  EXPECT_EQ(value_of("7 / 2"), 3);
  EXPECT_EQ(value_of("-7 / 2"), -4);
  EXPECT_EQ(value_of("7 / -2"), -4);
  EXPECT_EQ(value_of("-7 / -2"), 3);
  EXPECT_EQ(value_of("-7 % 2"), 1);
  EXPECT_EQ(value_of("7 % -2"), -1);
  EXPECT_EQ(value_of("-6 % 3"), 0);
}

TEST(Expression, HasTheFunctionsOfGrids) {
  EXPECT_EQ(value_of("ceil_div(7, 2)"), 4);
  EXPECT_EQ(value_of("ceil_div(8, 2)"), 4);
  EXPECT_EQ(value_of("ceil_div(-7, 2)"), -3);
  EXPECT_EQ(value_of("ceil_div(0, 128)"), 0);
  EXPECT_EQ(value_of("round_up(13, 8)"), 16);
  EXPECT_EQ(value_of("round_up(16, 8)"), 16);
  EXPECT_EQ(value_of("round_up(-13, 8)"), -8);
  EXPECT_EQ(value_of("min(3, 1, 2)"), 1);
  EXPECT_EQ(value_of("max(3, 1, 2)"), 3);
  EXPECT_EQ(value_of("min(ceil_div(n, 4), 2 * sm)", {{"n", 1000}, {"sm", 100}}), 200);
}

TEST(Expression, ComparesToOneAndZero) {
  EXPECT_EQ(value_of("1 < 2"), 1);
  EXPECT_EQ(value_of("2 <= 1"), 0);
  EXPECT_EQ(value_of("2 > 1"), 1);
  EXPECT_EQ(value_of("1 >= 2"), 0);
  EXPECT_EQ(value_of("2 == 2"), 1);
  EXPECT_EQ(value_of("2 != 2"), 0);
  EXPECT_EQ(value_of("7 && 9"), 1);
  EXPECT_EQ(value_of("0 || 9"), 1);
}

// What stands right of && and || must not be reached in vain.
TEST(Expression, SkipsTheRightSideOnceTheLeftDecides) {
  EXPECT_EQ(value_of("n != 0 && 100 / n > 2", {{"n", 0}}), 0);
  EXPECT_EQ(value_of("n == 0 || 100 / n > 2", {{"n", 0}}), 1);
  EXPECT_THAT(error_of("n == 0 && 100 / n > 2", {{"n", 0}}), HasSubstr("divides by zero"));
}

TEST(Expression, HoldsTheWholeRangeOfInt64) {
  EXPECT_EQ(value_of("9223372036854775807"), most);
  EXPECT_EQ(value_of("-9223372036854775808"), least);
  EXPECT_EQ(value_of("- 9223372036854775808"), least);
  EXPECT_EQ(value_of("-9223372036854775807 - 1"), least);
}

TEST(Expression, ChecksEveryOverflow) {
  for (const auto* text : {
           "9223372036854775807 + 1",
           "-9223372036854775808 - 1",
           "4611686018427387904 * 2",
           "-9223372036854775808 * -1",
           "-9223372036854775808 / -1",
           "-(-9223372036854775808)",
           "ceil_div(-9223372036854775808, -1)",
           "round_up(9223372036854775807, 2)",
       }) {
    EXPECT_THAT(error_of(text), HasSubstr("overflows a 64-bit integer")) << text;
  }
  EXPECT_EQ(error_of("9223372036854775807 + 1"),
            "'9223372036854775807 + 1' overflows a 64-bit integer (+ of 9223372036854775807 and "
            "1)");
}

TEST(Expression, TheRemainderOfTheLeastNumberIsNoOverflow) {
  EXPECT_EQ(value_of("-9223372036854775808 % -1"), 0);
  EXPECT_EQ(value_of("min(-9223372036854775808, 0)"), least);
}

TEST(Expression, DividingByZeroNamesThePart) {
  EXPECT_EQ(error_of("1 + rows / (cols - 4)", {{"rows", 3}, {"cols", 4}}),
            "'rows / (cols - 4)' divides by zero");
  EXPECT_EQ(error_of("5 % 0"), "'5 % 0' divides by zero");
  EXPECT_EQ(error_of("ceil_div(5, 0)"), "'ceil_div(5, 0)' divides by zero");
  EXPECT_EQ(error_of("round_up(5, 0)"), "'round_up(5, 0)' divides by zero");
  EXPECT_EQ(error_of("round_up(5, -4)"),
            "'round_up(5, -4)' rounds up to a multiple of -4, expected a positive number");
}

TEST(Expression, ANameWithoutAValueIsAnError) {
  EXPECT_EQ(error_of("rows + 1", {{"cols", 1}}), "name 'rows' has no value here");
}

TEST(Expression, TellsWhichNamesItUsesAndWhere) {
  const auto parsed = Expression::parse("rows * cols + max(rows, 2)");
  ASSERT_TRUE(parsed);
  EXPECT_THAT(parsed->names(), ElementsAre("rows", "cols"));
  const auto uses = parsed->uses();
  ASSERT_EQ(uses.size(), 3U);
  EXPECT_EQ(uses[1].name, "cols");
  EXPECT_EQ(uses[1].at, 7U);
  EXPECT_EQ(uses[2].at, 18U);
}

TEST(Expression, KnowsWhenItIsANumber) {
  EXPECT_EQ(Expression::parse("2 * 3")->literal(), 6);
  EXPECT_EQ(Expression::constant(-5).literal(), -5);
  EXPECT_EQ(Expression::parse("rows")->literal(), std::nullopt);
  EXPECT_EQ(Expression::parse("1 / 0")->literal(), std::nullopt);
}

struct Wrong {
  const char* text;
  std::size_t at;
  const char* found;
  const char* expected;
};

TEST(Expression, EachMistakeHasAColumn) {
  for (const auto& wrong : std::vector<Wrong>{
           {"", 0, "the end", "a number, a name or '('"},
           {"rows *", 6, "the end", "a number, a name or '('"},
           {"rows * * 2", 7, "'*'", "a number, a name or '('"},
           {"(rows", 5, "the end", "')'"},
           {"rows)", 4, "')'", "an operator or the end"},
           {"rows cols", 5, "'cols'", "an operator or the end"},
           {"1.5 * rows", 0, "'1.5'", "an integer"},
           {"2 + 1e3", 4, "'1e3'", "an integer"},
           {"9223372036854775808", 0, "'9223372036854775808'", "an integer of 64 bits"},
           {"-9223372036854775809", 1, "'9223372036854775809'", "an integer of 64 bits"},
           {"128x", 0, "'128x'", "an integer"},
           {"min(1)", 0, "1 argument of min", "2 to 16"},
           {"ceil_div(1, 2, 3)", 0, "3 arguments of ceil_div", "2"},
           {"min(1 2)", 6, "'2'", "',' or ')'"},
           {"a < b < c", 6, "a second '<'", "comparisons joined by && or ||"},
           {"a = b", 2, "'='", "an operator or the end"},
           {"a & b", 2, "'&'", "an operator or the end"},
           {"a ** b", 3, "'*'", "a number, a name or '('"},
           {"\xc3\xa4 + 1", 0, "'\xc3\xa4'", "a number, a name or '('"},
           {"sqrt(4)", 0, "function 'sqrt'", "one of min, max, ceil_div, round_up"},
       }) {
    const auto fault = fault_of(wrong.text);
    EXPECT_EQ(fault.at, wrong.at) << wrong.text;
    EXPECT_EQ(fault.found, wrong.found) << wrong.text;
    EXPECT_EQ(fault.expected, wrong.expected) << wrong.text;
  }
}

TEST(Expression, SuggestsTheNearestFunction) {
  EXPECT_EQ(fault_of("ceildiv(3, 2)").nearest, "ceil_div");
  EXPECT_EQ(fault_of("frobnicate(3, 2)").nearest, "");
  EXPECT_EQ(error_of("roundup(3, 2"),
            "expression 'roundup(3, 2', column 1: found function 'roundup', expected one of min, "
            "max, ceil_div, round_up");
}

TEST(Expression, DepthAndLengthAreBounded) {
  const std::string deep = std::string(200, '(') + "1" + std::string(200, ')');
  EXPECT_EQ(fault_of(deep).found, "an expression nested too deeply");
  EXPECT_EQ(fault_of(std::string(200, '!') + "1").found, "an expression nested too deeply");
  std::string calls;
  for (int i = 0; i < 100; ++i) calls += "min(1,";
  EXPECT_EQ(fault_of(calls).found, "an expression nested too deeply");
  EXPECT_EQ(fault_of(std::string(1001, ' ')).found, "an expression of 1001 bytes");
  EXPECT_EQ(value_of(std::string(60, '(') + "7" + std::string(60, ')')), 7);
}

// A chain of operators is deep to the left without any parenthesis.
TEST(Expression, ALongChainIsFine) {
  std::string chain = "1";
  for (int i = 0; i < 499; ++i) chain += "+1";
  EXPECT_EQ(value_of(chain), 500);
}

TEST(Expression, ALongNameIsRefused) {
  EXPECT_EQ(fault_of(std::string(65, 'a')).expected, "at most 64 characters");
}

// Random trees against exact 128-bit evaluation.

__extension__ typedef __int128 Wide;

struct Random {
  std::string text;
  std::optional<Wide> value;  // nothing: division by zero, or some step left int64
};

std::optional<Wide> checked(Wide value) {
  if (value < least || value > most) return {};
  return value;
}

Wide floored(Wide a, Wide b) {
  Wide quotient = a / b;
  if (quotient * b != a && (a < 0) != (b < 0)) --quotient;
  return quotient;
}

std::optional<Wide> applied(int op, Wide a, Wide b) {
  switch (op) {
    case 0:
      return checked(a + b);
    case 1:
      return checked(a - b);
    case 2:
      return checked(a * b);
    case 3:
      return b == 0 ? std::nullopt : checked(floored(a, b));
    case 4:
      return b == 0 ? std::nullopt : checked(a - floored(a, b) * b);
    case 5:
      return std::min(a, b);
    case 6:
      return std::max(a, b);
    case 7:
      return b == 0 ? std::nullopt : checked(-floored(-a, b));
    case 8:
      return b <= 0 ? std::nullopt : checked(-floored(-a, b) * b);
    case 9:
      return a < b ? 1 : 0;
    default:
      return a == b ? 1 : 0;
  }
}

std::string joined(int op, const std::string& a, const std::string& b) {
  static const std::vector<std::string> signs{"+", "-", "*", "/", "%"};
  static const std::vector<std::string> functions{"min", "max", "ceil_div", "round_up"};
  const auto at = static_cast<std::size_t>(op);
  if (at < signs.size()) return "(" + a + " " + signs[at] + " " + b + ")";
  if (at < 9) return functions[at - 5] + "(" + a + ", " + b + ")";
  return "(" + a + (op == 9 ? " < " : " == ") + b + ")";
}

std::int64_t any_integer() {
  // Small numbers meet interesting cases, huge ones overflow.
  const auto pick = *rc::gen::inRange(0, 4);
  if (pick == 0) return *rc::gen::element(least, least + 1, most, most - 1);
  if (pick == 1) return *rc::gen::arbitrary<std::int64_t>();
  return *rc::gen::inRange<std::int64_t>(-10, 10);
}

Random random_tree(int depth) {
  if (depth == 0) {
    const auto value = any_integer();
    return {std::to_string(value), Wide{value}};
  }
  const auto op = *rc::gen::inRange(0, 11);
  const auto a = random_tree(*rc::gen::inRange(0, depth));
  const auto b = random_tree(*rc::gen::inRange(0, depth));
  Random node{joined(op, a.text, b.text), {}};
  if (a.value && b.value) node.value = applied(op, *a.value, *b.value);
  return node;
}

TEST(Expression, AgreesWithExactEvaluation) {
  EXPECT_TRUE(rc::check("random expressions", [] {
    const auto tree = random_tree(4);
    const auto parsed = Expression::parse(tree.text);
    RC_ASSERT(parsed.has_value());
    const auto value = parsed->evaluate({});
    RC_ASSERT(value.has_value() == tree.value.has_value());
    if (value) RC_ASSERT(Wide{*value} == *tree.value);
  }));
}

TEST(Expression, AnyBytesParseOrFaultInsideTheText) {
  EXPECT_TRUE(rc::check("random bytes", [] {
    static const std::string letters = "01 9+-*/%()<>=!&|,abmin._\n\xff";
    const auto picks = *rc::gen::container<std::vector<std::size_t>>(
        rc::gen::inRange<std::size_t>(0, letters.size()));
    std::string text;
    for (const auto pick : picks) text += letters[pick];
    const auto parsed = Expression::parse_or_fault(text);
    if (!parsed) RC_ASSERT(parsed.error().at <= text.size());
    if (parsed) (void)parsed->evaluate({});
  }));
}

}  // namespace
}  // namespace assay::task
