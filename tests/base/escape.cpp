// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/text.hpp"

namespace assay {
namespace {

TEST(Escape, PlainTextStaysAsItIs) {
  EXPECT_EQ(escaped("error: x\n\ty = 2 µs — ≤ 日本 😀"), "error: x\n\ty = 2 µs — ≤ 日本 😀");
}

TEST(Escape, ControlsBecomeHex) {
  EXPECT_EQ(escaped("\x1b[31mred\x07\r"), "\\x1b[31mred\\x07\\x0d");
  EXPECT_EQ(escaped(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(escaped("\x7f"), "\\x7f");
  EXPECT_EQ(escaped("\xc2\x9b"), "\\xc2\\x9b");  // CSI in one code point
}

TEST(Escape, MarksThatReorderTextBecomeHex) {
  EXPECT_EQ(escaped("a\xe2\x80\xae b"), "a\\xe2\\x80\\xae b");
  EXPECT_EQ(escaped("\xe2\x81\xa6"), "\\xe2\\x81\\xa6");
}

TEST(Escape, InvalidUtf8BecomesHexByteByByte) {
  EXPECT_EQ(escaped("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(escaped("\xc3"), "\\xc3");                             // cut short
  EXPECT_EQ(escaped("\xc0\xaf"), "\\xc0\\xaf");                    // longer than needed
  EXPECT_EQ(escaped("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // surrogate
  EXPECT_EQ(escaped("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond U+10FFFF
  EXPECT_EQ(escaped("\x80z"), "\\x80z");
}

TEST(Escape, LongTextIsCutBetweenCodePointsWithANote) {
  EXPECT_EQ(escaped("abcdef", 4), "abcd… (2 more bytes)");
  EXPECT_EQ(escaped("abcµ", 4), "abc… (2 more bytes)");
  EXPECT_EQ(escaped("abcd", 4), "abcd");
}

TEST(Escape, NoControlSurvivesWhateverComes) {
  EXPECT_TRUE(rc::check([](const std::string& hostile) {
    for (const char c : escaped(hostile, 64)) {
      const auto byte = static_cast<unsigned char>(c);
      RC_ASSERT((byte >= 0x20 && byte != 0x7f) || byte == '\n' || byte == '\t');
    }
    RC_ASSERT(escaped(escaped(hostile)) == escaped(hostile));
  }));
}

}  // namespace
}  // namespace assay
