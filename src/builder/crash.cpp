// SPDX-License-Identifier: Apache-2.0
#include "builder/crash.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>

#include "build/builder_protocol.hpp"

namespace assay::builder {
namespace {

std::uint64_t memory_limit = 0;

/// Only calls that are allowed in a signal handler.
bool memory_has_run_out() {
  constexpr std::size_t probe = std::size_t{64} << 20;
  auto* memory = ::mmap(nullptr, probe, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return true;
  ::munmap(memory, probe);
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) return false;
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024 > memory_limit / 2;
}

void end(int) {
  ::_exit(memory_has_run_out() ? build::builder_exit::memory : build::builder_exit::crash);
}

}  // namespace

void catch_crashes(std::uint64_t memory_bytes) {
  memory_limit = memory_bytes;
  // endless recursion leaves no stack to handle its own signal on
  static std::byte stack_for_handler[64 << 10];
  stack_t stack{};
  stack.ss_sp = stack_for_handler;
  stack.ss_size = sizeof stack_for_handler;
  (void)::sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_handler = end;
  action.sa_flags = SA_ONSTACK;
  for (const int crash : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP})
    (void)::sigaction(crash, &action, nullptr);
}

}  // namespace assay::builder
