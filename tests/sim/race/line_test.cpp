// SPDX-License-Identifier: Apache-2.0
// Lines are an abbreviation: whatever way through memory a kernel takes, the answer is that of
// single words. So each story is told twice, with whole warps and with one lane at a time.
#include "sim/race/line.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>

#include "sim/race/race.hpp"

namespace assay::sim::race {
namespace {

constexpr std::uint32_t words = 256;

/// One of two tellings of the same events. Tells which accesses (by number) raced.
class Telling {
 public:
  explicit Telling(bool lane_by_lane) : lane_by_lane_(lane_by_lane) {}
  void access(int block, std::uint16_t warp, std::uint32_t mask, std::uint64_t first,
              std::uint64_t step, std::uint8_t width, Kind kind, std::uint32_t number) {
    std::array<std::uint64_t, warp_lanes> offsets{};
    for (std::uint64_t l = 0; l < warp_lanes; ++l) offsets[l] = (first + step * l) % (words * 4);
    Access made{.warp = warp,
                .mask = mask,
                .offsets = offsets.data(),
                .width = width,
                .kind = kind,
                .instruction = number};
    if (!lane_by_lane_)
      return shadow_.access(blocks_[static_cast<std::size_t>(block)], made, reports_);
    // Reversed, so that lanes are never side by side, and word by word.
    made.width = 4;
    for (int l = warp_lanes - 1; l >= 0; --l) {
      made.mask = mask & (1u << l);
      const std::uint64_t begin = offsets[static_cast<std::size_t>(l)];
      for (std::uint64_t part = 0; part < width; part += 4) {
        offsets[static_cast<std::size_t>(l)] = begin + part;
        shadow_.access(blocks_[static_cast<std::size_t>(block)], made, reports_);
      }
    }
  }
  void barrier(int block) {
    blocks_[static_cast<std::size_t>(block)].barrier(
        0, std::vector<Lanes>{{0, ~0u}, {1, ~0u}, {2, ~0u}});
  }
  void sync_warp(int block, std::uint16_t warp, std::uint32_t mask) {
    blocks_[static_cast<std::size_t>(block)].sync_warp(warp, mask);
  }
  std::set<std::uint32_t> raced() const {
    std::set<std::uint32_t> all;
    for (const Race& race : reports_.races()) all.insert(race.second_instruction);
    return all;
  }

