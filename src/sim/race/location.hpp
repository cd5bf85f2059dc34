// SPDX-License-Identifier: Apache-2.0
// What places in memory carry from releasing to acquiring threads. A place is the word (or the
// narrower element) that a strong access names; only those that something was released to have an
// entry.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "sim/race/block_state.hpp"

namespace assay::sim::race::detail {

/// The releases that a read here would observe: those of the last strong write and of the unbroken
/// chain of read-modify-writes that led to it.
struct Location {
  Known wide;  ///< gpu scope: for any block
  std::unordered_map<std::uint32_t, Ref<Clock>>
      narrow;  ///< for the releasing block itself; looked up, never iterated
  std::uint32_t last_block = 0;
  Scope last_scope = Scope::gpu;
  std::uint64_t version = 0;  ///< a new one with each release
};

class Locations {
 public:
  explicit Locations(Space space) : space_(space) {}
  /// What the access's strength does to the order; a weak write ends chains.
  void synchronise(BlockState& block, const Access& access);
  void clear() { at_.clear(); }
  /// Changes whenever a read of the place would acquire something else; 0: nothing.
  [[nodiscard]] std::uint64_t version(std::uint64_t place) const {
    const auto found = at_.find(place);
    return found == at_.end() ? 0 : found->second.version;
  }

 private:
  struct Step {
    BlockState& block;
    WarpState& warp;
    const Access& access;
    int lane = 0;
    std::uint64_t place = 0;
    std::uint32_t now = 0;
  };
  void strong(const Step& step);
  void acquire(const Step& step, const Location& from);
  void release(const Step& step);
  void publish(const Step& step, const Released& released);
  [[nodiscard]] bool idle(const WarpState& warp, const Access& access) const;

  Space space_;
  std::unordered_map<std::uint64_t, Location> at_;
  std::uint64_t versions_ = 0;
};

}  // namespace assay::sim::race::detail
