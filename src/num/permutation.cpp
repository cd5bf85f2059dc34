// SPDX-License-Identifier: Apache-2.0
#include "num/permutation.hpp"

#include <bit>
#include <cassert>
#include <utility>

#include "num/random.hpp"

namespace assay {
namespace {

// A round function need not be invertible, only thorough in the bits that are kept: the upper ones
// of a product, folded once. The multiplier is that of SplitMix64 (Steele, Lea, Flood 2014).
std::uint64_t mixed(std::uint64_t x) {
  x *= 0xbf58476d1ce4e5b9;
  x ^= x >> 32;
  x *= 0xbf58476d1ce4e5b9;
  return x >> 32;
}

int bits_for(std::uint64_t count) {
  return count < 2 ? 1 : 64 - std::countl_zero(count - 1);
}

}  // namespace

Permutation::Permutation(std::uint64_t seed, std::uint64_t count)
    : keys_{},
      count_(count),
      upper_bits_(bits_for(count) / 2),
      lower_bits_((bits_for(count) + 1) / 2) {
  assert(count <= std::uint64_t{1} << 63);
  for (std::uint64_t i = 0; i < rounds; ++i) {
    keys_[i] = random_bits(seed, std::uint64_t{0x7065726d} /* "perm" */, i);
  }
}

// A Feistel network: bijective whatever its round function. The halves swap widths in each round.
std::uint64_t Permutation::shuffled(std::uint64_t value) const {
  std::uint64_t mask = (std::uint64_t{1} << upper_bits_) - 1;
  std::uint64_t other = (std::uint64_t{1} << lower_bits_) - 1;
  std::uint64_t left = value >> lower_bits_;
  std::uint64_t right = value & other;
  for (const std::uint64_t key : keys_) {
    const std::uint64_t next = left ^ (mixed(right + key) & mask);
    left = right;
    right = next;
    std::swap(mask, other);
  }
  return left << lower_bits_ | right;
}

std::uint64_t Permutation::operator()(std::uint64_t index) const {
  assert(index < count_);
  // The network's numbers are fewer than twice as many; those that fall outside walk on along their
  // cycle, which comes back inside since it started there.
  std::uint64_t value = shuffled(index);
  while (value >= count_) value = shuffled(value);
  return value;
}

}  // namespace assay
