// SPDX-License-Identifier: Apache-2.0
#include "base/keeper.hpp"

#include <condition_variable>
#include <csignal>
#include <mutex>
#include <thread>

namespace assay {
namespace {

class Keeper {
 public:
  Keeper() {
    // Signals are for the program's own threads.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread([this] { work(); }).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  void run(const std::function<void()>& job) {
    const std::lock_guard one_at_a_time(callers_);
    std::unique_lock lock(mutex_);
    job_ = &job;
    changed_.notify_all();
    changed_.wait(lock, [this] { return job_ == nullptr; });
  }

 private:
  [[noreturn]] void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return job_ != nullptr; });
      (*job_)();
      job_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex callers_;
  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void()>* job_ = nullptr;
};

}  // namespace

void on_keeper_thread(const std::function<void()>& job) {
  // Never destroyed: its thread may outlive every static object.
  static Keeper* const keeper = new Keeper;
  keeper->run(job);
}

}  // namespace assay
