// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using ::testing::ElementsAre;
using Names = std::vector<std::string>;

TEST(Text, TrimTakesBlanksOffBothEnds) {
  EXPECT_EQ(trim(" \t a b \r\n"), "a b");
  EXPECT_EQ(trim("  \n"), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Text, SplitKeepsEmptyParts) {
  EXPECT_THAT(split("a,,b,", ','), ElementsAre("a", "", "b", ""));
  EXPECT_THAT(split("", ','), ElementsAre(""));
}

TEST(Text, LinesEndWithOrWithoutCarriageReturn) {
  EXPECT_THAT(lines_of("a\r\n\nb\n"), ElementsAre("a", "", "b"));
  EXPECT_THAT(lines_of("a\nb"), ElementsAre("a", "b"));
  EXPECT_TRUE(lines_of("").empty());
}

TEST(Text, JoinPutsSeparatorsBetween) {
  EXPECT_EQ(join(Names{"a", "b", "c"}, ", "), "a, b, c");
  EXPECT_EQ(join(Names{}, ", "), "");
  EXPECT_EQ(join(Names{"a", "a"}, "-"), "a-a");
}

TEST(Text, TheNearestNameIsTheOneThatAPersonMeant) {
  const Names names = {"softmax", "matmul", "rows", "cols"};
  EXPECT_EQ(nearest_name("sotfmax", names), "softmax");  // two letters swapped count once
  EXPECT_EQ(nearest_name("row", names), "rows");
  EXPECT_EQ(nearest_name("matmull", names), "matmul");
  EXPECT_EQ(nearest_name("cols", names), "cols");
}

TEST(Text, NothingIsNearSomethingElse) {
  const Names names = {"softmax", "x"};
  EXPECT_EQ(nearest_name("layernorm", names), std::nullopt);
  EXPECT_EQ(nearest_name("abc", Names{}), std::nullopt);
  EXPECT_EQ(nearest_name(std::string(100000, 'a'), names), std::nullopt);
}

TEST(Text, AShortNameMayDifferInOneLetter) {
  EXPECT_EQ(nearest_name("y", Names{"x"}), "x");
  EXPECT_EQ(nearest_name("yy", Names{"xx"}), std::nullopt);
}

TEST(Text, TheFirstOfEquallyNearNamesWins) {
  EXPECT_EQ(nearest_name("bat", Names{"cat", "hat"}), "cat");
}

TEST(Text, CommasStandAtThousands) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
  EXPECT_EQ(with_commas(-1000), "-1,000");
  EXPECT_EQ(with_commas(-999), "-999");
  EXPECT_EQ(with_commas(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(Text, BytesHaveThreeDigitsAndAUnit) {
  EXPECT_EQ(human_bytes(0), "0 B");
  EXPECT_EQ(human_bytes(999), "999 B");
  EXPECT_EQ(human_bytes(1000), "1.00 kB");
  EXPECT_EQ(human_bytes(12'345'678), "12.3 MB");
  EXPECT_EQ(human_bytes(999'600), "1.00 MB");
  EXPECT_EQ(human_bytes(3.35e12), "3.35 TB");
}

TEST(Text, SecondsHaveThreeDigitsAndAUnit) {
  EXPECT_EQ(human_seconds(0), "0.00 s");
  EXPECT_EQ(human_seconds(0.00123), "1.23 ms");
  EXPECT_EQ(human_seconds(45.6e-6), "45.6 µs");
  EXPECT_EQ(human_seconds(789e-9), "789 ns");
  EXPECT_EQ(human_seconds(0.99996), "1.00 s");
  EXPECT_EQ(human_seconds(-0.002), "-2.00 ms");
  EXPECT_EQ(human_seconds(123.4), "123 s");
}

TEST(Text, WhatIsNotFiniteIsSaid) {
  EXPECT_EQ(human_seconds(std::numeric_limits<double>::infinity()), "inf s");
  EXPECT_EQ(human_bytes(std::numeric_limits<double>::quiet_NaN()), "nan B");
}

}  // namespace
}  // namespace assay
