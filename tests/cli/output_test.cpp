// SPDX-License-Identifier: Apache-2.0
// What goes to stdout and stderr, caught as a shell would see it.
#include "cli/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/descriptor.hpp"
#include "cli/exit_code.hpp"
#include "record/message.hpp"

namespace assay::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Output, ComplainsOnStderrAndReturnsTheExitCode) {
  testing::internal::CaptureStderr();
  const int code = complain(Error{"no task", "name one", Blame::usage, {"the first cause"}});
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "error: no task\n  because: the first cause\n  hint: name one\n");
  EXPECT_EQ(code, usage);
}

TEST(Output, EscapesWhatAComplaintQuotes) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(complain(Error{"no case '\x1b[31m'", "", Blame::machine, {}}), machine);
  const auto said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, Not(HasSubstr("\x1b")));
  EXPECT_THAT(said, HasSubstr("[31m'"));
}

TEST(Output, PrintsTextAsItIs) {
  testing::internal::CaptureStdout();
  EXPECT_TRUE(print(std::string_view("a\0b\n", 4)));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), std::string("a\0b\n", 4));
}

TEST(Output, AReportIsJsonOrATable) {
  record::Report report;
  report.task = "softmax";
  testing::internal::CaptureStdout();
  EXPECT_TRUE(print(report, {.json = true}));
  const auto json = testing::internal::GetCapturedStdout();
  EXPECT_EQ(json, record::to_json(report) + "\n");
  testing::internal::CaptureStdout();
  EXPECT_TRUE(print(report, {}));
  const auto table = testing::internal::GetCapturedStdout();
  EXPECT_THAT(table, HasSubstr("softmax"));
  EXPECT_THAT(table, Not(StartsWith("{")));
  EXPECT_THAT(table, Not(HasSubstr("\x1b"))) << "no colour where stdout is no terminal";
}

TEST(Output, QuietPrintsNoMoreThanLoud) {
  record::Report report;
  report.verdicts.push_back({.name = "k.cu", .outcome = record::Outcome::accepted});
  testing::internal::CaptureStdout();
  EXPECT_TRUE(print(report, {}));
  const auto loud = testing::internal::GetCapturedStdout();
  testing::internal::CaptureStdout();
  EXPECT_TRUE(print(report, {.quiet = true}));
  EXPECT_LT(testing::internal::GetCapturedStdout().size(), loud.size());
}

class Color : public testing::Test {
 protected:
  void SetUp() override {
    ::unsetenv("NO_COLOR");
    if (terminal_ < 0 || ::isatty(terminal_) == 0) GTEST_SKIP() << "no pseudo-terminals here";
  }
  void TearDown() override {
    ::unsetenv("NO_COLOR");
    if (terminal_ >= 0) ::close(terminal_);
  }
  int terminal_ = ::open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
};

TEST_F(Color, IsForTerminals) {
  EXPECT_TRUE(wants_color(terminal_, false));
  const Descriptor null(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  EXPECT_FALSE(wants_color(null.get(), false));
}

TEST_F(Color, AnOptionTurnsItOff) {
  EXPECT_FALSE(wants_color(terminal_, true));
}

TEST_F(Color, NoColorCountsWhenItIsNotEmpty) {
  ::setenv("NO_COLOR", "1", 1);
  EXPECT_FALSE(wants_color(terminal_, false));
  ::setenv("NO_COLOR", "", 1);
  EXPECT_TRUE(wants_color(terminal_, false));
}

}  // namespace
}  // namespace assay::cli
