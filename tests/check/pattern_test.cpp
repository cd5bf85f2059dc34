// SPDX-License-Identifier: Apache-2.0
// Where errors stand, in the words that a person would use.
#include "check/pattern.hpp"

#include <functional>

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace assay::check {
namespace {

std::string where(std::int64_t rows, std::int64_t columns,
                  const std::function<bool(std::int64_t, std::int64_t)>& wrong) {
  Scatter scatter({rows, columns});
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < columns; ++column)
      if (wrong(row, column)) scatter.add(row, column);
  return scatter.text();
}

std::string set(std::size_t size, const std::function<bool(std::size_t)>& in) {
  std::vector<bool> members(size);
  for (std::size_t i = 0; i < size; ++i) members[i] = in(i);
  return text_of_set(members, "row");
}

TEST(Set, is_named_shortly) {
  EXPECT_EQ(set(5, [](auto) { return true; }), "every row");
  EXPECT_EQ(set(5, [](auto) { return false; }), "no row");
  EXPECT_EQ(set(9, [](auto i) { return i == 3; }), "row 3");
  EXPECT_EQ(set(9, [](auto i) { return i == 8; }), "the last row (8)");
  EXPECT_EQ(set(9, [](auto i) { return i >= 3 && i < 7; }), "rows 3 to 6");
  EXPECT_EQ(set(37, [](auto i) { return i >= 32; }), "the last 5 rows (32 to 36)");
  EXPECT_EQ(set(37, [](auto i) { return i % 2 == 1; }), "rows 1, 3, 5, … (every 2nd)");
  EXPECT_EQ(set(64, [](auto i) { return i % 3 == 0; }), "rows 0, 3, 6, … (every 3rd)");
  EXPECT_EQ(set(500, [](auto i) { return i % 11 == 10; }), "rows 10, 21, 32, … (every 11th)");
  EXPECT_EQ(set(500, [](auto i) { return i % 2 == 1 && i < 100; }),
            "rows 1, 3, 5, … (every 2nd up to 99)");
  EXPECT_EQ(set(128, [](auto i) { return i % 32 >= 28; }),
            "rows 28 to 31, 60 to 63, 92 to 95, … (4 of every 32)");
  EXPECT_EQ(set(10, [](auto i) { return i % 4 >= 1; }), "rows 1 to 3, 5 to 7, 9 (3 of every 4)")
      << "cut off by the end";
  EXPECT_EQ(set(20, [](auto i) { return i != 4 && i != 9; }), "every row but 4, 9");
  EXPECT_EQ(set(40, [](auto i) { return i == 2 || i == 9; }), "2 of 40 rows (2, 9)");
  EXPECT_EQ(set(40, [](auto i) { return i == 2 || i == 9 || i == 10 || i == 31; }),
            "4 of 40 rows (2, 9 to 10, 31)");
}

TEST(Scatter, names_rows_and_columns) {
  EXPECT_EQ(where(4, 4, [](auto, auto) { return true; }), "every element");
  EXPECT_EQ(where(4, 4, [](auto, auto) { return false; }), "");
  EXPECT_EQ(where(8, 8, [](auto row, auto) { return row % 2 == 1; }),
            "all of rows 1, 3, 5, … (every 2nd)");
  EXPECT_EQ(where(8, 8, [](auto, auto column) { return column >= 6; }),
            "the last 2 columns (6 to 7) of every row");
  EXPECT_EQ(where(8, 8, [](auto row, auto column) { return row == 2 && column == 5; }),
            "column 5 of row 2");
  EXPECT_EQ(where(8, 9, [](auto row, auto column) { return row * 9 + column >= 50; }),
            "the last 22 elements, from row 5, column 5 on");
  EXPECT_EQ(where(8, 8, [](auto row, auto column) { return row == column; }), "on the diagonal");
  EXPECT_EQ(where(8, 8, [](auto row, auto column) { return row < column; }),
            "all above the diagonal");
  EXPECT_EQ(where(8, 8, [](auto row, auto column) { return row > column; }),
            "all below the diagonal");
  EXPECT_EQ(where(8, 8, [](auto row, auto column) { return (row + column) % 2 == 0; }),
            "scattered over every row and column");
  EXPECT_EQ(where(8, 8, [](auto row, auto column) { return row >= 6 && (row + column) % 2 == 0; }),
            "scattered over the last 2 rows (6 to 7)");
  EXPECT_EQ(
      where(8, 8, [](auto row, auto column) { return column < 2 && (row + column) % 2 == 0; }),
      "scattered over columns 0 to 1");
  EXPECT_EQ(where(1, 8, [](auto, auto column) { return column == 5; }), "column 5");
  EXPECT_EQ(where(8, 1, [](auto row, auto) { return row == 5; }), "row 5");
}

TEST(Scatter, a_vector_has_elements) {
  Scatter scatter({1500});
  for (std::int64_t i = 1024; i < 1500; ++i) scatter.add(i);
  EXPECT_EQ(scatter.text(), "the last 476 elements (1024 to 1499)");
}

TEST(Scatter, any_rectangle_is_told_exactly) {
  rc::check([] {
    const auto rows = *rc::gen::inRange<std::int64_t>(2, 20),
               columns = *rc::gen::inRange<std::int64_t>(2, 20);
    const auto top = *rc::gen::inRange<std::int64_t>(0, rows),
               left = *rc::gen::inRange<std::int64_t>(0, columns);
    const std::string text =
        where(rows, columns, [&](auto row, auto column) { return row >= top && column >= left; });
    RC_ASSERT(text.find("scattered") == std::string::npos);
    RC_ASSERT(!text.empty());
  });
}

}  // namespace
}  // namespace assay::check
