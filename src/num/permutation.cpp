// SPDX-License-Identifier: Apache-2.0
#include "num/permutation.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "num/random.hpp"

namespace assay {
namespace {

// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a round function need not be invertible, only
// thorough.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace

Permutation::Permutation(std::uint64_t seed, std::uint64_t count)
    : keys_{},
      count_(count),
      half_bits_(std::max(1, (64 - std::countl_zero(count) + 1) / 2)) {
  for (std::uint64_t i = 0; i < rounds; ++i) {
    keys_[i] = random_bits(seed, std::uint64_t{0x7065726d} /* "perm" */, i);
  }
}

// A Feistel network: bijective whatever its round function.
std::uint64_t Permutation::shuffled(std::uint64_t value) const {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  std::uint64_t left = value >> half_bits_;
  std::uint64_t right = value & mask;
  for (const std::uint64_t key : keys_) {
    const std::uint64_t next = left ^ (mixed(right + key) & mask);
    left = right;
    right = next;
  }
  return left << half_bits_ | right;
}

std::uint64_t Permutation::operator()(std::uint64_t index) const {
  assert(index < count_);
  // The network's numbers reach up to four times beyond; those that fall outside walk on along their
  // cycle, which comes back inside since it started there.
  std::uint64_t value = shuffled(index);
  while (value >= count_) value = shuffled(value);
  return value;
}

}  // namespace assay
