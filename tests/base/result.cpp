// SPDX-License-Identifier: Apache-2.0
#include "base/result.hpp"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Result, AnErrorShowsItsCausesFromNearToFarAndItsHint) {
  Error error{"disk full", "free some space", Blame::machine, {}};
  error = std::move(error).within("can't write a.json").within("can't keep the verdict");
  EXPECT_EQ(to_text(error),
            "error: can't keep the verdict\n"
            "  because: can't write a.json\n"
            "  because: disk full\n"
            "  hint: free some space\n");
  EXPECT_EQ(error.blame, Blame::machine);
}

TEST(Result, AnErrorWithoutHintHasNoHintLine) {
  const Result<int> result = fail("no device");
  ASSERT_FALSE(result);
  EXPECT_EQ(to_text(result.error()), "error: no device\n");
}

TEST(Result, AnErrorPassesThroughUnchanged) {
  const Result<int> inner = fail("wrong key", "see the docs", Blame::usage);
  const Result<std::string> outer = fail(inner.error());
  EXPECT_EQ(outer.error().message, "wrong key");
  EXPECT_EQ(outer.error().hint, "see the docs");
  EXPECT_EQ(outer.error().blame, Blame::usage);
}

}  // namespace
}  // namespace assay
