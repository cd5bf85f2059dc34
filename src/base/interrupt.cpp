// SPDX-License-Identifier: Apache-2.0
#include "base/interrupt.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>

#include <fcntl.h>
#include <unistd.h>

#include "base/process.hpp"

namespace assay {
namespace {

std::atomic<int> first_signal{0};
std::atomic<int> readable_end{-1};
std::atomic<int> writable_end{-1};

static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may touch nothing else");

// Nobody reads the byte: the pipe stays readable, so all threads that wait wake up, now and later.
void on_signal(int signal) {
  const int number = errno;
  int none = 0;
  first_signal.compare_exchange_strong(none, signal);
  [[maybe_unused]] const ssize_t ignored = ::write(writable_end, "!", 1);
  errno = number;
}

void handle(int signal, int flags) {
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

void catch_interrupts() {
  static std::once_flag once;
  std::call_once(once, [] {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0) {
      writable_end = ends[1];
      readable_end = ends[0];
    }
    // The second Ctrl-C kills, should winding down take too long for the person's taste.
    handle(SIGINT, static_cast<int>(SA_RESTART | SA_RESETHAND));
    handle(SIGTERM, SA_RESTART);
    struct sigaction now{};
    ::sigaction(SIGHUP, nullptr, &now);
    if (now.sa_handler == SIG_DFL) handle(SIGHUP, SA_RESTART);  // not under nohup
  });
}

bool interrupted() {
  return first_signal != 0;
}

int interrupting_signal() {
  return first_signal;
}

int interrupt_descriptor() {
  return readable_end;
}

}  // namespace assay
