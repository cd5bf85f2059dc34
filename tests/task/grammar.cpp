// SPDX-License-Identifier: Apache-2.0
#include "task/grammar.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::task::grammar {
namespace {

TEST(Grammar, PartsKnowTheirText) {
  const std::string text = "1 + (rows * 2)";
  const auto tree = parse(text, Kind::integer);
  ASSERT_TRUE(tree);
  ASSERT_EQ(tree->children.size(), 2U);
  const auto& product = tree->children[1];
  EXPECT_EQ(text.substr(product.begin, product.end - product.begin), "(rows * 2)");
  EXPECT_EQ(product.op, Op::multiply);
  EXPECT_EQ(tree->begin, 0U);
  EXPECT_EQ(tree->end, text.size());
}

TEST(Grammar, TheTwoKindsDifferInLiteralsAndFunctions) {
  EXPECT_FALSE(parse("0.5", Kind::integer));
  EXPECT_TRUE(parse("0.5", Kind::real));
  EXPECT_FALSE(parse("sqrt(2)", Kind::integer));
  EXPECT_TRUE(parse("sqrt(2)", Kind::real));
  EXPECT_TRUE(parse("ceil_div(2, 1)", Kind::real));
}

TEST(Grammar, OperationsAreWrittenAsTheyAreRead) {
  EXPECT_EQ(sign_of(Op::add), "+");
  EXPECT_EQ(sign_of(Op::unequal), "!=");
  EXPECT_EQ(sign_of(Op::negate), "-");
  EXPECT_EQ(sign_of(Op::invert), "!");
  EXPECT_EQ(sign_of(Op::round_up), "round_up");
  EXPECT_EQ(sign_of(Op::literal), "");
  EXPECT_THAT(function_names(), testing::IsSupersetOf({"min", "pow"}));
}

TEST(Grammar, Identifiers) {
  EXPECT_TRUE(is_identifier("rows"));
  EXPECT_TRUE(is_identifier("_a1"));
  EXPECT_TRUE(is_identifier(std::string(64, 'x')));
  EXPECT_FALSE(is_identifier(std::string(65, 'x')));
  EXPECT_FALSE(is_identifier(""));
  EXPECT_FALSE(is_identifier("1a"));
  EXPECT_FALSE(is_identifier("a b"));
  EXPECT_FALSE(is_identifier("a.b"));
  EXPECT_FALSE(is_identifier("\xc3\xa4"));
}

TEST(Grammar, UsesKeepOrderAndDistinctDoesNotRepeat) {
  const auto tree = parse("b + a * b", Kind::integer);
  ASSERT_TRUE(tree);
  EXPECT_EQ(uses_of(*tree).size(), 3U);
  EXPECT_THAT(distinct(uses_of(*tree)), testing::ElementsAre("b", "a"));
}

TEST(Grammar, AnErrorForCallersWithoutAFileIsTheirsToMend) {
  const auto error = to_error("a +", {3, "the end", "a number", "b"});
  EXPECT_EQ(error.message, "expression 'a +', column 4: found the end, expected a number");
  EXPECT_EQ(error.hint, "did you mean 'b'?");
  EXPECT_EQ(error.blame, Blame::usage);
}

}  // namespace
}  // namespace assay::task::grammar
