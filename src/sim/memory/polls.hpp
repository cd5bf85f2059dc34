// SPDX-License-Identifier: Apache-2.0
// Loops that wait: which strong access finds just what it found before. Such a one has nothing to
// tell the race detector, and its warp should let others go on.
#pragma once

#include "sim/memory/careful.hpp"

namespace assay::sim {

struct Polled {
  bool again = false;  ///< the same access, with the same outcome
  bool nothing_new =
      false;  ///< and nobody released anything there since: the detector knows it all
};

/// A strong load of the common path, before it is done: the registers still hold what the one
/// before found. `region`: nullptr for shared memory.
[[nodiscard]] Polled poll_load(Warp& w, const Inst* i, const Form& f, const std::uint64_t* offsets,
                               const Region* region);
/// An atomic that changed nothing and gave each lane what its register held already.
[[nodiscard]] Polled poll_atomic(Warp& w, const Inst* i, const WarpAccess& access);
/// After anything that gives the accesses to come another place in the order.
inline void forget_polls(Warp& w) {
  w.polls[0].at = w.polls[1].at = nullptr;
}

}  // namespace assay::sim
