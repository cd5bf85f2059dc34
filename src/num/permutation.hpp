// SPDX-License-Identifier: Apache-2.0
// A seeded permutation of 0 … n-1 that needs no table: value i is a pure function of (seed, n, i).
#pragma once

#include <array>
#include <cstdint>

namespace assay {

class Permutation {
 public:
  Permutation(std::uint64_t seed, std::uint64_t count);
  /// Of an index below `count`.
  [[nodiscard]] std::uint64_t operator()(std::uint64_t index) const;

 private:
  [[nodiscard]] std::uint64_t shuffled(std::uint64_t value) const;

  static constexpr int rounds = 6;  ///< even, so that halves of unlike width end up in place
  std::array<std::uint64_t, rounds> keys_;
  std::uint64_t count_;
  int upper_bits_, lower_bits_;  ///< the network permutes numbers of both together
};

}  // namespace assay
