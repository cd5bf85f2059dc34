// SPDX-License-Identifier: Apache-2.0
#include "num/random.hpp"

#include <bit>
#include <set>

#include <gtest/gtest.h>

namespace assay {
namespace {

using Words = std::array<std::uint32_t, 4>;

TEST(Philox, MakesThePublishedVectors) {
  // kat_vectors of Random123 1.14, philox4x32 10.
  EXPECT_EQ(philox(0, {0, 0, 0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox(~std::uint64_t{0}, {~0U, ~0U, ~0U, ~0U}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox(0x299f31d0a4093822, {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomBits, NeighboursShareABlock) {
  const Words words = philox(7, {5, 0, 3, 1});
  const std::uint64_t stream = std::uint64_t{1} << 32 | 3;
  EXPECT_EQ(random_bits(7, stream, 10), std::uint64_t{words[1]} << 32 | words[0]);
  EXPECT_EQ(random_bits(7, stream, 11), std::uint64_t{words[3]} << 32 | words[2]);
}

TEST(RandomBits, SeedStreamAndIndexAllMatter) {
  std::set<std::uint64_t> seen;
  for (const std::uint64_t seed : {0ULL, 1ULL, 1ULL << 32}) {
    for (const std::uint64_t stream : {0ULL, 1ULL, 1ULL << 32}) {
      for (const std::uint64_t index : {0ULL, 1ULL, 2ULL, 1ULL << 33, 1ULL << 63}) {
        seen.insert(random_bits(seed, stream, index));
      }
    }
  }
  EXPECT_EQ(seen.size(), 3U * 3U * 5U);
}

TEST(RandomBits, EveryBitIsFair) {
  constexpr int count = 20'000;
  std::array<int, 64> ones{};
  for (int i = 0; i < count; ++i) {
    const std::uint64_t bits = random_bits(42, 0, static_cast<std::uint64_t>(i));
    for (std::size_t bit = 0; bit < 64; ++bit) ones[bit] += bits >> bit & 1;
  }
  // Five deviations of a fair coin: 5 · √20000 / 2.
  for (const int sum : ones) EXPECT_NEAR(sum, count / 2, 354);
}

TEST(DerivedSeed, DiffersByPurposeSeedAndIndexAndRepeats) {
  const std::set<std::uint64_t> seeds = {
      derived_seed(1, "schedule"),    derived_seed(1, "noise/y"),   derived_seed(2, "schedule"),
      derived_seed(1, "schedule", 1), derived_seed(1, "schedule1"), derived_seed(11, "schedule"),
      derived_seed(1, "schedule", 11)};
  EXPECT_EQ(seeds.size(), 7U);
  EXPECT_EQ(derived_seed(1, "schedule", 0), derived_seed(1, "schedule"));
}

TEST(DerivedSeed, IsTheSameForEver) {
  // Recorded verdicts are repeated by their seed: a change here breaks `assay rerun` of all of
  // them.
  EXPECT_EQ(derived_seed(0, "schedule"), 968707480054272293U);
}

}  // namespace
}  // namespace assay
