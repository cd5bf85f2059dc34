// SPDX-License-Identifier: Apache-2.0
// --param over several candidates.
#include "flow/overrides.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flow/sample.hpp"

namespace assay::flow {
namespace {

using namespace test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

std::string source_with(const std::string& params) {
  return with(source_text, "*/", params + "*/");
}

class Overrides : public testing::Test {
 protected:
  Overrides()
      : block_(folder_.write("block.cu", source_with("[params]\nBLOCK = [32, 64]\n"))),
        plain_(folder_.write("plain.cu", source_text)) {}

  Result<void> check(std::vector<std::pair<std::string, std::string>> params,
                     const std::vector<std::filesystem::path>& candidates) {
    contest_.options.params = std::move(params);
    return check_overrides(contest_, candidates);
  }

  Folder folder_;
  std::filesystem::path block_, plain_;
  Contest contest_ = contest_from();
};

TEST_F(Overrides, ANameThatOneCandidateHasIsFine) {
  EXPECT_TRUE(check({{"BLOCK", "64"}}, {plain_, block_}));
  EXPECT_TRUE(check({}, {plain_}));
}

TEST_F(Overrides, ANameThatNoneHasIsTheCommandLinesMistake) {
  const auto done = check({{"BLOKC", "64"}}, {plain_, block_});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().blame, Blame::usage);
  EXPECT_THAT(done.error().message, HasSubstr("--param BLOKC"));
  EXPECT_EQ(done.error().hint, "did you mean 'BLOCK'?");
}

TEST_F(Overrides, WithoutAnyParametersThatIsSaid) {
  const auto done = check({{"BLOCK", "64"}}, {plain_});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().hint, "none has [params]");
}

TEST_F(Overrides, ACandidateThatCannotBeReadMightHaveIt) {
  const auto broken = folder_.write("broken.cu", "no manifest\n");
  EXPECT_TRUE(check({{"BLOCK", "64"}}, {plain_, broken}));
  EXPECT_TRUE(check({{"BLOCK", "64"}}, {folder_.path() / "gone.cu"}));
}

TEST_F(Overrides, EachCandidateTakesItsOwn) {
  contest_.options.params = {{"BLOCK", "64"}, {"OTHER", "1"}};
  const auto of = [&](const std::string& params) {
    return overrides_for(candidate_from(manifest + params, contest_.task), contest_);
  };
  EXPECT_THAT(of("[params]\nBLOCK = [32, 64]\n"), ElementsAre(Pair("BLOCK", "64")));
  EXPECT_THAT(of(""), IsEmpty());
}

}  // namespace
}  // namespace assay::flow
