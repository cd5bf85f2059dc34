// SPDX-License-Identifier: Apache-2.0
#include "base/threads.hpp"

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Threads, ResultsStandByIndex) {
  const auto squares = map_indices(1000, 4, [](std::size_t i) { return i * i; });
  ASSERT_EQ(squares.size(), 1000U);
  for (std::size_t i = 0; i < squares.size(); ++i) EXPECT_EQ(squares[i], i * i);
}

TEST(Threads, NoJobsAreNoTrouble) {
  EXPECT_TRUE(map_indices(0, 4, [](std::size_t) { return 1; }).empty());
}

TEST(Threads, NoThreadsMeansTheCaller) {
  const auto caller = std::this_thread::get_id();
  const auto ids = map_indices(3, 0, [](std::size_t) { return std::this_thread::get_id(); });
  for (const auto& id : ids) EXPECT_EQ(id, caller);
}

TEST(Threads, EachJobRunsOnce) {
  std::mutex mutex;
  std::multiset<std::size_t> seen;
  for_each_index(500, 8, [&](std::size_t i) {
    const std::lock_guard lock(mutex);
    seen.insert(i);
  });
  EXPECT_EQ(seen.size(), 500U);
  EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), 500U);
}

TEST(Threads, ValuesThatOnlyMoveAreFine) {
  const auto made =
      map_indices(8, 3, [](std::size_t i) { return std::make_unique<std::size_t>(i); });
  EXPECT_EQ(*made[7], 7U);
}

TEST(Threads, TheExceptionOfTheLowestIndexComesOut) {
  for (int again = 0; again < 50; ++again) {
    std::string what;
    try {
      for_each_index(100, 4, [](std::size_t i) {
        if (i >= 10) throw std::runtime_error(std::to_string(i));
      });
    } catch (const std::runtime_error& error) {
      what = error.what();
    }
    EXPECT_EQ(what, "10");
  }
}

TEST(Threads, AfterAnExceptionNoNewJobIsTaken) {
  std::atomic<int> ran{0};
  const auto job = [&](std::size_t) {
    ++ran;
    throw std::runtime_error("stop");
  };
  EXPECT_THROW(for_each_index(1000, 1, job), std::runtime_error);
  EXPECT_EQ(ran, 1);
}

TEST(Threads, ThereIsAlwaysAThreadToUse) {
  EXPECT_GE(usable_threads(), 1U);
}

}  // namespace
}  // namespace assay