 private:
  bool lane_by_lane_;
  std::array<Block, 2> blocks_{Block(0, 96), Block(1, 96)};
  Shadow shadow_{Space::global, words * 4, 4};
  Reports reports_;
};

/// Ways through memory as kernels take them: rows, vectors, broadcasts, columns, odd begins; whole
/// and partial warps.
void tell_at_random(std::uint32_t seed, Telling& telling, int events, int others_share) {
  std::mt19937 random(seed);
  const auto draw = [&](std::uint32_t n) { return random() % n; };
  for (int i = 0; i < events; ++i) {
    const int block = static_cast<int>(draw(100)) < others_share ? 1 : 0;
    const auto warp = static_cast<std::uint16_t>(draw(3));
    const std::uint32_t event = draw(10), way = draw(8), row = draw(2);
    const std::uint32_t mask =
        draw(3) == 0 ? (draw(2) == 0 ? random() : (1u << draw(32)) - 1) : ~0u;
    const Kind kind = draw(3) == 0 ? Kind::write : Kind::read;
    if (event < 3) {
      telling.barrier(block);
    } else if (event == 3) {
      telling.sync_warp(block, warp, mask == 0 ? 1 : mask);
    } else {
      const std::uint8_t width = way < 4 ? 4 : way == 4 ? 8 : way == 5 ? 16 : 4;
      // Weak writes of several lanes to one word race in themselves: broadcasts are reads.
      const bool broadcast = way == 6 && kind == Kind::read;
      const std::uint64_t step = broadcast ? 0 : way == 7 ? 20 : width;
      const std::uint64_t first = row * 128 + (way == 3 ? 4 * draw(4) : 0);
      telling.access(block, warp, mask, first, step, width, kind, static_cast<std::uint32_t>(i));
    }
  }
}

void compare(std::uint32_t first_seed, int events, int others_share) {
  std::size_t races = 0;
  for (std::uint32_t seed = first_seed; seed < first_seed + 150; ++seed) {
    Telling warps(false), lanes(true);
    tell_at_random(seed, warps, events, others_share);
    tell_at_random(seed, lanes, events, others_share);
    ASSERT_EQ(warps.raced(), lanes.raced()) << "seed " << seed;
    races += warps.raced().size();
  }
  EXPECT_GT(races, 100u);
}
TEST(Line, gives_the_answer_of_its_words_within_a_block) {
  compare(100, 30, 0);
}
TEST(Line, gives_the_answer_of_its_words_across_blocks) {
  compare(900, 25, 30);
}

/// What is known of a line after accesses in order, without its cells.
detail::Line access_of(std::uint32_t warp, std::uint32_t tick, bool writes,
                       std::uint32_t mask = ~0u) {
  const Access access{.warp = static_cast<std::uint16_t>(warp),
                      .kind = writes ? Kind::write : Kind::read};
  detail::Line line;
  (writes ? line.write : line.other) = {0, tick, mask, detail::packed_meta(access)};
  return line;
}

TEST(Line, takes_what_a_barrier_ordered) {
  detail::Line line;
  EXPECT_TRUE(line.take(access_of(0, 1, true), 0));
  EXPECT_FALSE(line.take(access_of(1, 1, false), 0));
  EXPECT_TRUE(line.take(access_of(1, 2, false), 1));
  EXPECT_EQ(line.write.tick, 1u);
  EXPECT_FALSE(line.take(access_of(0, 2, true), 1));
  EXPECT_TRUE(line.take(access_of(0, 3, true), 2));
  EXPECT_EQ(line.other.mask, 0u);
}

TEST(Line, keeps_reads_that_a_partial_write_leaves) {
  detail::Line line;
  ASSERT_TRUE(line.take(access_of(0, 1, false), 0));
  ASSERT_TRUE(line.take(access_of(1, 1, false), 0));
  ASSERT_TRUE(line.take(access_of(2, 2, true, 0xFF), 1));
  EXPECT_EQ(line.other.mask, ~0xFFu);
  ASSERT_EQ(line.more.size(), 1u);
  EXPECT_EQ(line.more[0].mask, ~0xFFu);
}

detail::Line reshaped(detail::Line line) {
  line.shift = 2;
  line.first_lane = 8;
  return line;
}
TEST(Line, has_one_shape) {
  detail::Line line;
  ASSERT_TRUE(line.take(access_of(0, 1, true), 0));
  EXPECT_FALSE(line.take(reshaped(access_of(0, 1, true)), 0));   // the same warp, other lanes
  EXPECT_FALSE(line.take(reshaped(access_of(0, 2, false)), 1));  // the write would stay beside it
  EXPECT_TRUE(line.take(reshaped(access_of(0, 2, true)), 1));
  EXPECT_EQ(line.first_lane, 8);
}
TEST(Line, of_reads_is_not_written_in_part_in_another_shape) {
  detail::Line line;
  ASSERT_TRUE(line.take(access_of(0, 1, false), 0));
  EXPECT_FALSE(line.take(reshaped(access_of(0, 2, true, 0xFF)), 1));
  EXPECT_TRUE(line.take(reshaped(access_of(0, 2, true)), 1));
}

TEST(Line, has_room_for_so_many_readers) {
  detail::Line line;
  std::uint32_t taken = 0;
  for (; taken < 10'000; ++taken) {
    detail::Line read = access_of(0, 1, false);
    read.other.block = taken;
    if (!line.take(read, 0)) break;
  }
  EXPECT_EQ(taken, detail::Line::most + 1);
}

TEST(Line, tells_each_granule_its_lane) {
  detail::Line line = access_of(0, 1, true, 0b1111'0000);
  line.shift = 2;
  line.first_lane = 8;
  EXPECT_EQ(line.part(line.write, 3).mask, 0u);
  EXPECT_EQ(line.part(line.write, 4).mask, 1u << 9);
  EXPECT_EQ(line.part(line.write, 7).mask, 1u << 9);
}

}  // namespace
}  // namespace assay::sim::race
