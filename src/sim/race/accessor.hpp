// SPDX-License-Identifier: Apache-2.0
// Who makes an access, and what it knows of earlier ones.
#pragma once

#include "sim/race/block_state.hpp"
#include "sim/race/record.hpp"

namespace assay::sim::race::detail {

/// The active lanes of one warp instruction, by the clock they share (one class unless something
/// told lanes apart).
class Accessor {
 public:
  Accessor(const BlockState& block, const Access& access);

  [[nodiscard]] std::uint32_t block() const { return block_; }
  [[nodiscard]] std::uint32_t floor() const { return floor_; }
  /// Strong, but neither acquire nor release: it hands over a value and orders nothing.
  [[nodiscard]] bool relaxed() const { return relaxed_; }
  [[nodiscard]] Record record(std::uint32_t mask) const { return {block_, tick_, mask, meta_}; }

  struct Pair {
    std::uint32_t first = 0;  ///< lanes of the earlier access, 0 if it is ordered
    int second = 0;           ///< a lane of this one
  };
  /// Lanes of `old` that nothing orders before the lanes `mask` of this access.
  [[nodiscard]] Pair unordered(const Record& old, std::uint32_t mask) const;
  /// Lanes of `old` ordered before at least one of the lanes `mask`.
  [[nodiscard]] std::uint32_t passed(const Record& old, std::uint32_t mask) const;
  /// Lanes of `mask` that come after all of `old`.
  [[nodiscard]] std::uint32_t after_all(const Record& old, std::uint32_t mask) const;
  /// Lanes of `mask` that come after any lane of `old`.
  [[nodiscard]] std::uint32_t after(const Record& old, std::uint32_t mask) const;

 private:
  struct Class {
    std::uint32_t mask;
    const Clock* clock;
  };
  [[nodiscard]] std::uint32_t known(const Clock& clock, const Record& old) const;
  [[nodiscard]] bool own_warp(const Record& old) const {
    return old.block == block_ && old.warp() == warp_;
  }

  std::uint32_t block_, warp_, tick_, meta_;
  std::uint32_t floor_ = ~0u;  ///< of all its lanes: up to here everything in the block is known
  std::uint32_t classes_ = 0;
  bool relaxed_;
  std::array<Class, warp_lanes> class_;  ///< the first `classes_`; the rest is not set
};

}  // namespace assay::sim::race::detail
