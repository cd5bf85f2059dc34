// SPDX-License-Identifier: Apache-2.0
// What changes or ends the whole parent process: each runs in a second copy of this program.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/file.hpp"
#include "base/process.hpp"
#include "base/text.hpp"

namespace assay {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using ::testing::ExitedWithCode;
using ::testing::KilledBySignal;

Deadline soon() {
  return steady_clock::now() + 20s;
}

Command shell(std::string script) {
  return {{"/bin/sh", "-c", std::move(script)}, {{"PATH", "/usr/bin:/bin"}}};
}

// Gone, or a zombie whose new parent is slow.
bool dead(const std::string& pid) {
  const auto stat = read_file("/proc/" + pid + "/stat");
  return !stat || stat->find(") Z") != std::string::npos || stat->find(") X") != std::string::npos;
}

// The failures of a copy are told by its exit code.
[[noreturn]] void leave() {
  std::exit(::testing::Test::HasFailure() ? 1 : 0);
}

struct AloneDeathTest : ::testing::Test {
  AloneDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

[[noreturn]] void wait_for_an_interrupt() {
  catch_interrupts();
  EXPECT_FALSE(interrupted());
  Child silent = Child::start(shell("sleep 100")).value();
  Child waited = Child::start(shell("sleep 100")).value();
  std::thread interrupter([] {
    std::this_thread::sleep_for(20ms);
    ::kill(::getpid(), SIGINT);
  });
  EXPECT_EQ(silent.receive(soon()).error().message, "interrupted");
  interrupter.join();
  EXPECT_TRUE(interrupted());
  EXPECT_EQ(interrupting_signal(), SIGINT);
  EXPECT_EQ(silent.send(Bytes(5'000'000), soon()).error().message, "interrupted");
  EXPECT_EQ(run_to_end(shell("sleep 100"), soon()).error().message, "interrupted");
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  EXPECT_EQ(read_frame(ends[0]).error().message, "interrupted");
  EXPECT_EQ(waited.wait(soon()).signal, SIGKILL);
  leave();
}

TEST_F(AloneDeathTest, AnInterruptEndsEveryWait) {
  EXPECT_EXIT(wait_for_an_interrupt(), ExitedWithCode(0), "");
}

[[noreturn]] void be_told_to_go(int signal, bool ignored) {
  if (ignored) std::signal(signal, SIG_IGN);
  catch_interrupts();
  EXPECT_EQ(interrupting_signal(), 0);
  ::raise(signal);
  EXPECT_EQ(interrupting_signal(), ignored ? 0 : signal);
  ::raise(SIGTERM);
  EXPECT_EQ(interrupting_signal(), ignored ? SIGTERM : signal) << "the first counts";
  leave();
}

TEST_F(AloneDeathTest, ALostTerminalInterruptsUnlessItIsIgnored) {
  EXPECT_EXIT(be_told_to_go(SIGHUP, false), ExitedWithCode(0), "");
  EXPECT_EXIT(be_told_to_go(SIGHUP, true), ExitedWithCode(0), "");
}

[[noreturn]] void be_interrupted_twice() {
  catch_interrupts();
  for (const int signal : {SIGTERM, SIGTERM, SIGINT}) ::raise(signal);
  ::raise(SIGINT);
  leave();
}

TEST_F(AloneDeathTest, TheSecondCtrlCKills) {
  EXPECT_EXIT(be_interrupted_twice(), KilledBySignal(SIGINT), "");
}

[[noreturn]] void start_without_stdin() {
  ::close(0);
  const Result<Output> output = run_to_end(shell("cat; echo fine"), soon());
  EXPECT_EQ(output.value().text, "fine\n");
  leave();
}

TEST_F(AloneDeathTest, AParentWithoutStdinStartsChildrenAllTheSame) {
  EXPECT_EXIT(start_without_stdin(), ExitedWithCode(0), "");
}

[[noreturn]] void die_with_a_child(const char* pid_file) {
  Child child =
      Child::start(shell("printf '\\010\\0\\0\\0\\0\\0\\0\\0%8d' $$; exec sleep 100")).value();
  const Bytes pid = child.receive(soon()).value().value();
  if (!write_file(pid_file, pid)) std::exit(1);
  ::raise(SIGKILL);
  std::exit(1);
}

TEST_F(AloneDeathTest, ChildrenDieWithAKilledParent) {
  // The copy comes by here too: it must take the path of the first, and a folder of its own would
  // outlive it.
  std::optional<TemporaryFolder> folder;
  if (std::getenv("ASSAY_TEST_PID_FILE") == nullptr) {
    folder = TemporaryFolder::create("assay-process-test").value();
    ::setenv("ASSAY_TEST_PID_FILE", (folder->path() / "pid").c_str(), 0);
  }
  const char* const pid_file = std::getenv("ASSAY_TEST_PID_FILE");
  EXPECT_EXIT(die_with_a_child(pid_file), KilledBySignal(SIGKILL), "");
  const std::string pid(trim(read_file(pid_file).value()));
  for (const Deadline end = soon(); !dead(pid) && steady_clock::now() < *end;) {
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_TRUE(dead(pid));
  ::unsetenv("ASSAY_TEST_PID_FILE");
}

}  // namespace
}  // namespace assay
