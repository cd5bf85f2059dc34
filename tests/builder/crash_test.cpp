// SPDX-License-Identifier: Apache-2.0
#include "builder/crash.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <functional>

#include "build/builder_protocol.hpp"

namespace assay::builder {
namespace {

namespace codes = build::builder_exit;

constexpr std::uint64_t plenty = std::uint64_t{1} << 40;

int exit_code_of(std::uint64_t memory_bytes, const std::function<void()>& crash) {
  const pid_t child = ::fork();
  if (child == 0) {
    catch_crashes(memory_bytes);
    crash();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Crash, signals_of_a_crash_become_an_exit_code) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    EXPECT_EQ(exit_code_of(plenty, [=] { ::raise(signal); }), codes::crash) << signal;
  }
}

TEST(Crash, no_crash_changes_nothing) {
  EXPECT_EQ(exit_code_of(plenty, [] {}), 0);
}

TEST(Crash, a_crash_with_most_of_the_memory_in_use_is_for_lack_of_it) {
  EXPECT_EQ(exit_code_of(1, [] { std::abort(); }), codes::memory);
}

TEST(Crash, the_handler_needs_no_stack) {
  EXPECT_EQ(
      exit_code_of(plenty,
                   [] {
                     // the stack pointer can't be moved from C++, but a guard page below a small
                     // stack can be hit: recursion
                     struct Deep {
                       static std::size_t down(std::size_t n, volatile char* above) {
                         volatile char here[4096];
                         here[0] = above == nullptr ? 'x' : above[0];
                         return n == 0 ? 0 : down(n - 1, here) + static_cast<std::size_t>(here[0]);
                       }
                     };
                     ::_exit(static_cast<int>(Deep::down(std::size_t{1} << 40, nullptr) & 1));
                   }),
      codes::crash);
}

}  // namespace
}  // namespace assay::builder
