// SPDX-License-Identifier: Apache-2.0
// What honest kernels do between threads, and the same with one order removed.
#include <gtest/gtest.h>

#include "sim/race/script.hpp"

namespace assay::sim::race {
namespace {

constexpr Thread a{0, 0, 0}, a_next{0, 0, 1}, a_far{0, 1, 0};  // one block
constexpr Thread b{1, 0, 0}, b_far{1, 1, 5};                   // another
constexpr Script::Where payload = g(0), flag = g(8), other_flag = g(9);

std::size_t faults(void (*story)(Script&), std::uint32_t blocks = 2) {
  Script script(blocks);
  story(script);
  return script.faults();
}

// --- block barriers

std::size_t tile_exchange(bool barrier) {
  Script x(1);
  x.warp_write(0, 0, s(0));
  if (barrier) x.sync_block(0);
  x.warp_read(0, 1, s(0));
  return x.faults();
}
TEST(Barrier, orders_a_tile_exchange) {
  EXPECT_EQ(tile_exchange(true), 0u);
}
TEST(Barrier, missing_is_a_race) {
  EXPECT_EQ(tile_exchange(false), 1u);
}

TEST(Barrier, missing_before_the_tile_is_written_again_is_a_race) {
  for (const bool barrier : {true, false}) {
    Script x(1);
    x.warp_write(0, 0, s(0));
    x.sync_block(0);
    x.warp_read(0, 1, s(0));
    if (barrier) x.sync_block(0);
    x.warp_write(0, 0, s(0));
    EXPECT_EQ(x.faults(), barrier ? 0u : 1u);
  }
}

TEST(Barrier, of_some_warps_orders_only_those) {
  Script x(1, 96);
  x.warp_write(0, 0, s(0));
  x.block(0).barrier(1, std::vector<Lanes>{{0, ~0u}, {1, ~0u}});
  x.warp_read(0, 1, s(0));
  EXPECT_EQ(x.faults(), 0u);
  x.warp_read(0, 2, s(0));
  EXPECT_EQ(x.faults(), 1u);
}

TEST(Barrier, arriving_releases_and_does_not_acquire) {
  Script x(1);
  x.warp_write(0, 0, s(0));  // the producer's
  x.block(0).arrive(1, 0, ~0u);
  x.warp_write(0, 1, s(32));  // the consumer's
  x.block(0).barrier(1, std::vector<Lanes>{{1, ~0u}});
  x.warp_read(0, 1, s(0));
  EXPECT_EQ(x.faults(), 0u);
  x.warp_read(0, 0, s(32));
  EXPECT_EQ(x.faults(), 1u);
}

TEST(Barrier, what_comes_after_arriving_is_not_released) {
  Script x(1);
  x.block(0).arrive(1, 0, ~0u);
  x.warp_write(0, 0, s(0));
  x.block(0).barrier(1, std::vector<Lanes>{{1, ~0u}});
  x.warp_read(0, 1, s(0));
  EXPECT_EQ(x.faults(), 1u);
}

TEST(Barrier, threads_that_left_count_as_arrived) {
  Script x(1);
  x.warp_write(0, 0, s(0));
  x.block(0).exit(0, ~0u);
  x.block(0).barrier(0, std::vector<Lanes>{{1, ~0u}});
  x.warp_read(0, 1, s(0));
  EXPECT_EQ(x.faults(), 0u);
}

TEST(Barrier, does_not_order_other_blocks) {
  Script x(2);
  x.write(a, payload, 1);
  x.sync_block(0);
  x.sync_block(1);
  x.read(b, payload);
  EXPECT_EQ(x.faults(), 1u);
}

// --- within a warp

std::size_t lane_exchange(std::uint32_t mask) {
  Script x(1);
  x.warp_write(0, 0, s(0));
  if (mask != 0) x.sync_warp(0, 0, mask);
  x.read({0, 0, 0}, s(1));
  return x.faults();
}
TEST(WarpSync, orders_lanes) {
  EXPECT_EQ(lane_exchange(~0u), 0u);
}
TEST(WarpSync, missing_is_a_race) {
  EXPECT_EQ(lane_exchange(0), 1u);
}
TEST(WarpSync, of_both_lanes_is_enough) {
  EXPECT_EQ(lane_exchange(3), 0u);
}
TEST(WarpSync, without_the_writer_is_a_race) {
  EXPECT_EQ(lane_exchange(5), 1u);
}
TEST(WarpSync, of_another_warp_is_a_race) {
  Script x(1);
  x.warp_write(0, 0, s(0));
  x.sync_warp(0, 1);
  x.warp_read(0, 1, s(0));
  EXPECT_EQ(x.faults(), 1u);
}

TEST(WarpSync, chains_pass_on_what_was_learnt) {
  Script x(1);
  x.write({0, 0, 0}, s(0), 1);
  x.sync_warp(0, 0, 0b011);
  x.sync_warp(0, 0, 0b110);
  x.read({0, 0, 2}, s(0));
  EXPECT_EQ(x.faults(), 0u);
  x.read({0, 0, 3}, s(0));
  EXPECT_EQ(x.faults(), 1u);
}

// --- flags: release and acquire patterns

struct Flag {
  bool release_fence = true, acquire_fence = true;
  Scope release_scope = Scope::gpu, acquire_scope = Scope::gpu;
  Strength store = Strength::relaxed, load = Strength::relaxed;
};
std::size_t look_back(const Flag& f, Thread from = a, Thread to = b) {
  Script x(2);
  x.read(to, flag, f.load);  // spins
  x.write(from, payload, 7);
  if (f.release_fence) x.fence(from, f.release_scope);
  x.write(from, flag, 1, f.store);
  x.read(to, flag, f.load);
  if (f.acquire_fence) x.fence(to, f.acquire_scope);
  x.read(to, payload);
  return x.faults();
}
TEST(Flag, volatile_with_two_fences_is_ordered) {
  EXPECT_EQ(look_back({}), 0u);
}
TEST(Flag, without_the_writers_fence_is_a_race) {
  EXPECT_EQ(look_back({.release_fence = false}), 1u);
}
TEST(Flag, without_the_readers_fence_is_a_race) {
  EXPECT_EQ(look_back({.acquire_fence = false}), 1u);
}
TEST(Flag, block_fences_do_not_order_across_blocks) {
  EXPECT_EQ(look_back({.release_scope = Scope::cta}), 1u);
  EXPECT_EQ(look_back({.acquire_scope = Scope::cta}), 1u);
}
TEST(Flag, block_fences_order_within_a_block) {
  const Flag f{.release_scope = Scope::cta, .acquire_scope = Scope::cta};
  EXPECT_EQ(look_back(f, a, a_far), 0u);
  EXPECT_EQ(look_back({.acquire_scope = Scope::cta}, a, a_far), 0u);
}
TEST(Flag, release_and_acquire_need_no_fences) {
  const Flag f{.release_fence = false,
               .acquire_fence = false,
               .store = Strength::release,
               .load = Strength::acquire};
  EXPECT_EQ(look_back(f), 0u);
}
TEST(Flag, a_fence_pairs_with_an_acquire) {
  EXPECT_EQ(look_back({.acquire_fence = false, .load = Strength::acquire}), 0u);
  EXPECT_EQ(look_back({.release_fence = false, .store = Strength::release}), 0u);
}
TEST(Flag, plain_is_a_race) {
  EXPECT_GE(look_back({.store = Strength::weak, .load = Strength::weak}), 1u);
}
TEST(Flag, plain_store_against_volatile_spin_is_a_race) {
  EXPECT_GE(look_back({.store = Strength::weak}), 1u);
}
TEST(Flag, written_after_the_fence_is_not_covered_by_it) {
  Script x(2);
  x.fence(a);
  x.write(a, payload, 7);
  x.write(a, flag, 1, Strength::relaxed);
  x.read(b, flag, Strength::relaxed);
  x.fence(b);
  x.read(b, payload);
  EXPECT_EQ(x.faults(), 1u);
}
TEST(Flag, a_release_elsewhere_does_not_count) {
  Script x(2);
  x.write(a, payload, 7);
  x.write(a, other_flag, 1, Strength::release);
  x.write(a, flag, 1, Strength::relaxed);
  x.read(b, flag, Strength::acquire);
  x.read(b, payload);
  EXPECT_EQ(x.faults(), 1u);
}
TEST(Flag, a_later_store_by_the_releasing_thread_still_releases) {
  Script x(2);
  x.write(a, payload, 7);
  x.write(a, flag, 1, Strength::release);
  x.write(a, flag, 2, Strength::relaxed);
  x.read(b, flag, Strength::acquire);
  x.read(b, payload);
  EXPECT_EQ(x.faults(), 0u);
}
TEST(Flag, order_passes_from_block_to_block) {
  Script x(3);
  const Thread c{2, 1, 3};
  x.write(a, payload, 7);
  x.write(a, flag, 1, Strength::release);
  x.read(b, flag, Strength::acquire);
  x.write(b, other_flag, 1, Strength::release);
  x.read(c, other_flag, Strength::acquire);
  x.read(c, payload);
  EXPECT_EQ(x.faults(), 0u);
}
TEST(Flag, may_be_read_plainly_after_it_was_seen) {
  for (const bool barrier : {true, false}) {
    Script x(2);
    x.write(a, flag, 1, Strength::relaxed);
    x.read(b, flag, Strength::relaxed);
    x.read(b, flag);
    if (barrier) x.sync_block(1);
    for (const std::uint16_t warp : {0, 1}) x.warp_read(1, warp, flag, 0);
    EXPECT_EQ(x.faults() != 0, !barrier);
  }
}

TEST(Flag, a_second_fence_releases_what_came_since_the_first) {
  Script x(2);
  x.fence(a);
  x.write(a, flag, 1, Strength::relaxed);
  x.write(a, payload, 7);
  x.fence(a);
  x.write(a, flag, 2, Strength::relaxed);
  x.read(b, flag, Strength::acquire);
  x.read(b, payload);
  EXPECT_EQ(x.faults(), 0u);
}
TEST(Flag, block_scope_accesses_hand_over_within_their_block) {
  for (const Thread to : {a_far, b}) {
    Script x(2);
    x.write(a, payload, 7);
    x.write(a, flag, 1, Strength::release, Scope::cta);
    x.read(to, flag, Strength::acquire, Scope::cta);
    x.read(to, payload);
    EXPECT_EQ(x.faults(), to == a_far ? 0u : 2u);
  }
}
TEST(Flag, who_saw_it_first_is_kept_when_others_read_it_later) {
  Script x(2);
  x.read(b_far, flag, Strength::relaxed);
  x.read({1, 1, 6}, flag, Strength::relaxed);
  x.rmw(a, flag);
  x.read(b_far, flag, Strength::relaxed);  // sees the atomic
  x.sync_block(1);
  x.read({1, 1, 6}, flag);
  x.read({1, 0, 3}, flag);
  x.read({1, 0, 4}, flag);
  EXPECT_EQ(x.faults(), 0u);
}

TEST(Flag, who_saw_it_hands_that_on_even_if_the_block_has_moved_on) {
  Script x(2);
  x.write(a, flag, 1, Strength::relaxed);
  x.read(a_far, flag, Strength::relaxed);
  x.write(a_far, other_flag, 1, Strength::release);
  x.sync_block(0);
  x.read(a_next, flag);
  x.read(b, other_flag, Strength::acquire);
  x.read(b, flag);
  EXPECT_EQ(x.faults(), 0u);
}

// --- the last block reduces (threadFenceReduction)

struct Tickets {
  bool fence = true, block_barrier = true;
  Strength ticket = Strength::relaxed;
};
std::size_t last_block(const Tickets& t) {
  Script x(4);
  for (std::uint32_t block = 0; block < 4; ++block) {
    const Thread lead{block, 0, 0};
    x.write(lead, g(block), block);
    if (t.fence) x.fence(lead);
    x.rmw(lead, flag, t.ticket);
  }
  if (t.block_barrier) x.sync_block(3);
  x.access(3, 1, 0xF, g(0), 1, Kind::read, Strength::weak, Scope::gpu, 0);
  x.write({3, 0, 0}, flag, 0);  // for the next launch
  return x.faults();
}
TEST(LastBlock, is_ordered) {
  EXPECT_EQ(last_block({}), 0u);
}
// Every thread fences its own stores, the barrier gathers them, one thread takes the ticket.
struct Gathered {
  bool total = true, store_after_fence = false, barrier = true;
};
std::size_t gathered(const Gathered& t) {
  Script x(2);
  const Thread writer{0, 1, 3}, lead{0, 0, 0}, reader{1, 0, 0};
  if (!t.store_after_fence) x.write(writer, payload, 7);
  t.total ? x.fence_sc(writer) : x.fence(writer);
  if (t.store_after_fence) x.write(writer, payload, 7);
  if (t.barrier) x.sync_block(0);
  x.rmw(lead, flag);
  x.rmw(reader, flag);
  x.fence_sc(reader);
  x.read(reader, payload);
  return x.faults();
}
TEST(LastBlock, a_fence_of_the_writer_before_the_barrier_will_do) {
  EXPECT_EQ(gathered({}), 0u);
}
TEST(LastBlock, but_only_one_that_stands_in_the_order_of_them_all) {
  EXPECT_EQ(gathered({.total = false}), 1u);
}
TEST(LastBlock, and_not_for_what_is_stored_behind_it) {
  EXPECT_EQ(gathered({.store_after_fence = true}), 1u);
}
TEST(LastBlock, and_not_without_the_barrier) {
  EXPECT_EQ(gathered({.barrier = false}), 1u);
}
TEST(LastBlock, a_fence_handed_on_by_a_warp_and_then_by_the_block) {
  Script x(2);
  const Thread writer{0, 1, 3}, middle{0, 1, 5}, reader{1, 0, 0};
  x.write(writer, payload, 7);
  x.fence_sc(writer);
  x.sync_warp(0, 1, 0xFF);
  x.write(middle, flag, 1, Strength::relaxed);
  x.read(reader, flag, Strength::relaxed);
  x.fence_sc(reader);
  x.read(reader, payload);
  EXPECT_EQ(x.faults(), 0u);
  x.sync_block(0);
  x.write({0, 0, 0}, other_flag, 1, Strength::relaxed);
  x.read({1, 1, 0}, other_flag, Strength::relaxed);
  x.fence_sc({1, 1, 0});
  x.read({1, 1, 0}, payload);
  EXPECT_EQ(x.faults(), 0u);
}
TEST(LastBlock, a_fence_of_the_block_reaches_no_other) {
  Script x(2);
  const Thread writer{0, 1, 3}, lead{0, 0, 0}, reader{1, 0, 0};
  x.write(writer, payload, 7);
  x.fence_sc(writer, Scope::cta);
  x.sync_block(0);
  x.rmw(lead, flag);
  x.rmw(reader, flag);
  x.fence_sc(reader);
  x.read(reader, payload);
  EXPECT_EQ(x.faults(), 1u);
}
TEST(LastBlock, without_threadfence_is_a_race) {
  EXPECT_GE(last_block({.fence = false}), 1u);
}
TEST(LastBlock, without_syncthreads_is_a_race) {
  EXPECT_GE(last_block({.block_barrier = false}), 1u);
}
TEST(LastBlock, with_acq_rel_tickets_needs_no_fence) {
  EXPECT_EQ(last_block({.fence = false, .ticket = Strength::acq_rel}), 0u);
}
TEST(LastBlock, with_release_only_tickets_settles_at_the_barrier) {
  EXPECT_EQ(last_block({.fence = false, .ticket = Strength::release}), 0u);
}
TEST(LastBlock, a_plain_store_to_the_counter_breaks_the_chain) {
  Script x(3);
  x.write(a, payload, 1);
  x.fence(a);
  x.rmw(a, flag);
  x.write({2, 0, 0}, flag, 0);
  x.rmw(b, flag);
  x.fence(b);
  x.read(b, payload);
  EXPECT_EQ(x.faults(), 3u);  // the store against the atomics on either side, and the payload
}

// --- spin lock

std::size_t lock_twice(bool acquire_fence, bool release_fence) {
  Script x(2);
  for (const Thread t : {a, b_far}) {
    x.rmw(t, flag);  // atomicCAS
    if (acquire_fence) x.fence(t);
    x.read(t, payload);
    x.write(t, payload, 100 + t.block);
    if (release_fence) x.fence(t);
    x.rmw(t, flag);  // atomicExch
  }
  return x.faults();
}
TEST(SpinLock, with_both_fences_is_ordered) {
  EXPECT_EQ(lock_twice(true, true), 0u);
}
TEST(SpinLock, without_the_acquiring_fence_is_a_race) {
  EXPECT_GE(lock_twice(false, true), 1u);
}
TEST(SpinLock, without_the_releasing_fence_is_a_race) {
  EXPECT_GE(lock_twice(true, false), 1u);
}

// --- cooperative grid barrier, as cooperative_groups compiles it

std::size_t grid_barrier(bool fence_before, bool fence_after, bool barriers) {
  Script x(2);
  for (const std::uint32_t block : {0u, 1u}) x.warp_write(block, 1, g(16 * block), 0);
  for (const std::uint32_t block : {0u, 1u}) {
    const Thread lead{block, 0, 0};
    if (barriers) x.sync_block(block);
    if (fence_before) x.fence(lead);
    x.rmw(lead, flag);
  }
  for (const std::uint32_t block : {0u, 1u}) {
    const Thread lead{block, 0, 0};
    x.read(lead, flag, Strength::relaxed);
    if (fence_after) x.fence(lead);
    if (barriers) x.sync_block(block);
  }
  const std::size_t before = x.faults();  // the stores of many lanes to one word
  for (const std::uint32_t block : {0u, 1u}) x.read({block, 1, 0}, g(16 * (1 - block)));
  return x.faults() - before;
}
TEST(GridBarrier, is_ordered) {
  EXPECT_EQ(grid_barrier(true, true, true), 0u);
}
TEST(GridBarrier, the_block_barrier_settles_what_the_leader_saw) {
  EXPECT_EQ(grid_barrier(true, false, true), 0u);
}
TEST(GridBarrier, without_the_first_fence_is_a_race) {
  EXPECT_EQ(grid_barrier(false, true, true), 2u);
}
TEST(GridBarrier, of_the_leaders_alone_is_a_race) {
  EXPECT_EQ(grid_barrier(true, true, false), 2u);
}

// --- atomics

TEST(Atomics, do_not_race_with_each_other_nor_with_volatile) {
  EXPECT_EQ(faults([](Script& x) {
              x.rmw(a, flag);
              x.rmw(b, flag);
              x.read(a_next, flag, Strength::relaxed);
              x.write(b_far, flag, 3, Strength::relaxed);
            }),
            0u);
}
TEST(Atomics, race_with_plain_accesses) {
  EXPECT_EQ(faults([](Script& x) { x.rmw(a, flag), x.read(b, flag); }), 1u);
  EXPECT_EQ(faults([](Script& x) { x.read(a, flag), x.rmw(b, flag); }), 1u);
  EXPECT_EQ(faults([](Script& x) { x.write(a, flag, 1), x.rmw(b, flag); }), 1u);
}
TEST(Atomics, of_block_scope_race_across_blocks) {
  const auto add = [](Script& x, Thread t) { x.rmw(t, flag, Strength::relaxed, Scope::cta); };
  Script x(2);
  add(x, a);
  add(x, a_far);
  EXPECT_EQ(x.faults(), 0u);
  add(x, b);
  EXPECT_EQ(x.faults(), 1u);
}
TEST(Atomics, of_a_whole_warp_then_a_barrier_then_plain_reads) {
  Script x(1);
  for (const std::uint16_t warp : {0, 1}) {
    x.access(0, warp, ~0u, s(0), 0, Kind::rmw, Strength::relaxed, Scope::cta, 1);
  }
  x.sync_block(0);
  x.warp_read(0, 1, s(0), 0);
  EXPECT_EQ(x.faults(), 0u);
}
TEST(Atomics, by_all_are_found_by_a_plain_read_of_the_last) {
  Script x(1);
  x.rmw(a_far, s(0));
  x.rmw(a, s(0));
  x.write(a_far, s(0), 1, Strength::relaxed);
  x.write(a, s(0), 2, Strength::relaxed);
  x.read(a, s(0));  // its own store was last, the other's is still unordered
  EXPECT_EQ(x.faults(), 1u);
}

// --- hand-shakes of the executor

TEST(SyncObject, orders_what_arrived_before_who_waits) {
  for (const bool waits : {true, false}) {
    Script x(2);
    SyncObject phase;
    x.write(a, payload, 1);
    phase.arrive(x.block(0), 0, 1);
    if (waits) phase.wait(x.block(1), 1, ~0u);
    x.read(b_far, payload);
    EXPECT_EQ(x.faults(), waits ? 0u : 1u);
  }
}
TEST(SyncObject, forgets_at_reset) {
  Script x(2);
  SyncObject phase;
  x.write(a, payload, 1);
  phase.arrive(x.block(0), 0, 1);
  phase.reset();
  phase.wait(x.block(1), 0, ~0u);
  x.read(b, payload);
  EXPECT_EQ(x.faults(), 1u);
}

}  // namespace
}  // namespace assay::sim::race
