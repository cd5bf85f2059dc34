// SPDX-License-Identifier: Apache-2.0
// One warp's memory access taken apart: where every lane's bytes lie, checked one by one. Used by
// loads, stores and atomics whenever the common path doesn't do.
#pragma once

#include <cstdint>
#include <string>

#include "sim/core/context.hpp"
#include "sim/run/executor.hpp"

namespace assay::sim {

/// What a lane's address stands for.
struct Target {
  Room room = Room::global;  ///< global (and constant, param), shared or local
  const Region* region = nullptr;
  std::uint64_t offset = 0;  ///< into the region, shared memory, or the lane's local memory
  std::uint8_t* data = nullptr;
  std::uint8_t* marks = nullptr;  ///< nullptr: initialised
};

struct WarpAccess {
  Form form;
  std::uint32_t bytes = 0;  ///< a lane
  Target at[lanes];
  bool failed = false;  ///< a fault was reported; nothing may be touched
};

/// Resolves and checks the addresses of all active lanes. `name` for messages: "load", "store",
/// "atomic".
[[nodiscard]] WarpAccess resolve(Warp& w, const Inst* i);
/// Races and owner marks. `values`: 32 × `bytes` of what a store writes, or nullptr.
void check_order(Warp& w, const Inst* i, const WarpAccess& access, const std::uint8_t* values);
/// What an atomic did, as masks of lanes.
struct AtomicOutcome {
  std::uint32_t failed = 0;   ///< a compare-and-swap that did not swap
  std::uint32_t changed = 0;  ///< memory holds something else now
  bool same_answers = false;  ///< each lane's register got what it held before
};
/// Races and owner marks of an atomic. True if it polls (see check_common).
[[nodiscard]] bool check_atomic_order(Warp& w, const Inst* i, const WarpAccess& access,
                                      const AtomicOutcome& outcome);
/// Counts a load's or store's traffic.
void count_access(Warp& w, const WarpAccess& access);
/// A finding for each lane that reads bytes nobody wrote.
void check_initialised(Warp& w, const Inst* i, const WarpAccess& access);

}  // namespace assay::sim
