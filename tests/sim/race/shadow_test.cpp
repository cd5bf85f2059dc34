// SPDX-License-Identifier: Apache-2.0
// Granules, equal values, reports, and what is kept where many meet.
#include <gtest/gtest.h>

#include <numeric>

#include "sim/race/script.hpp"

namespace assay::sim::race {
namespace {

TEST(SameValue, lanes_that_set_one_flag_alike_are_a_note) {
  Script x(1);
  x.access(0, 0, ~0u, s(0), 0, Kind::write, Strength::weak, Scope::cta, 1);
  EXPECT_EQ(x.faults(), 0u);
  ASSERT_EQ(x.notes(), 1u);
  EXPECT_EQ(x.reports().races()[0].first, (Thread{0, 0, 0}));
  EXPECT_EQ(x.reports().races()[0].second, (Thread{0, 0, 1}));
}

TEST(SameValue, lanes_that_set_one_word_differently_are_a_fault) {
  Script x(1);
  x.access(0, 0, ~0u, s(0), 0, Kind::write, Strength::weak, Scope::cta, 1, 1);
  EXPECT_EQ(x.faults(), 1u);
  EXPECT_EQ(x.notes(), 0u);
}

TEST(SameValue, lanes_that_meet_out_of_order_are_found) {
  Script x(1);  // lane l writes word 5·l mod 64; with 24 · 8 = 192 = 3 · 64 lanes 0 and 8 meet
  x.access(0, 0, ~0u, s(0), 24, Kind::write, Strength::weak, Scope::cta, 1, 1);
  EXPECT_EQ(x.faults(), 1u);
}

TEST(SameValue, blocks_that_set_one_flag_alike_are_a_note_each) {
  Script x(4);
  for (std::uint32_t block = 0; block < 4; ++block) x.write({block, 0, 0}, g(0), 1);
  EXPECT_EQ(x.faults(), 0u);
  EXPECT_EQ(x.notes(), 3u);
}

TEST(SameValue, a_different_value_is_a_fault) {
  Script x(2);
  x.write({0, 0, 0}, g(0), 1);
  x.write({1, 0, 0}, g(0), 2);
  EXPECT_EQ(x.faults(), 1u);
}

TEST(SameValue, does_not_excuse_a_read) {
  Script x(2);
  x.write({0, 0, 0}, g(0), 1);
  x.write({1, 0, 0}, g(0), 1);
  x.read({1, 1, 0}, g(0));
  EXPECT_EQ(x.faults(), 1u);
}

TEST(Race, names_both_parties) {
  Script x(2);
  x.read({0, 1, 7}, g(3));
  x.write({1, 0, 9}, g(3), 5);
  ASSERT_EQ(x.reports().races().size(), 1u);
  const Race& race = x.reports().races()[0];
  EXPECT_EQ(race.first, (Thread{0, 1, 7}));
  EXPECT_EQ(race.second, (Thread{1, 0, 9}));
  EXPECT_EQ(race.first_instruction, 0u);
  EXPECT_EQ(race.second_instruction, 1u);
  EXPECT_EQ(race.first_kind, Kind::read);
  EXPECT_EQ(race.second_kind, Kind::write);
  EXPECT_EQ(race.offset, 12u);
  EXPECT_EQ(race.allocation, 7u);
  EXPECT_EQ(race.space, Space::global);
}

TEST(Reports, count_a_pair_of_instructions_once) {
  Reports reports;
  Race race{.first_instruction = 1, .second_instruction = 2};
  reports.add(race);
  reports.add(race);
  race.same_value = true;
  reports.add(race);
  ASSERT_EQ(reports.races().size(), 2u);
  EXPECT_EQ(reports.races()[0].count, 2u);
  Reports sum;
  sum.merge(reports);
  sum.merge(reports);
  EXPECT_EQ(sum.races()[0].count, 4u);
  sum.clear();
  EXPECT_TRUE(sum.races().empty());
}

/// One access by one lane of a block of its own, at any width.
struct Single {
  Block block;
  explicit Single(std::uint32_t index) : block(index, 32) {}
  void access(Shadow& shadow, std::uint64_t offset, std::uint8_t width, Kind kind, Reports& to) {
    std::array<std::uint64_t, warp_lanes> offsets{offset};
    shadow.access(block, {.mask = 1, .offsets = offsets.data(), .width = width, .kind = kind}, to);
  }
};

std::size_t meeting(std::uint32_t granule, std::uint64_t first, std::uint8_t first_width,
                    std::uint64_t second, std::uint8_t second_width) {
  Shadow shadow(Space::global, 64, granule);
  Reports reports;
  Single one(0), two(1);
  one.access(shadow, first, first_width, Kind::write, reports);
  two.access(shadow, second, second_width, Kind::read, reports);
  return reports.races().size();
}

TEST(Granule, overlapping_accesses_of_any_width_meet) {
  EXPECT_EQ(meeting(4, 16, 16, 28, 4), 1u);
  EXPECT_EQ(meeting(4, 8, 4, 0, 16), 1u);
  EXPECT_EQ(meeting(2, 6, 2, 4, 4), 1u);
  EXPECT_EQ(meeting(1, 3, 1, 0, 8), 1u);
}
TEST(Granule, neighbours_do_not_meet) {
  EXPECT_EQ(meeting(4, 16, 16, 32, 16), 0u);
  EXPECT_EQ(meeting(2, 6, 2, 4, 2), 0u);
  EXPECT_EQ(meeting(1, 3, 1, 2, 1), 0u);
}

TEST(Granule, a_wide_access_counts_each_granule) {
  Shadow shadow(Space::global, 64, 4);
  Reports reports;
  Single one(0), two(1);
  one.access(shadow, 16, 16, Kind::write, reports);
  two.access(shadow, 16, 16, Kind::read, reports);
  ASSERT_EQ(reports.races().size(), 1u);
  EXPECT_EQ(reports.races()[0].count, 4u);
  EXPECT_EQ(reports.races()[0].offset, 16u);
}

TEST(Shadow, clear_forgets_all) {
  Shadow shadow(Space::global, 1 << 20, 4);
  Reports reports;
  Single one(0), two(1);
  one.access(shadow, 4096, 4, Kind::write, reports);
  shadow.clear();
  two.access(shadow, 4096, 4, Kind::write, reports);
  EXPECT_TRUE(reports.races().empty());
}

TEST(Shadow, the_last_word_of_a_page_multiple_is_there) {
  Shadow shadow(Space::global, 4096, 4);
  Reports reports;
  Single one(0), two(1);
  one.access(shadow, 4092, 4, Kind::write, reports);
  two.access(shadow, 4092, 4, Kind::read, reports);
  EXPECT_EQ(reports.races().size(), 1u);
}

TEST(Shadow, a_finished_block_stays_unordered) {
  Shadow shadow(Space::global, 64, 4);
  Reports reports;
  {
    Single(0).access(shadow, 0, 4, Kind::write, reports);
  }
  Single(1).access(shadow, 0, 4, Kind::read, reports);
  EXPECT_EQ(reports.races().size(), 1u);
}

/// Many blocks read a word; then one that is ordered after all but one of them writes it.
std::size_t readers_then_writer(std::uint32_t readers, std::size_t side_bytes,
                                std::uint64_t* forgotten = nullptr) {
  Shadow shadow(Space::global, 64, 4, 0, side_bytes);
  Reports reports;
  SyncObject done;
  for (std::uint32_t block = 0; block < readers; ++block) {
    Single reader(block);
    reader.access(shadow, 0, 4, Kind::read, reports);
    if (block != readers / 3) done.arrive(reader.block, 0, 1);
  }
  Single writer(readers);
  done.wait(writer.block, 0, 1);
  writer.access(shadow, 0, 4, Kind::write, reports);
  if (forgotten != nullptr) *forgotten = shadow.forgotten();
  return reports.races().size();
}
TEST(Crowd, the_one_unordered_reader_of_many_is_found) {
  EXPECT_EQ(readers_then_writer(2, 1 << 20), 1u);
  EXPECT_EQ(readers_then_writer(3000, 1 << 20), 1u);
}
TEST(Crowd, beyond_its_bytes_it_tells_what_it_forgot) {
  std::uint64_t forgotten = 0;
  EXPECT_EQ(readers_then_writer(3000, 16 * 100, &forgotten), 0u);
  EXPECT_GT(forgotten, 2000u);
}

TEST(Crowd, readers_of_a_block_are_gone_after_its_barrier) {
  Block block(0, 1024);
  Shadow shadow(Space::shared, 64, 4, 0, 16 * 64);
  Reports reports;
  std::array<std::uint64_t, warp_lanes> offsets{};
  std::vector<Lanes> all(max_warps);
  for (std::uint16_t w = 0; w < max_warps; ++w) all[w] = {w, ~0u};
  for (int round = 0; round < 100; ++round) {
    for (std::uint16_t w = 0; w < max_warps; ++w) {
      shadow.access(block, {.warp = w, .mask = ~0u, .offsets = offsets.data()}, reports);
    }
    block.barrier(0, all);
  }
  EXPECT_EQ(shadow.forgotten(), 0u);
  shadow.access(block, {.warp = 3, .mask = 1, .offsets = offsets.data(), .kind = Kind::write},
                reports);
  EXPECT_TRUE(reports.races().empty());
}

TEST(Crowd, a_warp_that_read_long_ago_is_still_found) {
  Block block(0, 1024);
  Shadow shadow(Space::shared, 64, 4);
  Reports reports;
  std::array<std::uint64_t, warp_lanes> offsets{};
  for (std::uint16_t w = 0; w < max_warps; ++w) {
    shadow.access(block, {.warp = w, .mask = 1, .offsets = offsets.data(), .instruction = w},
                  reports);
  }
  // All warps but 9 meet warp 0.
  std::vector<Lanes> some;
  for (std::uint16_t w = 0; w < max_warps; ++w) {
    if (w != 9) some.push_back({w, ~0u});
  }
  block.barrier(1, some);
  shadow.access(block, {.warp = 0, .mask = 1, .offsets = offsets.data(), .kind = Kind::write},
                reports);
  ASSERT_EQ(reports.races().size(), 1u);
  EXPECT_EQ(reports.races()[0].first, (Thread{0, 9, 0}));
}

TEST(Exchange, a_relaxed_store_seen_by_another_lane) {
  const Thread a{0, 0, 0}, b{0, 0, 1}, other_warp{0, 1, 0};
  const auto after = [&](auto&& between, Thread reader, Strength strength) {
    Script x(1);
    x.write(a, s(3), 7, Strength::relaxed);
    between(x);
    x.read(reader, s(3), strength);
    EXPECT_EQ(x.faults(), 0u);
    return x.exchanges();
  };
  const auto nothing = [](Script&) {};
  EXPECT_EQ(after(nothing, b, Strength::relaxed), 1u);
  EXPECT_EQ(after(nothing, a, Strength::relaxed), 0u);
  EXPECT_EQ(after(nothing, other_warp, Strength::relaxed), 0u);
  EXPECT_EQ(after(nothing, b, Strength::acquire), 0u);
  EXPECT_EQ(after([](Script& x) { x.sync_warp(0, 0); }, b, Strength::relaxed), 0u);
  EXPECT_EQ(after([](Script& x) { x.sync_block(0); }, b, Strength::relaxed), 0u);
}

TEST(Exchange, a_store_over_another_lanes_store_unless_equal) {
  Script x(1);
  x.write({0, 0, 0}, s(3), 7, Strength::relaxed);
  x.write({0, 0, 1}, s(3), 7, Strength::relaxed);
  EXPECT_EQ(x.exchanges(), 0u);
  x.write({0, 0, 2}, s(3), 8, Strength::relaxed);
  EXPECT_EQ(x.exchanges(), 1u);
  x.rmw({0, 0, 3}, s(3));
  EXPECT_EQ(x.exchanges(), 1u);
  EXPECT_EQ(x.faults(), 0u);
}

TEST(LastWriter, is_known_in_lines_and_cells) {
  Script x(1);
  EXPECT_FALSE(x.shadow(0, Space::shared).last_writer(12).has_value());
  x.warp_write(0, 1, s(0));
  auto writer = x.shadow(0, Space::shared).last_writer(12);
  ASSERT_TRUE(writer.has_value());
  EXPECT_EQ(writer->thread, (Thread{0, 1, 3}));
  x.sync_block(0);
  x.write({0, 0, 9}, s(3), 1);
  writer = x.shadow(0, Space::shared).last_writer(12);
  ASSERT_TRUE(writer.has_value());
  EXPECT_EQ(writer->thread, (Thread{0, 0, 9}));
  EXPECT_FALSE(x.shadow(0, Space::shared).last_writer(4 * 40).has_value());
}

TEST(Released, changes_with_each_release_to_a_place) {
  Script x(1);
  const auto& shadow = x.shadow(0, Space::global);
  EXPECT_EQ(shadow.released(12), 0u);
  x.write({0, 0, 0}, g(3), 1, Strength::release);
  const auto first = shadow.released(12);
  EXPECT_NE(first, 0u);
  x.read({0, 1, 0}, g(3), Strength::acquire);
  EXPECT_EQ(shadow.released(12), first);
  x.write({0, 0, 0}, g(3), 1, Strength::release);
  EXPECT_NE(shadow.released(12), first);
  EXPECT_EQ(shadow.released(16), 0u);
}

}  // namespace
}  // namespace assay::sim::race
