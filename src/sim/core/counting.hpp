// SPDX-License-Identifier: Apache-2.0
// Counters of one host thread while it runs: the public ones as plain numbers that the handlers add
// to.
#pragma once

#include <cstdint>

namespace assay::sim {

struct Tally {
  std::uint64_t warp_instructions = 0, lane_instructions = 0, flops = 0, special = 0, divergent = 0;
  std::uint64_t load_requests = 0, load_sectors = 0, load_bytes = 0;
  std::uint64_t store_requests = 0, store_sectors = 0, store_bytes = 0;
  std::uint64_t ideal_sectors = 0;
  std::uint64_t shared_requests = 0, shared_wavefronts = 0, local_requests = 0;
  std::uint64_t barriers = 0, atomics = 0, fences = 0, shuffles = 0;
};

}  // namespace assay::sim
