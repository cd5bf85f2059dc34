// SPDX-License-Identifier: Apache-2.0
// The builds of a candidate. They come out of a cache that the test filled, so no compiler is
// needed: what the compiler does is builder's to test.
#include "flow/compiled.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "build/cache.hpp"
#include "build/identity.hpp"
#include "flow/describe.hpp"
#include "flow/sample.hpp"

namespace assay::flow {
namespace {

using namespace test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

class CompiledTest : public testing::Test {
 protected:
  CompiledTest() {
    contest_.builder.cache = cache_;
    contest_.builder.builder = "/nowhere/assay-builder";
  }

  void take(const std::string& text) {
    candidate_ = candidate_from(text, contest_.task);
    candidate_.kind = "cu";
    candidate_.source = source_text;
    params_ = task::choose_params(candidate_).value();
  }
  Compiled compiled() { return {contest_, candidate_, params_, false}; }

  /// Puts a build for a case where `Compiled` will find it.
  record::Build stored(std::size_t case_index, std::vector<record::Symbol> symbols = {}) {
    const task::Setting setting{contest_.task, candidate_, contest_.cases[case_index],
                                params_,       {},         false};
    record::Build build;
    build.ok = true;
    build.arch = "90";
    build.compiler = "nvrtc 1.2.3";
    build.sandbox = {"seccomp", "landlock abi 1"};
    build.writable_symbols = std::move(symbols);
    build.identity =
        build::identity_of(*task::build_request(setting, "90"), contest_.toolkit).value();
    EXPECT_TRUE(cache_->store(build));
    return build;
  }

  TemporaryFolder folder_ = TemporaryFolder::create("compiled-test").value();
  std::shared_ptr<build::Cache> cache_ = std::make_shared<build::Cache>(folder_.path());
  Contest contest_ = contest_from();
  task::Candidate candidate_;
  task::Chosen params_;
};

TEST_F(CompiledTest, OneBuildServesAllCases) {
  take(manifest);
  const auto expected = stored(0);
  auto compiled = this->compiled();
  const auto first = compiled.at(0);
  const auto second = compiled.at(1);
  ASSERT_TRUE(first && second);
  ASSERT_NE(*first, nullptr);
  EXPECT_EQ(*first, *second);
  EXPECT_EQ((*first)->identity, expected.identity);
  EXPECT_THAT(compiled.all(), SizeIs(1));
}

TEST_F(CompiledTest, ADefineOfAnAxisGivesEachCaseItsOwn) {
  take(manifest + "[build]\ndefine = { COLS = \"cols\" }\n");
  const auto small = stored(0);
  const auto single = stored(1);
  ASSERT_NE(small.identity, single.identity);
  auto compiled = this->compiled();
  EXPECT_EQ((*compiled.at(0))->identity, small.identity);
  EXPECT_EQ((*compiled.at(1))->identity, single.identity);
  EXPECT_EQ((*compiled.at(0))->identity, small.identity);
  EXPECT_THAT(compiled.all(), SizeIs(2));
}

TEST_F(CompiledTest, AMachineThatCannotBuildIsAFailureNotAProblem) {
  take(manifest);
  auto compiled = this->compiled();
  const auto built = compiled.at(0);
  ASSERT_TRUE(built);
  EXPECT_EQ(*built, nullptr);
  ASSERT_TRUE(compiled.failure());
  EXPECT_EQ(compiled.failure()->blame, Blame::machine);
  EXPECT_THAT(compiled.all(), IsEmpty());
}

TEST_F(CompiledTest, AManifestThatDoesNotHoldIsAProblemNotAFailure) {
  take(manifest + "[build]\ndefine = { HALF = \"8 / (cols - 1)\" }\n");
  auto compiled = this->compiled();
  const auto built = compiled.at(1);
  ASSERT_FALSE(built) << "cols is 1 there";
  EXPECT_THAT(built.error(), testing::Not(IsEmpty()));
  EXPECT_FALSE(compiled.failure());
}

TEST_F(CompiledTest, DeclaredStateIsNotHeldAgainstABuildAndAnyOtherIs) {
  take(manifest + "[[state]]\nsymbol = \"counter\"\n");
  stored(0, {{"counter", 4, "global", false}, {"memo", 4096, "global", false}});
  auto compiled = this->compiled();
  ASSERT_TRUE(compiled.at(0));
  const auto judged = judged_builds(compiled);
  ASSERT_THAT(judged, SizeIs(1));
  ASSERT_THAT(judged[0].writable_symbols, SizeIs(1));
  EXPECT_EQ(judged[0].writable_symbols[0].name, "memo");
  EXPECT_THAT((*compiled.at(0))->writable_symbols, SizeIs(2)) << "the build itself stays whole";
}

TEST_F(CompiledTest, ProvenanceNamesCompilerParamsFlagsAndLimits) {
  take(manifest + "[params]\nBLOCK = [32, 64]\n[build]\nflags = [\"--use_fast_math\"]\n");
  const auto build = stored(0);
  auto compiled = this->compiled();
  ASSERT_TRUE(compiled.at(0));
  record::Verdict verdict;
  describe_build(verdict, compiled);
  using testing::Contains;
  EXPECT_THAT(verdict.provenance, Contains(Pair("compiler", "nvrtc 1.2.3")));
  EXPECT_THAT(verdict.provenance, Contains(Pair("architecture", "90")));
  EXPECT_THAT(verdict.provenance, Contains(Pair("build", build.identity)));
  EXPECT_THAT(verdict.provenance, Contains(Pair("builder limits", "seccomp, landlock abi 1")));
  EXPECT_THAT(verdict.provenance, Contains(Pair("flags", "--use_fast_math")));
  EXPECT_THAT(verdict.provenance, Contains(Pair("param BLOCK", "32")));
  EXPECT_THAT(verdict.provenance,
              testing::Not(Contains(Pair("builder limits missing", testing::_))));
}

TEST_F(CompiledTest, LimitsThatWereMissingAreTold) {
  take(manifest);
  auto build = stored(0);
  build.sandbox_missing = {"landlock: not in this kernel"};
  ASSERT_TRUE(cache_->store(build));
  auto compiled = this->compiled();
  ASSERT_TRUE(compiled.at(0));
  record::Verdict verdict;
  describe_build(verdict, compiled);
  EXPECT_THAT(verdict.provenance,
              testing::Contains(Pair("builder limits missing", HasSubstr("landlock"))));
}

}  // namespace
}  // namespace assay::flow
