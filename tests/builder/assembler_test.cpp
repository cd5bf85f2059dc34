// SPDX-License-Identifier: Apache-2.0
#include "builder/assembler.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <signal.h>

#include "base/file.hpp"
#include "build/toolkit.hpp"

namespace assay::builder {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view text =
    ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k() { ret; }\n";

class AssemblerProcess : public testing::Test {
 protected:
  void SetUp() override {
    const auto toolkit = build::find_toolkit();
    if (!toolkit || toolkit->ptxas.empty()) GTEST_SKIP() << "no ptxas on this machine";
    arguments_.kind = "ptx";
    arguments_.toolkit = *toolkit;
    arguments_.temporary = folder_.path();
    arguments_.memory_bytes = std::uint64_t{2} << 30;
  }
  TemporaryFolder folder_ = TemporaryFolder::create("assembler").value();
  build::BuilderArguments arguments_;
};

TEST_F(AssemblerProcess, ptx_becomes_a_cubin) {
  auto assembler = Assembler::prepare(arguments_);
  ASSERT_TRUE(assembler);
  const auto result = assembler->assemble(bytes_of(text), "k.ptx", "90");
  ASSERT_TRUE(result) << to_text(result.error());
  EXPECT_TRUE(result->ok) << result->log;
  EXPECT_THAT(std::string(text_of(result->cubin)), StartsWith("\x7f"
                                                              "ELF"));
}

TEST_F(AssemblerProcess, a_mistake_is_a_value_under_the_candidates_name) {
  auto assembler = Assembler::prepare(arguments_);
  ASSERT_TRUE(assembler);
  const auto result = assembler->assemble(bytes_of("nonsense\n"), "k.ptx", "90");
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->ok);
  EXPECT_EQ(result->failure, "compile");
  EXPECT_THAT(result->log, HasSubstr("ptxas k.ptx, line 1"));
  EXPECT_THAT(result->log, testing::Not(HasSubstr(folder_.path().string())));
}

TEST(AssemblerEnding, killed_by_somebody_is_an_error) {
  for (const int signal : {SIGKILL, SIGTERM}) {
    const auto failure = failure_of(signal, "");
    ASSERT_FALSE(failure) << *failure;
    EXPECT_THAT(failure.error().message, HasSubstr("killed by signal " + std::to_string(signal)));
  }
  EXPECT_FALSE(failure_of(127 << 8, ""));
}

TEST(AssemblerEnding, crashes_limits_and_mistakes_are_the_sources_doing) {
  EXPECT_EQ(failure_of(0, "").value(), "");
  EXPECT_EQ(failure_of(1 << 8, "line 1: syntax error").value(), "compile");
  EXPECT_EQ(failure_of(1 << 8, "fatal: Memory allocation failure").value(), "memory");
  EXPECT_EQ(failure_of(SIGSEGV, "").value(), "crash");
  EXPECT_EQ(failure_of(SIGXCPU, "").value(), "timeout");
}

TEST_F(AssemblerProcess, one_that_is_never_used_ends) {
  auto assembler = Assembler::prepare(arguments_);
  EXPECT_TRUE(assembler);  // its destructor waits for the child, so a hang would show
}

TEST_F(AssemblerProcess, a_program_that_is_missing_is_an_error) {
  arguments_.toolkit.ptxas = "/no/such/ptxas";
  auto assembler = Assembler::prepare(arguments_);
  ASSERT_TRUE(assembler);
  EXPECT_THAT(assembler->assemble(bytes_of(text), "k.ptx", "90").error().message,
              HasSubstr("can't be started"));
}

}  // namespace
}  // namespace assay::builder
