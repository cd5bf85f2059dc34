// SPDX-License-Identifier: Apache-2.0
#include "ptx/cursor.hpp"

#include <gtest/gtest.h>

namespace assay::ptx {
namespace {

TEST(Cursor, TakesAndAccepts) {
  Cursor cursor("a , .b");
  EXPECT_TRUE(cursor.at(Lexeme::Kind::word));
  EXPECT_EQ(cursor.take().text, "a");
  EXPECT_FALSE(cursor.accept(";"));
  EXPECT_TRUE(cursor.accept(","));
  EXPECT_TRUE(cursor.at(".b"));
  cursor.take();
  EXPECT_TRUE(cursor.at_end());
  cursor.take();
  EXPECT_TRUE(cursor.at_end());
}

TEST(Cursor, AStringIsNeverAPunctuation) {
  Cursor cursor("\";\"");
  EXPECT_FALSE(cursor.at("\";\""));
  EXPECT_FALSE(cursor.accept(";"));
  EXPECT_TRUE(cursor.at(Lexeme::Kind::string));
}

TEST(Cursor, SaysWhatWasExpectedAndWhatStandsThere) {
  const auto message = [](std::string_view text) {
    Cursor cursor(text);
    EXPECT_FALSE(cursor.expect(";", "after it"));
    return cursor.error().message;
  };
  EXPECT_EQ(message("x"), "expected ';' after it, found 'x'");
  EXPECT_EQ(message(""), "expected ';' after it, found the end of the text");
  EXPECT_EQ(message("\"s\""), "expected ';' after it, found a string");
  EXPECT_EQ(message("\"s"), "expected ';' after it, found a string that never ends");
  EXPECT_EQ(message("/* x"), "expected ';' after it, found a comment that never ends");
  EXPECT_EQ(message("`"), "expected ';' after it, found the byte '`'");
}

TEST(Cursor, OnlyTheFirstMistakeCounts) {
  Cursor cursor("a\nb");
  cursor.take();
  EXPECT_FALSE(cursor.failed());
  EXPECT_FALSE(cursor.fail_here("one"));
  EXPECT_FALSE(cursor.fail({9, 9}, "two"));
  ASSERT_TRUE(cursor.failed());
  EXPECT_EQ(cursor.error().message, "expected one, found 'b'");
  EXPECT_EQ(cursor.error().place.line, 2U);
  EXPECT_EQ(to_text(cursor.error()), "2:1: expected one, found 'b'");
}

TEST(Cursor, Names) {
  Cursor cursor("plain dotted.name");
  EXPECT_EQ(cursor.expect_name("a name")->text, "plain");
  EXPECT_FALSE(cursor.expect_name("a name"));
  EXPECT_EQ(cursor.error().message, "expected a name, found 'dotted.name'");
}

TEST(Cursor, Counts) {
  Cursor cursor("7 0x10 4294967295");
  EXPECT_EQ(cursor.expect_count("a number"), 7U);
  EXPECT_EQ(cursor.expect_count("a number"), 16U);
  EXPECT_EQ(cursor.expect_count("a number"), 4294967295U);
  for (const std::string_view wrong : {"4294967296", "1.5", "0f3F800000", "x", "-1", "12z"}) {
    Cursor bad(wrong);
    EXPECT_FALSE(bad.expect_count("a number")) << wrong;
    EXPECT_TRUE(bad.failed());
  }
}

TEST(Cursor, LongWordsAreCutInMessages) {
  const std::string text(100000, 'a');
  Cursor cursor(text);
  cursor.fail_here("a number");
  EXPECT_LT(cursor.error().message.size(), 200U);
}

TEST(Cursor, ABudgetIsSpentOnce) {
  Cursor cursor("");
  EXPECT_TRUE(cursor.spend(std::uint64_t{32} << 20, {1, 1}));
  EXPECT_TRUE(cursor.spend(std::uint64_t{32} << 20, {1, 1}));
  EXPECT_FALSE(cursor.spend(1, {3, 4}));
  EXPECT_EQ(cursor.error().place.line, 3U);
}

TEST(Cursor, KnowsWhatItPassed) {
  const std::string_view text = "ab  cd ;";
  Cursor cursor(text);
  const char* start = cursor.start();
  cursor.take();
  cursor.take();
  EXPECT_EQ(std::string_view(start, cursor.end_of_last()), "ab  cd");
}

}  // namespace
}  // namespace assay::ptx
