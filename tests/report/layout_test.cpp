// SPDX-License-Identifier: Apache-2.0
// Widths, cutting, wrapping and tables; foreign text made safe.
#include "report/layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "report/table.hpp"

namespace assay::report {
namespace {

using testing::ElementsAre;

TEST(Layout, width_is_that_of_the_terminal_not_of_the_bytes) {
  EXPECT_EQ(width_of("abc"), 3U);
  EXPECT_EQ(width_of("µs ✓"), 4U);
  EXPECT_EQ(width_of("核函数"), 6U);
  EXPECT_EQ(width_of("e\u0301"), 1U) << "a combining accent";
  EXPECT_EQ(width_of("\U0001f680"), 2U);
  EXPECT_EQ(width_of(""), 0U);
}

TEST(Layout, padding_and_cutting_keep_the_width) {
  EXPECT_EQ(padded("核", 4), "核  ");
  EXPECT_EQ(padded("1", 3, true), "  1");
  EXPECT_EQ(padded("long", 2), "long");
  EXPECT_EQ(cut("abcdef", 4), "abc…");
  EXPECT_EQ(cut("核函数", 4), "核…");
  EXPECT_EQ(cut("abc", 3), "abc");
  EXPECT_EQ(cut("abc", 0), "");
}

TEST(Layout, cutting_never_goes_over_and_never_splits_a_character) {
  rc::check([] {
    std::string text;
    const auto pieces = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 5));
    for (const int piece : pieces)
      text += std::vector<std::string>{"a", "µ", "核", "e\u0301",
                                       "\U0001f680"}[static_cast<std::size_t>(piece)];
    const auto width = *rc::gen::inRange<std::size_t>(1, 30);
    RC_ASSERT(width_of(cut(text, width)) <= width);
    RC_ASSERT(shown(cut(text, width)) == cut(text, width));
  });
}

TEST(Layout, wraps_at_spaces_and_leaves_long_words_whole) {
  EXPECT_THAT(wrapped("one two three", 8), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("a verylongword b", 6), ElementsAre("a", "verylongword", "b"));
  EXPECT_THAT(wrapped("", 6), ElementsAre(""));
  EXPECT_EQ(paragraph("one two three four five six", 2, 24, 2),
            "  one two three four\n    five six\n");
}

TEST(Layout, foreign_text_can_not_drive_the_terminal) {
  EXPECT_EQ(shown("\x1b[2Jgone\nnext\tx"), "\\x1b[2Jgone next x");
  EXPECT_EQ(shown("\xff"), "\\xff");
}

TEST(Layout, counts_have_three_digits) {
  EXPECT_EQ(short_count(0), "0");
  EXPECT_EQ(short_count(999), "999");
  EXPECT_EQ(short_count(1000), "1.00 k");
  EXPECT_EQ(short_count(12'345), "12.3 k");
  EXPECT_EQ(short_count(999'499), "999 k");
  EXPECT_EQ(short_count(999'500), "1.00 M");
  EXPECT_EQ(short_count(1.5e9), "1.50 G");
}

const std::vector<Row> rows{{{"a"}, {"1"}, {""}}, {{"longer"}, {"22"}, {""}}};

TEST(Table, aligns_and_leaves_out_empty_columns) {
  EXPECT_EQ(table({{"name"}, {"n", true}, {"none"}}, rows, {}, 2, true),
            "  name     n\n  a        1\n  longer  22\n");
  EXPECT_EQ(table({{"name"}, {"n", true}, {"none"}}, rows, {}, 0, false),
            "a        1\nlonger  22\n");
  EXPECT_EQ(table({{"name"}}, {}, {}, 0, true), "");
}

TEST(Table, gives_up_optional_columns_and_then_width) {
  const std::string wide(50, 'x');
  const Style narrow{false, 60, false};
  const std::vector<Column> columns{{"text", false, 0, 10}, {"a", false, 1}, {"b", false, 2}};
  EXPECT_EQ(table(columns, {{{wide}, {"aa"}, {"bb"}}}, narrow, 0, false), wide + "  aa  bb\n");
  const std::string some(30, 'y');
  EXPECT_EQ(table(columns, {{{wide}, {some}, {some}}}, narrow, 0, false),
            cut(wide, 28) + "  " + some + "\n");
  EXPECT_TRUE(fits(columns, {{{wide}, {"aa"}, {some}}}, narrow));
  EXPECT_FALSE(fits(columns, {{{wide}, {some}, {some}}}, narrow));
}

TEST(Table, colours_do_not_count_as_width) {
  const std::string text =
      table({{"t"}, {"n"}}, {{{"ok", Ink::good}, {"x"}}, {{"no", Ink::bad}, {"y"}}},
            {true, 100, false}, 0, false);
  EXPECT_EQ(text, "\x1b[32mok\x1b[0m  x\n\x1b[31mno\x1b[0m  y\n");
}

}  // namespace
}  // namespace assay::report
