// SPDX-License-Identifier: Apache-2.0
// The line that says how far a judge is.
#include "cli/progress.hpp"

#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::cli {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string wipe = "\r\x1b[2K";

template <class Use>
std::string said(bool shown, Use use) {
  testing::internal::CaptureStderr();
  {
    TerminalProgress progress(shown);
    use(progress);
  }
  return testing::internal::GetCapturedStderr();
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Progress, IsSilentWhereThereIsNoTerminal) {
  EXPECT_EQ(said(false, [](auto& progress) { progress.step("judging", "k.cu", 1, 2); }), "");
}

TEST(Progress, SaysPhaseItemAndHowFar) {
  const auto text = said(true, [](auto& progress) { progress.step("judging", "k.cu", 1, 4); });
  EXPECT_THAT(text, StartsWith(wipe));
  EXPECT_THAT(text, HasSubstr(" 1/4 judging k.cu"));
  EXPECT_EQ(count(text, "━"), 5u) << "a quarter of twenty";
  EXPECT_EQ(count(text, "╌"), 15u);
}

TEST(Progress, TheBarIsEmptyFullAndNeverDividesByZero) {
  const auto bar = [](int done, int total) {
    return count(said(true, [=](auto& progress) { progress.step("p", "i", done, total); }), "━");
  };
  EXPECT_EQ(bar(0, 7), 0u);
  EXPECT_EQ(bar(7, 7), 20u);
  EXPECT_EQ(bar(9, 7), 20u);
  EXPECT_EQ(bar(0, 0), 0u);
}

TEST(Progress, WipesItsLineAtTheEnd) {
  const auto text = said(true, [](auto& progress) { progress.step("judging", "k.cu", 1, 2); });
  EXPECT_THAT(text, EndsWith(wipe));
}

TEST(Progress, WipesOnceAndNotWhereNothingWasShown) {
  const auto text = said(true, [](auto& progress) {
    progress.clear();
    progress.step("judging", "k.cu", 1, 2);
    progress.clear();
    progress.clear();
  });
  EXPECT_EQ(count(text, wipe), 2u) << "one of the step, one of the wiping";
}

TEST(Progress, NamesOfHostileFilesAreEscapedAndCut) {
  const std::string name = "\x1b[31m" + std::string(500, 'k');
  const auto text = said(true, [&](auto& progress) { progress.step("judging", name, 1, 2); });
  EXPECT_THAT(text, Not(HasSubstr("\x1b[31m")));
  EXPECT_LT(text.size(), 300u);
}

TEST(Progress, LinesOfSeveralThreadsStayWhole) {
  const auto text = said(true, [](auto& progress) {
    std::thread other([&] {
      for (int n = 0; n < 50; ++n) progress.step("judging", "one.cu", 1, 2);
    });
    for (int n = 0; n < 50; ++n) progress.step("judging", "one.cu", 1, 2);
    other.join();
  });
  EXPECT_EQ(count(text, " 1/2 judging one.cu" + wipe), 100u);
}

}  // namespace
}  // namespace assay::cli
