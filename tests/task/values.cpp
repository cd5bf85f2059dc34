// SPDX-License-Identifier: Apache-2.0
#include "num/values.hpp"

#include <gtest/gtest.h>

#include "task/expression.hpp"

namespace assay::task {
namespace {

using Family = Values::Family;

ValuesSpec spec_of(std::string_view text) {
  auto spec = ValuesSpec::parse_or_fault(text);
  EXPECT_TRUE(spec) << text << ": " << (spec ? "" : spec.error().found);
  return spec.value_or(ValuesSpec{});
}

TEST(Values, EachFamilyIsRead) {
  EXPECT_EQ(spec_of("zeros").values.family, Family::zeros);
  EXPECT_EQ(spec_of("ones").values.family, Family::ones);
  EXPECT_EQ(spec_of("permutation").values.family, Family::permutation);
  const auto normal = spec_of("normal(-1, 2.5e-1)");
  EXPECT_EQ(normal.values.family, Family::normal);
  EXPECT_EQ(normal.values.a, -1);
  EXPECT_EQ(normal.values.b, 0.25);
  EXPECT_EQ(normal.text, "normal(-1, 2.5e-1)");
  EXPECT_EQ(spec_of(" uniform( 80 ,100 ) ").values.b, 100);
  EXPECT_EQ(spec_of("spikes(0.01, 1e4)").values.a, 0.01);
  EXPECT_EQ(spec_of("file(\"x.npy\")").values.path, "x.npy");
  EXPECT_EQ(spec_of("file('a/x.npy')").values.path, "a/x.npy");
  EXPECT_EQ(spec_of("zeros()").values.family, Family::zeros);
}

TEST(Values, BoundsOfIntegersMayUseAxes) {
  const auto spec = spec_of("integers(0, \"vocab\")");
  const auto bound = spec.bind({{"vocab", 50}});
  ASSERT_TRUE(bound);
  EXPECT_EQ(bound->a, 0);
  EXPECT_EQ(bound->b, 50);
  const auto uses = spec.uses();
  ASSERT_EQ(uses.size(), 1U);
  EXPECT_EQ(uses[0].name, "vocab");
  EXPECT_EQ(uses[0].at, 13U);
}

TEST(Values, BoundsMayStandWithoutQuotesAndHoldCommas) {
  const auto spec = spec_of("integers(-1, min(rows, cols) + 1)");
  const auto bound = spec.bind({{"rows", 9}, {"cols", 4}});
  ASSERT_TRUE(bound);
  EXPECT_EQ(bound->b, 5);
}

TEST(Values, ABoundRangeMustNotBeEmpty) {
  const auto spec = spec_of("integers(0, \"n\")");
  const auto empty = spec.bind({{"n", 0}});
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().message, "'integers(0, \"n\")' is the empty range 0 to 0");
  EXPECT_FALSE(spec.bind({}));
  const auto far = spec.bind({{"n", std::int64_t{1} << 60}});
  ASSERT_FALSE(far);
  EXPECT_EQ(far.error().message, "'integers(0, \"n\")' goes beyond 2^53: 0 to 1152921504606846976");
}

struct Wrong {
  const char* text;
  std::size_t at;
  const char* found;
  const char* expected;
};

TEST(Values, MistakesNameTheColumn) {
  for (const auto& wrong : std::vector<Wrong>{
           {"normal", 0, "0 arguments", "normal(mean, deviation)"},
           {"normal(1)", 0, "1 argument", "normal(mean, deviation)"},
           {"normal(1, 2, 3)", 0, "3 arguments", "normal(mean, deviation)"},
           {"normal(0, 0)", 10, "'0'", "a deviation above 0"},
           {"normal(0, -1)", 10, "'-1'", "a deviation above 0"},
           {"uniform(1, 1)", 11, "'1'", "an upper bound above the lower one"},
           {"spikes(1.5, 3)", 7, "'1.5'", "a probability from 0 to 1"},
           {"integers(3, 3)", 12, "'3'", "more than 3 (the upper bound is exclusive)"},
           {"integers(0, 1.5)", 12, "'1.5'", "an integer"},
           {"integers(0, \"a b\")", 15, "'b'", "an operator or the end"},
           {"normal(0, cols)", 10, "'cols'", "a number (only bounds of integers may use axes)"},
           {"normal(0, 1/0)", 10, "'1/0'", "a finite number"},
           {"normal(0, )", 9, "the end", "a number, a name or '('"},
           {"normal(0, 1", 11, "the end", "')'"},
           {"zeros(1)", 0, "1 argument", "zeros"},
           {"file(x.npy)", 5, "'x.npy'", "a quoted path of an .npy file"},
           {"file(\"x.bin\")", 6, "'x.bin'", "a quoted path of an .npy file"},
       }) {
    const auto spec = ValuesSpec::parse_or_fault(wrong.text);
    ASSERT_FALSE(spec) << wrong.text;
    EXPECT_EQ(spec.error().at, wrong.at) << wrong.text;
    EXPECT_EQ(spec.error().found, wrong.found) << wrong.text;
    EXPECT_EQ(spec.error().expected, wrong.expected) << wrong.text;
  }
}

TEST(Values, SuggestsTheNearestFamily) {
  const auto spec = ValuesSpec::parse_or_fault("unifrom(0, 1)");
  ASSERT_FALSE(spec);
  EXPECT_EQ(spec.error().found, "'unifrom'");
  EXPECT_EQ(spec.error().nearest, "uniform");
  EXPECT_FALSE(ValuesSpec::parse_or_fault(""));
  EXPECT_FALSE(ValuesSpec::parse_or_fault(std::string(2000, 'x')));
}

}  // namespace
}  // namespace assay::task
