// SPDX-License-Identifier: Apache-2.0
// [[state]] against the storage of a build.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples.hpp"

namespace assay::task::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> problems(const std::string& declared,
                                  const std::vector<record::Symbol>& symbols) {
  const auto text = manifest_text + "[[state]]\nsymbol = \"" + declared + "\"\n";
  return texts_of(state_problems(candidate_from(text), symbols));
}

TEST(State, ASymbolThatIsThereIsNoProblem) {
  EXPECT_THAT(problems("counter", {{"counter", 4, "global", false}}), IsEmpty());
}

TEST(State, ASymbolThatTheModuleLacksMeetsTheNearestName) {
  EXPECT_THAT(problems("countre", {{"counter", 4, "global", false}, {"memo", 4, "global", false}}),
              ElementsAre("[[state]]: symbol 'countre' is not in the compiled module, it has "
                          "counter, memo (did you mean 'counter'?)"));
}

TEST(State, AModuleWithoutStorageSaysSo) {
  const auto texts = problems("counter", {});
  ASSERT_THAT(texts, ElementsAre(HasSubstr("it has none that could be written")));
  EXPECT_THAT(texts[0], HasSubstr("what no kernel uses is not compiled"));
}

TEST(State, WhatIsNeverWrittenMayBeDeclared) {
  EXPECT_THAT(problems("table", {{"table", 64, "constant", true}}), IsEmpty());
}

TEST(State, EachSymbolIsTold) {
  const auto text = manifest_text + "[[state]]\nsymbol = \"a\"\n[[state]]\nsymbol = \"b\"\n";
  EXPECT_EQ(state_problems(candidate_from(text), {}).size(), 2);
}

TEST(State, AHostileListOfNamesIsCutAndEscaped) {
  std::vector<record::Symbol> symbols;
  for (int n = 0; n < 10'000; ++n) symbols.push_back({"\x1b[31m" + std::to_string(n), 4, "global"});
  const auto texts = problems("counter", symbols);
  ASSERT_EQ(texts.size(), 1);
  EXPECT_LT(texts[0].size(), 600);
  EXPECT_EQ(texts[0].find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace assay::task::test
