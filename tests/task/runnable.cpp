// SPDX-License-Identifier: Apache-2.0
// What is valid and can't be run yet, by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples.hpp"

namespace assay::task::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> missing(const std::string& keys) {
  const auto task = sample_task();
  return not_runnable(
      task,
      candidate_from(with(manifest_text, "\n\n[params]", "\n" + keys + "\n\n[params]"), task));
}

TEST(Runnable, APlainManifestLacksNothing) {
  EXPECT_THAT(missing(""), IsEmpty());
  EXPECT_THAT(missing("cluster = [1, 1]"), IsEmpty()) << "a cluster of one block is none";
}

TEST(Runnable, AClusterIsNamed) {
  EXPECT_THAT(missing("cluster = [2]"), ElementsAre("[[launch]] cluster"));
  EXPECT_THAT(missing("cluster = [\"rows\"]"), ElementsAre("[[launch]] cluster"));
}

TEST(Runnable, ACubinIsNamed) {
  const auto task = sample_task();
  auto candidate = candidate_from(manifest_text, task);
  candidate.kind = "cubin";
  EXPECT_THAT(not_runnable(task, candidate), ElementsAre("a .cubin (the simulator runs PTX)"));
}

TEST(Runnable, AnotherCompilerIsNamed) {
  const auto task = sample_task();
  const auto candidate = candidate_from(manifest_text + "[build]\ncompiler = \"nvcc\"\n", task);
  EXPECT_THAT(not_runnable(task, candidate), ElementsAre("[build] compiler = \"nvcc\""));
}

}  // namespace
}  // namespace assay::task::test
