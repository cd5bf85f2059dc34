// SPDX-License-Identifier: Apache-2.0
// Drawn sizes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "samples.hpp"

namespace assay::task::test {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::SizeIs;

using Sizes = std::map<std::string, std::int64_t>;

Task wide_task(const std::string& rest = "") {
  auto text = with(task_text, "rows = { min = 0, max = 64 }", "rows = { min = 1, max = 8192 }");
  return task_from(with(text, "cols = { min = 1, max = 64 }", "cols = { min = 1, max = 8192 }") +
                   rest);
}

std::vector<Case> drawn(const Task& task, std::uint64_t seed) {
  auto cases = cases_of(task, seed);
  std::erase_if(cases, [](const Case& at) { return !at.drawn; });
  return cases;
}

std::vector<Sizes> sizes_of(const std::vector<Case>& cases) {
  std::vector<Sizes> sizes;
  for (const auto& at : cases) sizes.push_back(at.axes);
  return sizes;
}

std::vector<std::string> names_of(const std::vector<Case>& cases) {
  std::vector<std::string> names;
  for (const auto& at : cases) names.push_back(at.name);
  return names;
}

TEST(Cases, SameSeedSameCases) {
  const auto task = wide_task();
  EXPECT_EQ(names_of(cases_of(task, 7)), names_of(cases_of(task, 7)));
  EXPECT_NE(names_of(cases_of(task, 7)), names_of(cases_of(task, 8)));
}

TEST(Cases, TheTasksOwnAreAmongThem) {
  const auto cases = cases_of(wide_task(), 1);
  EXPECT_THAT(names_of(cases), Contains("small"));
  EXPECT_EQ(std::count_if(cases.begin(), cases.end(), [](const Case& c) { return !c.drawn; }), 1);
}

TEST(Cases, CoverTheCornersOfTheDomain) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto cases = drawn(wide_task(), seed);
    const auto has = [&](auto condition) {
      return std::any_of(cases.begin(), cases.end(), [&](const Case& at) {
        return condition(at.axes.at("rows"), at.axes.at("cols"));
      });
    };
    EXPECT_TRUE(has([](auto rows, auto cols) { return rows == 1 && cols == 1; })) << seed;
    EXPECT_TRUE(has([](auto rows, auto cols) { return rows == 8192 && cols <= 64; })) << seed;
    EXPECT_TRUE(has([](auto rows, auto cols) { return rows <= 64 && cols == 8192; })) << seed;
    EXPECT_TRUE(has([](auto rows, auto cols) { return rows == 8192 && cols == 8192; })) << seed;
    EXPECT_TRUE(has([](auto rows, auto cols) {
      return rows >= 50 && rows <= 200 && cols / 2 == 1;
    })) << seed
        << ": many short rows";
    EXPECT_TRUE(has([](auto rows, auto cols) {
      return cols >= 50 && cols <= 200 && rows / 2 == 1;
    })) << seed;
    const auto power = [](std::int64_t n) { return n > 0 && (n & (n - 1)) == 0; };
    EXPECT_TRUE(has([](auto rows, auto cols) {
      return rows % 256 == 0 && cols % 256 == 0 && rows <= 1024 && cols <= 1024;
    })) << seed;
    EXPECT_TRUE(has([&](auto rows, auto) { return power(rows + 1) || power(rows - 1); })) << seed;
    EXPECT_TRUE(has([](auto rows, auto cols) { return rows % 32 != 0 && cols % 32 != 0; })) << seed;
    EXPECT_GE(cases.size(), 8U) << seed;
    EXPECT_LE(cases.size(), 15U) << seed;
  }
}

TEST(Cases, AreDistinctAndNamedAfterTheirSizes) {
  const auto cases = drawn(wide_task(), 3);
  const auto sizes = sizes_of(cases);
  EXPECT_EQ(std::set<Sizes>(sizes.begin(), sizes.end()).size(), sizes.size());
  EXPECT_THAT(names_of(cases), Contains("drawn rows=1 cols=1"));
}

TEST(Cases, AscendByElements) {
  const auto cases = cases_of(wide_task(), 5);
  std::int64_t before = 0;
  for (const auto& at : cases) {
    const auto elements = 2 * at.axes.at("rows") * at.axes.at("cols");
    EXPECT_GE(elements, before);
    before = elements;
  }
}

TEST(Cases, HonourMultiplesAndConstraints) {
  auto text = with(task_text, "cols = { min = 1, max = 64 }",
                   "cols = { min = 8, max = 4100, multiple_of = 8 }");
  text += "[[constraint]]\nthat = \"rows % 4 == 0\"\n";
  const auto task = task_from(text);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto cases = drawn(task, seed);
    EXPECT_GE(cases.size(), 5U);
    for (const auto& at : cases) {
      EXPECT_EQ(at.axes.at("cols") % 8, 0) << at.name;
      EXPECT_EQ(at.axes.at("rows") % 4, 0) << at.name;
      EXPECT_GE(at.axes.at("cols"), 8);
    }
  }
}

