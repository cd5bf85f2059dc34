// SPDX-License-Identifier: Apache-2.0
// What the builder is asked for, and what can't be run yet.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples.hpp"

namespace assay::task::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

Bound<record::BuildRequest> built(const Candidate& candidate, const Chosen& params = {},
                                  const Case& at = case_of(4, 8)) {
  static const auto task = sample_task();
  return build_request({.task = task, .candidate = candidate, .at = at, .params = params}, "90");
}

TEST(BuildRequest, ParamsAndDefinesSortedByName) {
  const auto candidate = candidate_from(manifest_text +
                                        "T = [\"unsigned long long\"]\nFAST = true\n[build]\n"
                                        "define = { N = \"cols * BLOCK\", A = \"-3\" }\n");
  const auto request = built(candidate, {{"BLOCK", "64"}, {"T", "half"}});
  ASSERT_TRUE(request);
  EXPECT_THAT(request->defines,
              ElementsAre(Pair("A", "(-3)"), Pair("BLOCK", "64"), Pair("FAST", "true"),
                          Pair("N", "512"), Pair("T", "half")));
}

// A bare -9223372036854775808 is a minus before a literal that no type of C++ holds.
TEST(BuildRequest, TheLeastIntegerIsWrittenAsCppCan) {
  const auto candidate =
      candidate_from(manifest_text + "[build]\ndefine = { N = \"-9223372036854775808\" }\n");
  EXPECT_THAT(built(candidate)->defines, testing::Contains(Pair("N", "(-9223372036854775807-1)")));
}

TEST(BuildRequest, TellsTheBuilderWhatToBuild) {
  auto candidate = candidate_from(
      manifest_text +
      "[build]\nflags = [\"--fmad=false\"]\n[[launch]]\nkernel = \"other<1>\"\ngrid = [1]\nblock "
      "= [1]\nargs = []\n[[launch]]\nkernel = \"softmax\"\ngrid = [1]\nblock = [1]\nargs = []\n");
  candidate.path = "folder/honest.cu";
  candidate.source = "code";
  const auto request = built(candidate);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->name, "honest.cu");
  EXPECT_EQ(request->kind, "cu");
  EXPECT_EQ(text_of(request->source), "code");
  EXPECT_EQ(request->compiler, "nvrtc");
  EXPECT_EQ(request->arch, "90");
  EXPECT_THAT(request->flags, ElementsAre("--fmad=false"));
  EXPECT_THAT(request->kernels, ElementsAre("softmax", "other<1>"));
  EXPECT_TRUE(request->prelude);
}

TEST(BuildRequest, TheManifestsArchitectureWins) {
  const auto candidate = candidate_from(manifest_text + "[build]\narch = \"90a\"\n");
  EXPECT_EQ(built(candidate)->arch, "90a");
}

TEST(BuildRequest, DefinesAreCheckedLikeAllExpressions) {
  const auto candidate = candidate_from(manifest_text + "[build]\ndefine = { N = \"8 / rows\" }\n");
  EXPECT_TRUE(built(candidate));
  const auto request = built(candidate, {}, case_of(0, 8));
  ASSERT_FALSE(request);
  EXPECT_THAT(texts_of(request.error()),
              ElementsAre("[build] define 'N': value: '8 / rows' divides by zero"));
}

TEST(BuildRequest, DefinesOfAxesMakeABuildACase) {
  const auto task = sample_task();
  const auto build = [&](const std::string& define) {
    return build_depends_on_case(
        task, candidate_from(manifest_text + "[build]\ndefine = { " + define + " }\n"));
  };
  EXPECT_TRUE(build("N = \"cols\""));
  EXPECT_TRUE(build("M = 1, N = \"BLOCK + rows\""));
  EXPECT_FALSE(build("N = \"BLOCK * sm_count\""));
  EXPECT_FALSE(build_depends_on_case(task, candidate_from(manifest_text)));
}

std::vector<std::string> missing(const std::string& rest, const Task& task = sample_task()) {
  return not_runnable(task, candidate_from(rest, task));
}

TEST(NotRunnable, APlainManifestRuns) {
  EXPECT_THAT(missing(manifest_text), IsEmpty());
}

TEST(NotRunnable, NamesWhatTheManifestAsksFor) {
  const auto launch = [](const std::string& key) {
    return with(manifest_text, "\n\n[params]", "\n" + key + "\n\n[params]");
  };
  EXPECT_THAT(missing(launch("cluster = [1, 1]")), IsEmpty());
  EXPECT_THAT(missing(launch("cluster = [2]")), ElementsAre("[[launch]] cluster"));
  EXPECT_THAT(missing(launch("cluster = [\"BLOCK\"]")), ElementsAre("[[launch]] cluster"));
  EXPECT_THAT(missing(manifest_text +
                      "[[tensor_map]]\nname = \"m\"\ntensor = \"x\"\nbox = [8, 8]\n[build]\n"
                      "compiler = \"nvcc\"\n"),
              ElementsAre("[[tensor_map]]", "[build] compiler = \"nvcc\""));
  auto candidate = candidate_from(manifest_text);
  candidate.launches[0].setup = true;
  candidate.kind = "cubin";
  EXPECT_THAT(not_runnable(sample_task(), candidate),
              ElementsAre("a .cubin (the simulator runs PTX)", "[[launch]] setup"));
}

TEST(NotRunnable, NamesWhatTheTaskAsksFor) {
  auto text = with(task_text, "source = \"golden.cu\"", "file = \"r.safetensors\"") +
              "[baseline]\nlibrary = \"cublas\"\nop = \"gemm\"\n[[require]]\nproperty = "
              "\"batch_invariant\"\naxis = \"rows\"\n";
  const auto task = task_from(text);
  const std::vector<std::string> names{"[golden] file", "[baseline] library = \"cublas\"",
                                       "[[require]] property = \"batch_invariant\""};
  EXPECT_EQ(not_runnable(task), names);
  EXPECT_EQ(missing(manifest_text, task), names);
}

}  // namespace
}  // namespace assay::task::test
