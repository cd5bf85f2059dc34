// SPDX-License-Identifier: Apache-2.0
// The real assay-worker, spoken to in frames as the flow does it.
#include <chrono>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.hpp"
#include "base/process.hpp"
#include "device/sim/kernels.hpp"
#include "record/message.hpp"

namespace assay {
namespace {

using namespace device::test;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

/// Far beyond what any of these takes; only a hang meets it.
Deadline patience() {
  return std::chrono::steady_clock::now() + std::chrono::seconds(60);
}

class Worker : public testing::Test {
 protected:
  static Child start(std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), ASSAY_WORKER);
    // A sanitizer's search for leaks traces its own process, which the worker's sandbox forbids.
    return Child::start({arguments, {{"ASAN_OPTIONS", "detect_leaks=0"}}}).value();
  }

  template <class Answer, class Request>
  Answer ask(const Request& request) {
    EXPECT_TRUE(child_.send(record::to_frame(request), patience()));
    const auto frame = child_.receive(patience());
    if (!frame || !*frame) {
      ADD_FAILURE() << "no answer: " << child_.wait(patience()).stderr_tail;
      return {};
    }
    auto answer = record::from_frame<Answer>(**frame);
    EXPECT_TRUE(answer) << answer.error().message;
    return answer.value_or(Answer{});
  }

  Ending end() {
    child_.close_input();
    return child_.wait(patience());
  }

  Child child_ = start();
};

TEST_F(Worker, LoadsRunsTwiceAndEndsWithItsInput) {
  EXPECT_TRUE(ask<record::LoadAnswer>(load_request()).ok);
  const auto first = ask<record::RunAnswer>(add_request(100));
  EXPECT_TRUE(first.completed) << first.error;
  ASSERT_THAT(first.outputs, SizeIs(1));
  const auto second = ask<record::RunAnswer>(add_request(100));
  EXPECT_EQ(second.outputs.at(0).tensor.bytes, first.outputs[0].tensor.bytes);
  const auto ending = end();
  EXPECT_TRUE(ending.exited);
  EXPECT_EQ(ending.code, 0);
  EXPECT_THAT(ending.stderr_tail, IsEmpty());
}

TEST_F(Worker, AnEmptyInputIsAnOrderlyEnd) {
  const auto ending = end();
  EXPECT_TRUE(ending.exited);
  EXPECT_EQ(ending.code, 0);
}

TEST_F(Worker, NonsenseInsteadOfCodeIsExit2WithAMessage) {
  EXPECT_TRUE(child_.send(bytes_of("hello"), patience()));
  const auto ending = end();
  EXPECT_TRUE(ending.exited);
  EXPECT_EQ(ending.code, 2);
  EXPECT_THAT(ending.stderr_tail, StartsWith("error: "));
}

TEST_F(Worker, NonsenseInsteadOfARunIsExit2) {
  EXPECT_TRUE(ask<record::LoadAnswer>(load_request()).ok);
  EXPECT_TRUE(child_.send(bytes_of("{}"), patience()));
  EXPECT_EQ(end().code, 2);
}

TEST_F(Worker, ASecondLoadIsRefused) {
  EXPECT_TRUE(ask<record::LoadAnswer>(load_request()).ok);
  EXPECT_TRUE(child_.send(record::to_frame(load_request()), patience()));
  EXPECT_EQ(end().code, 2);
}

TEST_F(Worker, ARunBeforeTheCodeIsRefused) {
  EXPECT_TRUE(child_.send(record::to_frame(add_request(4)), patience()));
  EXPECT_EQ(end().code, 2);
}

TEST_F(Worker, CodeThatCannotBeReadIsAnAnswerAndSoIsTheRunAfterIt) {
  const auto loaded = ask<record::LoadAnswer>(load_request("int main() {}"));
  EXPECT_FALSE(loaded.ok);
  EXPECT_THAT(loaded.error, HasSubstr("PTX"));
  const auto run = ask<record::RunAnswer>(add_request(4));
  EXPECT_FALSE(run.ok);
  EXPECT_THAT(run.error, HasSubstr("before any code"));
  EXPECT_EQ(end().code, 0);
}

TEST_F(Worker, AFaultIsAnAnswerAndTheNextRunWorks) {
  EXPECT_TRUE(ask<record::LoadAnswer>(load_request()).ok);
  const auto faulty = ask<record::RunAnswer>(add_request(50, 64));
  ASSERT_THAT(faulty.faults, SizeIs(testing::Ge(1)));
  EXPECT_EQ(faulty.faults[0].code, "memory.out_of_bounds");
  EXPECT_TRUE(ask<record::RunAnswer>(add_request(50)).completed);
}

TEST_F(Worker, AFileIsNeverReadForABuffer) {
  EXPECT_TRUE(ask<record::LoadAnswer>(load_request()).ok);
  auto request = add_request(4);
  request.buffers[0].fill.values = {Values::Family::file, 0, 0, "/etc/hostname"};
  const auto answer = ask<record::RunAnswer>(request);
  EXPECT_FALSE(answer.ok);
  EXPECT_THAT(answer.error, testing::Not(IsEmpty()));
}

TEST_F(Worker, ItsLimitsAreToldALineAFrame) {
  Child asked = start({"--limits"});
  std::vector<std::string> lines;
  while (true) {
    const auto frame = asked.receive(patience());
    ASSERT_TRUE(frame) << frame.error().message;
    if (!*frame) break;
    lines.emplace_back(text_of(**frame));
  }
  EXPECT_EQ(asked.wait(patience()).code, 0);
  EXPECT_THAT(lines, Contains(HasSubstr("landlock")));
  EXPECT_THAT(lines, Contains(HasSubstr("seccomp")));
  EXPECT_THAT(lines,
              testing::Each(testing::AnyOf(StartsWith("applied: "), StartsWith("missing: "))));
}

/// The kernel's own word on the children of this process: one "status" text each.
std::vector<std::string> statuses_of_children() {
  std::vector<std::string> texts;
  std::error_code failed;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", failed)) {
    const auto children = read_file(thread.path() / "children");
    if (!children) continue;
    std::istringstream pids(*children);
    for (std::string pid; pids >> pid;) {
      if (const auto text = read_file("/proc/" + pid + "/status")) texts.push_back(*text);
    }
  }
  return texts;
}

TEST_F(Worker, ItRunsUnderASystemCallFilterBeforeItTakesCode) {
  EXPECT_TRUE(ask<record::LoadAnswer>(load_request()).ok);
  const auto statuses = statuses_of_children();
  if (statuses.empty()) GTEST_SKIP() << "this kernel lists no children in /proc";
  EXPECT_THAT(statuses, Contains(testing::AllOf(HasSubstr("assay-worker"), HasSubstr("Seccomp:\t2"),
                                                HasSubstr("NoNewPrivs:\t1"))));
}

}  // namespace
}  // namespace assay
