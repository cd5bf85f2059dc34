// SPDX-License-Identifier: Apache-2.0
#include "task/fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples.hpp"

namespace assay::task::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Reads one table and gives the mistakes.
template <class Reader>
std::vector<std::string> reading(const std::string& text, Reader reader) {
  const auto tree = read_toml(text);
  EXPECT_TRUE(tree);
  Mistakes mistakes("f");
  Fields fields(*tree, "[table]", mistakes);
  reader(fields);
  return texts_of(mistakes.sorted());
}

TEST(Fields, WrongKindsAreNamed) {
  const auto mistakes = reading("a = 1\nb = \"x\"\nc = \"y\"\nd = 3\ne = \"much\"\n", [](auto& f) {
    EXPECT_FALSE(f.text("a"));
    EXPECT_FALSE(f.integer("b", 0, 5));
    EXPECT_TRUE(f.truth("c", true));
    EXPECT_FALSE(f.choice("d", {"p", "q"}));
    EXPECT_FALSE(f.real("e"));
    f.finish();
  });
  EXPECT_THAT(mistakes, ElementsAre("f:1:5: found 1 as 'a', expected a string",
                                    "f:2:5: found 'x' as 'b', expected an integer",
                                    "f:3:5: found 'y' as 'c', expected true or false",
                                    "f:4:5: found 3 as 'd', expected one of p, q",
                                    "f:5:5: found 'much' as 'e', expected a finite number"));
}

TEST(Fields, NumbersHaveRanges) {
  const auto mistakes = reading("a = 9\nb = -1\nc = inf\nd = 4\n", [](auto& f) {
    EXPECT_FALSE(f.integer("a", 0, 5));
    EXPECT_FALSE(f.integer("b", 0, INT64_MAX));
    EXPECT_FALSE(f.real("c"));
    EXPECT_EQ(f.real("d"), 4.0);
  });
  EXPECT_THAT(mistakes, ElementsAre("f:1:5: found 9 as 'a', expected 0 to 5",
                                    "f:2:5: found -1 as 'b', expected at least 0",
                                    "f:3:5: found inf as 'c', expected a finite number"));
}

TEST(Fields, WhatIsMissingIsShownByExample) {
  EXPECT_THAT(reading("b = \"\"",
                      [](auto& f) {
                        EXPECT_FALSE(f.needed_text("a", "a name such as \"x\""));
                        EXPECT_FALSE(f.needed_text("b", "a name such as \"x\""));
                      }),
              ElementsAre("f:1:1: found [table] without 'a', expected a name such as \"x\"",
                          "f:1:5: found an empty 'b', expected a name such as \"x\""));
}

TEST(Fields, AnUnknownKeyMeetsTheNearestOne) {
  EXPECT_THAT(reading("vales = 1\nzebra = 2\n",
                      [](auto& f) {
                        (void)f.find("values");
                        (void)f.find("name");
                        f.finish();
                      }),
              ElementsAre("f:1:1: found key 'vales', expected a key of [table] (name, values); did "
                          "you mean 'values'?",
                          "f:2:1: found key 'zebra', expected a key of [table] (name, values)"));
}

TEST(Fields, AbsentKeysHaveDefaults) {
  EXPECT_THAT(reading("",
                      [](auto& f) {
                        EXPECT_FALSE(f.text("a"));
                        EXPECT_FALSE(f.integer("a", 0, 1));
                        EXPECT_FALSE(f.truth("a", false));
                        EXPECT_FALSE(f.has("a"));
                        EXPECT_EQ(f.spot_of("a"), f.at());
                        f.finish();
                      }),
              IsEmpty());
}

TEST(Fields, ListsOfTables) {
  const auto tree = read_toml("a = 1\nb = [1]\nc = [{}, {}, {}]\n");
  ASSERT_TRUE(tree);
  Mistakes mistakes("f");
  Fields fields(*tree, "[table]", mistakes);
  EXPECT_THAT(tables_of(fields, "a", 2, mistakes), IsEmpty());
  EXPECT_THAT(tables_of(fields, "b", 2, mistakes), IsEmpty());
  EXPECT_EQ(tables_of(fields, "c", 2, mistakes).size(), 2U);
  EXPECT_THAT(tables_of(fields, "d", 2, mistakes), IsEmpty());
  EXPECT_THAT(texts_of(mistakes.sorted()),
              ElementsAre("f:1:1: found 1 as 'a', expected tables [[a]]",
                          "f:2:6: found 1 in 'b', expected tables [[b]]",
                          "f:3:14: found more than 2 [[c]], expected at most 2"));
}

TEST(Fields, ExpressionsAreIntegersOrTexts) {
  const auto tree = read_toml("a = [1, \"n + 1\", 2.5, \"n +\", \"m\"]\nb = 3\nc = []\n");
  ASSERT_TRUE(tree);
  Mistakes mistakes("f");
  const Namespace names;
  const Scope scope{{"n"}, "an axis"};
  const auto& entries = tree->entries;
  const auto list = expressions_of(entries[0].value, 1, 8, scope, {names, mistakes});
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0].literal(), 1);
  EXPECT_EQ(list[1].text(), "n + 1");
  EXPECT_THAT(expressions_of(entries[1].value, 1, 3, scope, {names, mistakes}), IsEmpty());
  EXPECT_THAT(expressions_of(entries[2].value, 1, 3, scope, {names, mistakes}), IsEmpty());
  EXPECT_THAT(texts_of(mistakes.sorted()),
              ElementsAre("f:1:18: found 2.5, expected an integer or a string with an expression",
                          "f:1:27: found the end, expected a number, a name or '('",
                          "f:1:31: found 'm', expected an axis (n); did you mean 'n'?",
                          "f:2:5: found 3, expected a list of 1 to 3 expressions",
                          "f:3:5: found a list of 0, expected a list of 1 to 3 expressions"));
}

}  // namespace
}  // namespace assay::task::test
