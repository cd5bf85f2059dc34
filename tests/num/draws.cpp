// SPDX-License-Identifier: Apache-2.0
#include "num/draws.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/hash.hpp"
#include "num/random.hpp"

namespace assay {
namespace {

constexpr std::size_t many = 1 << 18;

std::vector<double> normals(std::size_t count, std::uint64_t first = 0, std::uint64_t seed = 1) {
  std::vector<double> values(count);
  draw_normal(seed, 0, first, values);
  return values;
}

double normal_distribution(double x) {
  return std::erfc(-x / std::sqrt(2.0)) / 2;
}

// The largest distance between the sample's distribution and the wanted one.
template <class Distribution>
double kolmogorov(std::vector<double> values, const Distribution& distribution) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double distance = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double wanted = distribution(values[i]);
    const double below = static_cast<double>(i) / n;
    distance = std::max({distance, std::fabs(wanted - below), std::fabs(wanted - below - 1 / n)});
  }
  return distance;
}

// Exceeded by one fair sample in 10,000; the seeds are fixed, so the tests don't flicker.
double kolmogorov_limit(std::size_t count) {
  return 2.22 / std::sqrt(static_cast<double>(count));
}

TEST(Draws, BitsAreThoseOfTheirIndex) {
  for (const std::size_t count : {1U, 2U, 1023U, 1024U, 1025U, 3000U}) {
    std::vector<std::uint64_t> bits(count);
    draw_bits(5, 9, 100, bits);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(bits[i], random_bits(5, 9, 100 + i)) << i;
  }
}

TEST(Draws, IndicesBeyond32BitsWork) {
  const std::uint64_t first = (std::uint64_t{1} << 33) - 4;  // blocks pass 2^32 inside the run
  std::vector<std::uint64_t> bits(16);
  draw_bits(5, std::uint64_t{7} << 40, first, bits);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    EXPECT_EQ(bits[i], random_bits(5, std::uint64_t{7} << 40, first + i));
  }
}

TEST(Draws, NormalsDoNotDependOnTheRunTheyAreIn) {
  const auto whole = normals(5001);
  for (const std::size_t first : {0U, 2U, 1022U, 1024U, 4998U}) {
    for (const std::size_t count : {1U, 2U, 3U, 700U, 1500U}) {
      if (first + count > whole.size()) continue;
      const auto part = normals(count, first);
      EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + static_cast<long>(first)));
    }
  }
}

TEST(Draws, NormalsHaveTheSameBitsOnEveryMachine) {
  // Box and Muller's method in long double: the polynomials are good to a few units of the last
  // place.
  const auto values = normals(4096);
  for (std::size_t i = 0; i < values.size(); i += 2) {
    const std::uint64_t even = random_bits(1, 0, i);
    const std::uint64_t odd = random_bits(1, 0, i + 1);
    const long double u = (2 * static_cast<long double>(even >> 12) + 1) * 0x1p-53L;
    const long double f = (2 * static_cast<long double>(odd << 2 >> 12) + 1) * 0x1p-53L - 0.5L;
    const long double angle = std::acos(0.0L) * (static_cast<long double>(odd >> 62) + f);
    const long double radius = std::sqrt(-2 * std::log(u));
    ASSERT_NEAR(values[i], static_cast<double>(radius * std::cos(angle)), 2e-15) << i;
    ASSERT_NEAR(values[i + 1], static_cast<double>(radius * std::sin(angle)), 2e-15) << i;
  }
  // And the bits themselves, which a recorded seed stands for.
  const auto bytes = std::as_bytes(std::span(values));
  EXPECT_EQ(hash_hex(bytes).substr(0, 16), "c992be18eee4cbf9");
}

