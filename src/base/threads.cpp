// SPDX-License-Identifier: Apache-2.0
#include "base/threads.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include <sched.h>

namespace assay {
namespace {

// Jobs are taken in order, so when job i throws, all before it have been taken and will finish: the
// lowest index that throws is the same in every run.
class Queue {
 public:
  Queue(std::size_t count, const std::function<void(std::size_t)>& job)
      : count_(count), failed_at_(count), job_(job) {}

  void work() {
    while (!stopped_) {
      const std::size_t index = next_++;
      if (index >= count_) return;
      run(index);
    }
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void run(std::size_t index) {
    try {
      job_(index);
    } catch (...) {
      stopped_ = true;
      const std::lock_guard lock(mutex_);
      if (index >= failed_at_) return;
      failed_at_ = index;
      error_ = std::current_exception();
    }
  }

  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::exception_ptr error_;
  std::size_t count_;
  std::size_t failed_at_;
  const std::function<void(std::size_t)>& job_;
};

}  // namespace

void for_each_index(std::size_t count, std::size_t threads,
                    const std::function<void(std::size_t)>& job) {
  Queue queue(count, job);
  std::vector<std::jthread> others;
  // The caller works too. A machine that refuses more threads gets fewer, not an error.
  try {
    for (std::size_t i = 1; i < std::min(threads, count); ++i) {
      others.emplace_back([&queue] { queue.work(); });
    }
  } catch (const std::system_error&) {
  }
  queue.work();
  others.clear();
  queue.rethrow();
}

std::size_t usable_threads() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) == 0) {
    return static_cast<std::size_t>(std::max(1, CPU_COUNT(&set)));
  }
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace assay
