// SPDX-License-Identifier: Apache-2.0
#include "ptx/lexer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::ptx {
namespace {

using Kind = Lexeme::Kind;

std::vector<Lexeme> all(std::string_view text) {
  std::vector<Lexeme> lexemes;
  Lexer lexer(text);
  for (Lexeme next = lexer.next(); next.kind != Kind::end; next = lexer.next()) {
    lexemes.push_back(next);
    if (next.kind == Kind::broken) break;
  }
  return lexemes;
}

std::string spelled(std::string_view text) {
  std::string line;
  for (const Lexeme& lexeme : all(text)) line += std::string(lexeme.text) + "|";
  return line;
}

TEST(Lexer, AWordCarriesItsDottedTail) {
  EXPECT_EQ(spelled("add.rn.ftz.f32 %f1, %f2;"), "add.rn.ftz.f32|%f1|,|%f2|;|");
  EXPECT_EQ(spelled("mov.u32 %r1, %tid.x;"), "mov.u32|%r1|,|%tid.x|;|");
  EXPECT_EQ(spelled("ld.shared::cta.L1::no_allocate.b32"), "ld.shared::cta.L1::no_allocate.b32|");
  EXPECT_EQ(all("mov.u32").front().kind, Kind::word);
}

TEST(Lexer, DirectivesComeOneStepAtATime) {
  const auto lexemes = all(".visible.entry .2d");
  ASSERT_EQ(lexemes.size(), 3U);
  EXPECT_EQ(lexemes[0].text, ".visible");
  EXPECT_EQ(lexemes[1].text, ".entry");
  EXPECT_EQ(lexemes[2].kind, Kind::directive);
}

TEST(Lexer, ALabelIsAWordAndAColon) {
  EXPECT_EQ(spelled("$L__BB0_1:"), "$L__BB0_1|:|");
  EXPECT_EQ(spelled("a: b::c"), "a|:|b|:|:|c|");
}

TEST(Lexer, Numbers) {
  EXPECT_EQ(spelled("0f3F800000 -8 1.5e-3 0x1FU 1e+5+2"), "0f3F800000|-|8|1.5e-3|0x1FU|1e+5|+|2|");
  EXPECT_EQ(spelled("0xE+1"), "0xE|+|1|");
}

TEST(Lexer, TwoCharacterSymbols) {
  EXPECT_EQ(spelled("1<<2>>3==4!=5<=6>=7&&8||9"), "1|<<|2|>>|3|==|4|!=|5|<=|6|>=|7|&&|8||||9|");
  EXPECT_EQ(spelled("%p<5>;"), "%p|<|5|>|;|");
}

TEST(Lexer, CommentsAndPreprocessorLinesAreBlank) {
  EXPECT_EQ(spelled("a // b\n/* c\n d */ e"), "a|e|");
  EXPECT_EQ(spelled("# 1 \"file.cu\"\nret;"), "ret|;|");
}

TEST(Lexer, PlacesCountLinesAndColumnsFromOne) {
  const auto lexemes = all("a\n  b /* x\ny */ c");
  ASSERT_EQ(lexemes.size(), 3U);
  EXPECT_EQ(lexemes[1].place.line, 2U);
  EXPECT_EQ(lexemes[1].place.column, 3U);
  EXPECT_EQ(lexemes[2].place.line, 3U);
  EXPECT_EQ(lexemes[2].place.column, 6U);
}

TEST(Lexer, Strings) {
  const auto lexemes = all(R"("a \" b" x)");
  ASSERT_EQ(lexemes.size(), 2U);
  EXPECT_EQ(lexemes[0].kind, Kind::string);
  EXPECT_EQ(lexemes[0].text, R"("a \" b")");
}

TEST(Lexer, WhatIsBroken) {
  for (const std::string_view text : {"\"open", "/* open", "\x01", "\"a\nb\"", "\xC3\xA4", "\\"}) {
    EXPECT_EQ(all(text).back().kind, Kind::broken) << text;
  }
  EXPECT_EQ(all(std::string_view("\0", 1)).back().kind, Kind::broken);
}

TEST(Lexer, TheEndStaysTheEnd) {
  Lexer lexer("  ");
  EXPECT_EQ(lexer.next().kind, Kind::end);
  EXPECT_EQ(lexer.next().kind, Kind::end);
}

}  // namespace
}  // namespace assay::ptx