TEST(Draws, EveryInstructionSetMakesTheSameBits) {
  const auto drawn = [](const DrawKernels& kernels) {
    std::vector<double> values(3001);
    draw_normal(1, 2, 4, values, kernels);
    scale(values, 0.3, 1.7, kernels);
    std::vector<double> others(3001);
    draw_uniform(1, 3, 4, others, kernels);
    interpolate(others, -0.1, 0.7, kernels);
    values.insert(values.end(), others.begin(), others.end());
    return values;
  };
  ASSERT_FALSE(usable_draw_kernels().empty());
  for (const DrawKernels* kernels : usable_draw_kernels()) {
    EXPECT_EQ(drawn(*kernels), drawn(fastest_draw_kernels()));
  }
}

TEST(Draws, NormalsHaveTheMomentsOfANormal) {
  const auto values = normals(many);
  double sums[5] = {};
  for (const double value : values) {
    for (int power = 1; power <= 4; ++power) sums[power] += std::pow(value, power);
  }
  const double root = std::sqrt(static_cast<double>(many));
  EXPECT_NEAR(sums[1] / many, 0, 4 / root);
  EXPECT_NEAR(sums[2] / many, 1, 4 * std::sqrt(2) / root);
  EXPECT_NEAR(sums[3] / many, 0, 4 * std::sqrt(15) / root);
  EXPECT_NEAR(sums[4] / many, 3, 4 * std::sqrt(96) / root);
}

TEST(Draws, NormalsHaveTheDistributionOfANormal) {
  const auto values = normals(many);
  EXPECT_LT(kolmogorov(values, normal_distribution), kolmogorov_limit(many));
  std::vector<double> even;
  for (std::size_t i = 0; i < many; i += 2) even.push_back(values[i]);
  EXPECT_LT(kolmogorov(even, normal_distribution), kolmogorov_limit(even.size()));
}

TEST(Draws, NormalsHaveTheTailsOfANormal) {
  const auto values = normals(1 << 21);
  const auto beyond = [&](double limit) {
    return static_cast<double>(std::count_if(values.begin(), values.end(),
                                             [&](double x) { return std::fabs(x) > limit; }));
  };
  for (const double limit : {2.0, 3.0, 4.0}) {
    const double wanted = 2 * normal_distribution(-limit) * static_cast<double>(values.size());
    EXPECT_NEAR(beyond(limit), wanted, 4 * std::sqrt(wanted)) << limit;
  }
  EXPECT_EQ(beyond(8.6), 0);
}

TEST(Draws, TheTwoOfAPairAreIndependent) {
  const auto values = normals(many);
  double product = 0;
  double squares = 0;
  for (std::size_t i = 0; i < many; i += 2) {
    product += values[i] * values[i + 1];
    squares += (values[i] * values[i] - 1) * (values[i + 1] * values[i + 1] - 1);
  }
  const double pairs = many / 2.0;
  EXPECT_LT(std::fabs(product / pairs), 4 / std::sqrt(pairs));
  EXPECT_LT(std::fabs(squares / pairs), 4 * 2 / std::sqrt(pairs));
}

TEST(Draws, UniformsAreUniform) {
  std::vector<double> values(many);
  draw_uniform(3, 0, 0, values);
  EXPECT_LT(kolmogorov(values, [](double x) { return x; }), kolmogorov_limit(many));
  EXPECT_GE(*std::min_element(values.begin(), values.end()), 0);
  EXPECT_LT(*std::max_element(values.begin(), values.end()), 1);
  EXPECT_EQ(values[7], std::ldexp(static_cast<double>(random_bits(3, 0, 7) >> 11), -53));
}

TEST(Draws, ScalingRoundsOnce) {
  std::vector<double> values = {0.1, -3, 1e300};
  scale(values, 1, 0.1);
  EXPECT_EQ(values[0], std::fma(0.1, 0.1, 1.0));
  EXPECT_EQ(values[1], std::fma(0.1, -3.0, 1.0));
  EXPECT_EQ(values[2], 1e299);
}

TEST(Draws, InterpolationNeverOverflows) {
  std::vector<double> values = {0, 0.25, 0.5};
  interpolate(values, -1e308, 1e308);
  EXPECT_EQ(values, (std::vector<double>{-1e308, -0.5e308, 0}));
}

}  // namespace
}  // namespace assay
