// SPDX-License-Identifier: Apache-2.0
#include "num/permutation.hpp"

#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace assay {
namespace {

std::vector<std::uint64_t> all(std::uint64_t seed, std::uint64_t count) {
  const Permutation permutation(seed, count);
  std::vector<std::uint64_t> values(count);
  for (std::uint64_t i = 0; i < count; ++i) values[i] = permutation(i);
  return values;
}

TEST(Permutation, HoldsEachNumberOnceAtEverySize) {
  for (std::uint64_t count = 1; count <= 300; ++count) {
    std::vector<std::uint64_t> values = all(count, count);
    std::sort(values.begin(), values.end());
    for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(values[i], i) << count;
  }
}

TEST(Permutation, HoldsEachNumberOnceAtLargeOddSizes) {
  for (const std::uint64_t count : {65535ULL, 65536ULL, 65537ULL, 100'003ULL}) {
    std::vector<bool> seen(count);
    for (const std::uint64_t value : all(3, count)) {
      ASSERT_LT(value, count);
      ASSERT_FALSE(seen[value]);
      seen[value] = true;
    }
  }
}

TEST(Permutation, DependsOnTheSeedAndRepeats) {
  EXPECT_NE(all(1, 100), all(2, 100));
  EXPECT_EQ(all(1, 100), all(1, 100));
}

TEST(Permutation, SmallOnesReachAllOrders) {
  std::set<std::vector<std::uint64_t>> orders;
  for (std::uint64_t seed = 0; seed < 400; ++seed) orders.insert(all(seed, 4));
  EXPECT_EQ(orders.size(), 24U);
}

TEST(Permutation, LooksShuffled) {
  constexpr std::uint64_t count = 100'000;
  const auto values = all(9, count);
  double product = 0;
  double fixed = 0;
  double runs = 0;
  const double mean = (count - 1) / 2.0;
  for (std::uint64_t i = 0; i < count; ++i) {
    product += (static_cast<double>(i) - mean) * (static_cast<double>(values[i]) - mean);
    fixed += values[i] == i;
    if (i > 0) runs += values[i] > values[i - 1];
  }
  const double correlation = product / (count * (mean * mean) / 3);
  EXPECT_LT(std::fabs(correlation), 5 / std::sqrt(count));
  EXPECT_LT(fixed, 10);  // Poisson of mean 1
  EXPECT_NEAR(runs, count / 2.0, 5 * std::sqrt(count / 12.0));
}

TEST(Permutation, TheLargestCountWorks) {
  const Permutation permutation(1, std::uint64_t{1} << 63);
  EXPECT_LT(permutation(0), std::uint64_t{1} << 63);
  EXPECT_NE(permutation(0), permutation(1));
}

}  // namespace
}  // namespace assay
