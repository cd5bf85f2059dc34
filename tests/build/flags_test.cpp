// SPDX-License-Identifier: Apache-2.0
#include "build/flags.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::build {
namespace {

using testing::HasSubstr;

record::BuildRequest good() {
  record::BuildRequest request;
  request.kind = "cu";
  request.kernels = {"ns::scale<float>"};
  return request;
}

std::string complaint_of(const record::BuildRequest& request) {
  return complaint(request).value_or("");
}

TEST(Flags, what_changes_code_is_allowed) {
  for (const auto* flag : {"--use_fast_math", "--fmad=false", "--std=c++20", "--maxrregcount=64"}) {
    EXPECT_TRUE(is_allowed_flag(flag)) << flag;
  }
}

TEST(Flags, what_reads_writes_or_adds_is_not) {
  for (const auto* flag :
       {"--pre-include=/etc/passwd", "-I/etc", "--time=/tmp/x", "--use_pch", "-rdc=true",
        "--dlink-time-opt", "--maxrregcount=", "--maxrregcount=6x", "--device-debug", ""}) {
    EXPECT_FALSE(is_allowed_flag(flag)) << flag;
  }
}

TEST(Flags, a_refused_flag_is_named_with_those_that_would_do) {
  auto request = good();
  request.flags = {"-rdc=true"};
  EXPECT_THAT(complaint_of(request), HasSubstr("'-rdc=true' is not allowed"));
  EXPECT_THAT(complaint_of(request), HasSubstr("--use_fast_math"));
}

TEST(Flags, a_good_request_has_no_complaint) {
  auto request = good();
  request.defines = {{"BLOCK", "256"}, {"EMPTY", ""}};
  EXPECT_EQ(complaint_of(request), "");
}

TEST(Flags, names_can_not_smuggle_lines_in) {
  auto request = good();
  request.kernels = {"k\n#include \"/etc/passwd\""};
  EXPECT_THAT(complaint_of(request), HasSubstr("not one line"));
  request = good();
  request.defines = {{"A", "1\n2"}};
  EXPECT_THAT(complaint_of(request), HasSubstr("value of 'A'"));
  request.defines = {{"A=1 -I/etc", "1"}};
  EXPECT_THAT(complaint_of(request), HasSubstr("is no name for a macro"));
}

TEST(Flags, architecture_kind_and_compiler_are_checked) {
  auto request = good();
  request.arch = "90a -I/etc";
  EXPECT_THAT(complaint_of(request), HasSubstr("unknown architecture"));
  request = good();
  request.kind = "exe";
  EXPECT_THAT(complaint_of(request), HasSubstr("'exe'"));
  request = good();
  request.compiler = "nvcc";
  EXPECT_THAT(complaint_of(request), HasSubstr("'nvcc' is not supported"));
}

}  // namespace
}  // namespace assay::build
