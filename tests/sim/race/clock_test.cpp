// SPDX-License-Identifier: Apache-2.0
#include "sim/race/clock.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>

namespace assay::sim::race::detail {
namespace {

/// A Row spelled out: the tick of each of 3 × 4 lanes.
using Plain = std::array<std::array<std::uint32_t, 4>, 3>;

void raise(Plain& plain, std::uint32_t warp, std::uint32_t mask, std::uint32_t tick) {
  for (std::uint32_t l = 0; l < 4; ++l) {
    if ((mask >> l & 1) != 0) plain[warp][l] = std::max(plain[warp][l], tick);
  }
}
void expect_same(const Row& row, const Plain& plain) {
  for (std::uint32_t w = 0; w < 3; ++w) {
    for (std::uint32_t tick = 1; tick <= 12; ++tick) {
      std::uint32_t expected = 0;
      for (std::uint32_t l = 0; l < 4; ++l) expected |= (plain[w][l] >= tick ? 1u : 0u) << l;
      ASSERT_EQ(row.known(w, 0xF, tick), expected) << "warp " << w << " tick " << tick;
    }
  }
}
void raise_at_random(Row& row, Plain& plain, std::mt19937& random) {
  if (random() % 8 == 0) {
    const std::uint32_t tick = random() % 6;
    row.raise_floor(tick);
    for (std::uint32_t w = 0; w < 3; ++w) raise(plain, w, 0xF, tick);
  } else {
    const std::uint32_t warp = random() % 3, mask = random() % 16, tick = random() % 12 + 1;
    row.raise(warp, mask, tick);
    raise(plain, warp, mask, tick);
  }
}

TEST(Row, knows_what_a_plain_table_knows) {
  std::mt19937 random(7);
  for (int run = 0; run < 300; ++run) {
    Row row, more;
    Plain plain{}, plain_more{};
    for (int i = 0; i < 12; ++i) {
      raise_at_random(row, plain, random);
      raise_at_random(more, plain_more, random);
      expect_same(row, plain);
    }
    const Row before = row;
    row.join(more);
    for (std::uint32_t w = 0; w < 3; ++w) {
      for (std::uint32_t l = 0; l < 4; ++l) raise(plain, w, 1u << l, plain_more[w][l]);
    }
    expect_same(row, plain);
    EXPECT_TRUE(row.covers(before));
    EXPECT_TRUE(row.covers(more));
    EXPECT_LE(row.entries.size(), 12u);
  }
}

TEST(Row, does_not_cover_what_it_lacks) {
  Row low, high;
  low.raise(1, 0b11, 5);
  high.raise(1, 0b01, 9);
  EXPECT_FALSE(high.covers(low));
  EXPECT_FALSE(low.covers(high));
}

Ref<Row> row_at(std::uint32_t tick) {
  Ref<Row> row(new Row);
  row->raise_floor(tick);
  return row;
}

TEST(Known, holds_any_keys_whatever_the_order) {
  std::mt19937 random(3);
  for (int run = 0; run < 100; ++run) {
    std::map<std::uint32_t, std::uint32_t> expected;
    Known known, side;
    for (int i = 0; i < 60; ++i) {
      const std::uint32_t key = run % 2 == 0 ? random() % 64 : random() & 0x7fffffff;
      const std::uint32_t tick = random() % 100 + 1;
      expected[key] = std::max(expected[key], tick);
      Known& to = i % 3 == 0 ? side : known;
      to = merge(to, leaf(key, row_at(tick)));
    }
    const Known all = run % 3 == 0 ? merge(side, known) : merge(known, side);
    for (const auto& [key, tick] : expected) {
      const Row* row = find(all, key);
      ASSERT_NE(row, nullptr);
      EXPECT_EQ(row->floor, tick);
    }
    EXPECT_EQ(find(all, 0x80000000u), nullptr);
  }
}

TEST(Known, merging_what_is_there_shares_it) {
  Known all;
  for (std::uint32_t key = 0; key < 100; ++key) all = merge(all, leaf(key, row_at(key + 1)));
  const Known old = all;
  EXPECT_EQ(merge(all, leaf(40, row_at(3))), old);
  EXPECT_EQ(merge(leaf(40, row_at(3)), all), old);
  const Known more = merge(all, leaf(200, row_at(1)));
  EXPECT_EQ(merge(more, old), more);
  EXPECT_EQ(merge(old, more), more);
}

TEST(Ref, own_copies_only_what_others_hold) {
  Ref<Row> one(new Row);
  Row* const first = one.get();
  one.own().raise_floor(3);
  EXPECT_EQ(one.get(), first);
  const Ref<Row> two = one;
  one.own().raise_floor(5);
  EXPECT_NE(one.get(), first);
  EXPECT_EQ(two->floor, 3u);
  EXPECT_EQ(one->floor, 5u);
}

}  // namespace
}  // namespace assay::sim::race::detail
