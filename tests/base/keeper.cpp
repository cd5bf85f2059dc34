// SPDX-License-Identifier: Apache-2.0
#include "base/keeper.hpp"

#include <csignal>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "base/threads.hpp"

namespace assay {
namespace {

TEST(Keeper, IsOneThreadForAllAndNoneOfTheirs) {
  const auto ids = map_indices(20, 4, [](std::size_t) {
    std::thread::id id;
    on_keeper_thread([&] { id = std::this_thread::get_id(); });
    EXPECT_NE(id, std::this_thread::get_id());
    return id;
  });
  EXPECT_EQ(std::set(ids.begin(), ids.end()).size(), 1U);
}

TEST(Keeper, RunsOneJobAtATimeAndEachToItsEnd) {
  int unguarded = 0;
  for_each_index(200, 4, [&](std::size_t) { on_keeper_thread([&] { ++unguarded; }); });
  EXPECT_EQ(unguarded, 200);
}

TEST(Keeper, LeavesSignalsToOthers) {
  sigset_t blocked;
  on_keeper_thread([&] { pthread_sigmask(SIG_SETMASK, nullptr, &blocked); });
  EXPECT_EQ(sigismember(&blocked, SIGINT), 1);
  EXPECT_EQ(sigismember(&blocked, SIGTERM), 1);
}

}  // namespace
}  // namespace assay
