// SPDX-License-Identifier: Apache-2.0
#include "build/builder_protocol.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::build {
namespace {

using testing::ElementsAre;

Result<BuilderArguments> parsed(const std::vector<std::string>& words) {
  std::vector<const char*> pointers;
  for (const auto& word : words) pointers.push_back(word.c_str());
  return from_argv(pointers);
}

TEST(BuilderProtocol, arguments_survive_the_trip) {
  BuilderArguments sent{"ptx",
                        {"/t/libnvrtc.so.13", {"/t/a", "/t/b"}, "/t/ptxas", "13.0.88"},
                        {"/i=1"},
                        "/tmp/x",
                        77};
  const auto got = parsed(to_argv(sent));
  ASSERT_TRUE(got);
  EXPECT_EQ(got->kind, "ptx");
  EXPECT_EQ(got->toolkit.nvrtc, "/t/libnvrtc.so.13");
  EXPECT_THAT(got->toolkit.includes, ElementsAre("/t/a", "/t/b"));
  EXPECT_EQ(got->toolkit.ptxas, "/t/ptxas");
  EXPECT_EQ(got->toolkit.version, "13.0.88");
  EXPECT_THAT(got->include_folders, ElementsAre("/i=1"));
  EXPECT_EQ(got->temporary, "/tmp/x");
  EXPECT_EQ(got->memory_bytes, 77U);
}

TEST(BuilderProtocol, anything_else_is_refused) {
  EXPECT_FALSE(parsed({}));
  EXPECT_FALSE(parsed({"--help"}));
  EXPECT_FALSE(parsed({"--kind=cu", "--temporary=/t", "--shell=x"}));
  EXPECT_FALSE(parsed({"--kind=cu", "--temporary=/t", "--memory=4g"}));
}

}  // namespace
}  // namespace assay::build
