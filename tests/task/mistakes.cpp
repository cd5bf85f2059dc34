// SPDX-License-Identifier: Apache-2.0
#include "task/mistakes.hpp"

#include <gtest/gtest.h>

#include "samples.hpp"

namespace assay::task {
namespace {

TEST(Mistakes, ReadLikeASentence) {
  EXPECT_EQ(to_text(Mistake{"task.toml", 12, 9, "'f31'", "a dtype (f32, f16)", "f32"}),
            "task.toml:12:9: found 'f31', expected a dtype (f32, f16); did you mean 'f32'?");
  EXPECT_EQ(to_text(Mistake{"k.cu", 1, 2, "", "a kernel", ""}), "k.cu:1:2: expected a kernel");
  EXPECT_EQ(to_text(Mistake{"k.cu", 1, 2, "nonsense", "", ""}), "k.cu:1:2: found nonsense");
}

TEST(Mistakes, StandInTheOrderOfTheFile) {
  Mistakes mistakes("f");
  mistakes.add({3, 1}, "c", "");
  mistakes.add({1, 9}, "b", "");
  mistakes.add({1, 2}, "a", "");
  mistakes.add({3, 1}, "d", "");
  const auto sorted = mistakes.sorted();
  ASSERT_EQ(sorted.size(), 4U);
  EXPECT_EQ(sorted[0].found + sorted[1].found + sorted[2].found + sorted[3].found, "abcd");
}

TEST(Mistakes, AHostileFileHasNoEndlessList) {
  Mistakes mistakes("f");
  for (std::uint32_t i = 1; i < 5000; ++i) mistakes.add({i, 1}, "it", "");
  const auto sorted = mistakes.sorted();
  ASSERT_EQ(sorted.size(), 101U);
  EXPECT_EQ(to_text(sorted.back()),
            "f:100:1: found more mistakes, expected at most 100: these are the first");
}

TEST(Mistakes, ForeignTextStaysOnOneLineAndShort) {
  EXPECT_EQ(in_quotes("a\nb\tc\x1b[31m"), "'a\\nb\\tc\\x1b[31m'");
  EXPECT_LT(in_quotes(std::string(5000, 'x')).size(), 150U);
}

TEST(Mistakes, NearestNameOfALongTextIsNone) {
  EXPECT_EQ(nearest_of("rowz", {"rows", "cols"}), "rows");
  EXPECT_EQ(nearest_of("elephant", {"rows", "cols"}), "");
  EXPECT_EQ(nearest_of(std::string(100'000, 'r'), {"rows"}), "");
}

TEST(Mistakes, OneOfNames) {
  EXPECT_EQ(one_of({"a", "b"}), "one of a, b");
  EXPECT_EQ(one_of({"a"}), "a");
}

}  // namespace
}  // namespace assay::task
