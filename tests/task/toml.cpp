// SPDX-License-Identifier: Apache-2.0
#include "task/toml.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "task/mistakes.hpp"

namespace assay::task {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Toml tree_of(std::string_view text, std::uint32_t first_line = 1) {
  auto tree = read_toml(text, first_line);
  EXPECT_TRUE(tree) << (tree ? "" : tree.error().description);
  return tree.value_or(Toml{});
}

std::string fault_of(std::string_view text) {
  const auto tree = read_toml(text);
  EXPECT_FALSE(tree);
  if (tree) return "";
  return std::to_string(tree.error().at.line) + ":" + std::to_string(tree.error().at.column) + " " +
         tree.error().description;
}

TEST(Toml, EveryKindKeepsItsValueAndPlace) {
  const auto tree = tree_of(
      "a = 1\nb = 2.5\nc = true\n  d = \"text\"\ne = [1, 2]\nf = { g = 1 }\nh = 1979-05-27\n");
  ASSERT_EQ(tree.entries.size(), 7U);
  EXPECT_EQ(tree.entries[0].value.integer, 1);
  EXPECT_EQ(tree.entries[1].value.real, 2.5);
  EXPECT_TRUE(tree.entries[2].value.truth);
  EXPECT_EQ(tree.entries[3].value.text, "text");
  EXPECT_EQ(tree.entries[3].at, (Spot{4, 3}));
  EXPECT_EQ(tree.entries[3].value.at, (Spot{4, 7}));
  EXPECT_EQ(tree.entries[4].value.items.size(), 2U);
  EXPECT_EQ(tree.entries[4].value.items[1].at, (Spot{5, 9}));
  EXPECT_EQ(tree.entries[5].value.entries[0].key, "g");
  EXPECT_EQ(tree.entries[6].value.kind, Toml::Kind::date);
}

// The library sorts keys by name; axes count in the order of the file.
TEST(Toml, KeysStandInTheOrderOfTheFile) {
  const auto tree = tree_of("[z]\nk = 1\n[a]\nrows = 1\ncols = 2\nbatch = 3\n");
  ASSERT_EQ(tree.entries.size(), 2U);
  EXPECT_EQ(tree.entries[0].key, "z");
  const auto& inner = tree.entries[1].value.entries;
  ASSERT_EQ(inner.size(), 3U);
  EXPECT_EQ(inner[0].key + inner[1].key + inner[2].key, "rowscolsbatch");
}

TEST(Toml, LinesCountFromTheFirst) {
  EXPECT_EQ(tree_of("\na = 1", 10).entries[0].at, (Spot{11, 1}));
}

TEST(Toml, ColumnsInsideStrings) {
  const auto plain = tree_of("a = \"rows * 2\"").entries[0].value;
  EXPECT_TRUE(plain.verbatim);
  EXPECT_EQ(spot_inside(plain, 5), (Spot{1, 11}));
  const auto literal = tree_of("a = 'rows * 2'").entries[0].value;
  EXPECT_EQ(spot_inside(literal, 0), (Spot{1, 6}));
  const auto umlaut = tree_of("\"\xc3\xa4\" = \"\xc3\xa4 + x\"").entries[0].value;
  EXPECT_EQ(spot_inside(umlaut, 5), (Spot{1, 12}));
}

// With escapes or several lines, offsets are no columns: the string's own place is shown.
TEST(Toml, ColumnsFallBackToTheBeginningOfTheString) {
  const auto escape = tree_of("a = \"ro\\u0077s * 2\"").entries[0].value;
  EXPECT_FALSE(escape.verbatim);
  EXPECT_EQ(spot_inside(escape, 5), (Spot{1, 5}));
  const auto lines = tree_of("a = \"\"\"\nrows\n+ 2\"\"\"").entries[0].value;
  EXPECT_FALSE(lines.verbatim);
  EXPECT_EQ(lines.text, "rows\n+ 2");
}

TEST(Toml, WhatIsNotTomlIsNamedWithItsPlace) {
  EXPECT_THAT(fault_of("a = 1\nb = = 2\n"), StartsWith("2:5 text that is not TOML ("));
  EXPECT_THAT(fault_of("a = 1\na = 2\n"), HasSubstr("redefine"));
  EXPECT_THAT(fault_of("a = \"open\n"), StartsWith("1:"));
  EXPECT_THAT(fault_of("a = 99999999999999999999"), StartsWith("1:"));
  EXPECT_THAT(fault_of("a = \"\xff\""), StartsWith("1:"));
  EXPECT_THAT(fault_of(std::string("a = \0", 5)), StartsWith("1:"));
}

// Found by fuzzing: an assertion of the library stood before the check that reports it.
TEST(Toml, AHeaderThatBeginsWithNoNameIsAFault) {
  EXPECT_THAT(fault_of("[%]\n"), HasSubstr("text that is not TOML ("));
  EXPECT_THAT(fault_of("[[,]]\n"), StartsWith("1:3 "));
  EXPECT_THAT(fault_of("a.% = 1\n"), StartsWith("1:3 "));
}

// Found by fuzzing: the library's test for blanks ran into what it held to be impossible.
TEST(Toml, LettersOutsideOfStringsAreAFault) {
  EXPECT_THAT(fault_of("e\xd2\x95"), HasSubstr("text that is not TOML ("));
  EXPECT_THAT(fault_of("gr\xc3\xb6\xc3\x9f"
                       "e = 1"),
              HasSubstr("text that is not TOML ("));
}

TEST(Toml, HostileTextsMeetLimits) {
  EXPECT_EQ(fault_of(std::string(200'000, '#')), "1:1 200 kB of TOML, expected at most 131 kB");
  std::string dotted = "a";
  for (int i = 0; i < 300; ++i) dotted += ".a";
  EXPECT_EQ(fault_of("x = 1\n" + dotted + " = 1"), "2:1 a line with more than 200 dots");
  std::string headers;
  for (int i = 0; i < 2001; ++i) headers += "[[launch]]\n";
  EXPECT_EQ(fault_of(headers), "2001:1 more than 2000 tables");
  EXPECT_THAT(fault_of("a = " + std::string(17, '[') + std::string(17, ']')),
              HasSubstr("maximum nested value depth"));
}

TEST(Toml, ShowsWhatStandsThere) {
  const auto tree =
      tree_of("a = 1\nb = 2.5\nc = true\nd = \"a\\nb\"\ne = [1]\nf = {}\ng = 1979-05-27\nh = []");
  std::string all;
  for (const auto& entry : tree.entries) all += shown(entry.value) + "; ";
  EXPECT_EQ(all, "1; 2.5; true; 'a\\nb'; a list; a table; a date; an empty list; ");
}

}  // namespace
}  // namespace assay::task