// Relations between axes would starve independent draws.
TEST(Cases, EqualAxesAreFound) {
  auto text = with(task_text, "rows = { min = 0, max = 64 }", "rows = { min = 1, max = 8192 }");
  text = with(text, "cols = { min = 1, max = 64 }", "cols = { min = 1, max = 8192 }");
  text = with(text, "rows = 4", "rows = 8") + "[[constraint]]\nthat = \"rows == cols\"\n";
  const auto cases = drawn(task_from(text), 1);
  const auto square = std::count_if(cases.begin(), cases.end(), [](const Case& at) {
    return at.axes.at("rows") == at.axes.at("cols") && at.axes.at("rows") > 64;
  });
  EXPECT_GE(square, 3);
}

TEST(Cases, AnEmptyAxisIsTriedWhereItMayBeEmpty) {
  const auto cases = drawn(sample_task(), 1);
  EXPECT_TRUE(std::any_of(cases.begin(), cases.end(),
                          [](const Case& at) { return at.axes.at("rows") == 0; }));
  const auto wide = drawn(wide_task(), 1);
  EXPECT_FALSE(std::any_of(wide.begin(), wide.end(),
                           [](const Case& at) { return at.axes.at("rows") == 0; }));
}

TEST(Cases, WhatNoMachineHoldsIsLeftOut) {
  auto text =
      with(task_text, "rows = { min = 0, max = 64 }", "rows = { min = 1, max = 1000000000000 }");
  text = with(text, "cols = { min = 1, max = 64 }", "cols = { min = 1, max = 1000000000000 }");
  const auto cases = drawn(task_from(text), 1);
  EXPECT_GE(cases.size(), 5U);
  for (const auto& at : cases) {
    EXPECT_LE(8 * at.axes.at("rows") * at.axes.at("cols"), std::int64_t{8} << 30) << at.name;
  }
}

TEST(Cases, TheWholeRangeOfInt64IsNoTrap) {
  auto text = with(task_text, "rows = { min = 0, max = 64 }",
                   "rows = { min = 0, max = 9223372036854775807 }");
  text = with(text, "cols = { min = 1, max = 64 }",
              "cols = { min = 9223372036854775807, max = 9223372036854775807 }");
  text = with(text, "rows = 4\ncols = 8", "rows = 0\ncols = 9223372036854775807");
  EXPECT_FALSE(cases_of(task_from(text), 1).empty());
}

TEST(Cases, ASmallDomainHasFewCases) {
  auto text = with(task_text, "rows = { min = 0, max = 64 }", "rows = { min = 4, max = 4 }");
  text = with(text, "cols = { min = 1, max = 64 }", "cols = { min = 8, max = 9 }");
  EXPECT_THAT(drawn(task_from(text), 1), SizeIs(1));
}

TEST(Cases, ValuesThatNeedAxesLeaveOutEmptyRanges) {
  const auto task = task_from(
      with(with(task_text, "\"normal(0, 1)\"", "\"integers(0, 'rows')\""), "rows = 4", "rows = 4"));
  const auto cases = drawn(task, 1);
  EXPECT_THAT(sizes_of(cases), Each(testing::Contains(testing::Pair("rows", testing::Gt(0)))));
}

TEST(Cases, RecordedDataHasItsOwnSizes) {
  const auto text = with(task_text, "\"normal(0, 1)\"", "'file(\"x.npy\")'");
  EXPECT_THAT(names_of(cases_of(task_from(text), 1)), ElementsAre("small"));
  const auto golden = with(task_text, "source = \"golden.cu\"", "file = \"recorded.safetensors\"");
  EXPECT_THAT(names_of(cases_of(task_from(golden), 1)), ElementsAre("small"));
}

// A drawn size that the task lists with other values is worth its own run.
TEST(Cases, OwnSizesAreNotDrawnAgain) {
  const auto task = wide_task("[[case]]\nname = \"one\"\nrows = 1\ncols = 1\n");
  EXPECT_THAT(names_of(cases_of(task, 1)), testing::Not(Contains("drawn rows=1 cols=1")));
  const auto other =
      wide_task("[[case]]\nname = \"one\"\nrows = 1\ncols = 1\nvalues = { x = \"ones\" }\n");
  EXPECT_THAT(names_of(cases_of(other, 1)), Contains("drawn rows=1 cols=1"));
}

}  // namespace
}  // namespace assay::task::test
