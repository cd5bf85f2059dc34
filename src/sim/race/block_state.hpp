// SPDX-License-Identifier: Apache-2.0
// The clocks of one resident block. Lanes of a warp share one clock as long as nothing told them
// apart; fences, strong accesses and explicit releases get their memory when first used.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/race/clock.hpp"
#include "sim/race/race.hpp"

namespace assay::sim::race::detail {

/// What a thread has released: for its own block, and (gpu scope) for any block.
struct Released {
  Ref<Clock> narrow;
  Known wide;
};

/// A fence: what these lanes knew then. Later strong writes of theirs publish it.
struct Fence {
  std::uint32_t mask = 0;
  Ref<Clock> seen;
  std::uint32_t tick = 0;
  bool total = false;  ///< fence.sc or membar: one order of them all
};

/// An explicit release by a lane: its later strong writes to the same place release it again (PTX,
/// release pattern).
struct ReleaseKey {
  const void* memory = nullptr;
  std::uint64_t place = 0;
  int lane = 0;
  bool operator==(const ReleaseKey&) const = default;
};
struct ReleaseKeyHash {
  std::size_t operator()(const ReleaseKey& key) const {
    return std::hash<std::uint64_t>{}((key.place * 32 + static_cast<std::uint64_t>(key.lane)) *
                                      0x9E3779B97F4A7C15u);
  }
};

/// What only warps that use fences and strong accesses have.
struct WarpSync {
  std::vector<Fence> cta, gpu;  ///< disjoint masks within each
  /// By lane: what others had behind a fence.sc of theirs before a barrier that this lane passed
  /// too. Its strong writes publish it.
  std::array<Released, warp_lanes> handed;
  bool news = false;        ///< a fence.sc since the last barrier of the whole block
  std::uint32_t ready = 0;  ///< lanes whose `from_fence` is made
  std::array<Released, warp_lanes> from_fence;
  std::uint32_t pending = 0;  ///< lanes that observed a release and have not fenced since
  std::array<Released, warp_lanes> observed;
  std::unordered_map<ReleaseKey, Released, ReleaseKeyHash> released;
};

struct WarpState {
  std::uint32_t live = 0;
  Ref<Clock> common;  ///< while `lanes` is null
  std::unique_ptr<std::array<Ref<Clock>, warp_lanes>> lanes;
  std::unique_ptr<WarpSync> sync;

  [[nodiscard]] const Ref<Clock>& clock(int lane) const {
    return lanes ? (*lanes)[static_cast<std::size_t>(lane)] : common;
  }
  void assign(std::uint32_t mask, const Ref<Clock>& clock);
  WarpSync& syncing();
  /// The lanes of `mask` by the clock they share: f(lanes, clock).
  template <class F>
  void by_clock(std::uint32_t mask, F&& f) const;
};

struct BlockState {
  std::uint32_t block = 0;
  std::uint32_t tick = 1;  ///< 0 is "never"
  std::vector<WarpState> warps;
  Ref<Clock> exited;  ///< what threads that left released
  std::map<std::uint32_t, Ref<Clock>>
      arrived;  ///< by barrier: what bar.arrive released in this phase

  BlockState(std::uint32_t index, std::uint32_t threads);
  /// The clocks of these lanes, with what they observed and themselves up to `now`, joined into
  /// `into`.
  void gather(std::uint16_t warp, std::uint32_t mask, std::uint32_t now, Clock& into);
  /// Hands on what these lanes have behind a fence.sc, at a barrier that all of them pass.
  void hand_over(std::span<const Lanes> lanes);
  /// Makes what these lanes observed known to them, as a fence of this scope does.
  void settle(WarpState& warp, std::uint32_t mask, Scope scope);
  [[nodiscard]] bool all_live(std::span<const Lanes> lanes) const;
};

inline int first_lane(std::uint32_t mask) {
  return std::countr_zero(mask);
}
inline std::uint32_t lane_bit(int lane) {
  return 1u << lane;
}

/// f(lane) for each lane of the mask, ascending.
template <class F>
void each_lane(std::uint32_t mask, F&& f) {
  for (; mask != 0; mask &= mask - 1) f(first_lane(mask));
}

template <class F>
void WarpState::by_clock(std::uint32_t mask, F&& f) const {
  if (!lanes) {
    if (mask != 0) f(mask, common);
    return;
  }
  while (mask != 0) {
    const Ref<Clock>& shared = clock(first_lane(mask));
    std::uint32_t same = 0;
    each_lane(mask, [&](int lane) { same |= clock(lane) == shared ? lane_bit(lane) : 0; });
    f(same, shared);
    mask &= ~same;
  }
}

}  // namespace assay::sim::race::detail
