// SPDX-License-Identifier: Apache-2.0
// A whole launch: first blocks in parallel, each to its end; if they touch each other's data, or
// anything else needs one order, everything is put back and they run again one after the other in
// turns drawn from the seed.
#pragma once

#include "sim/memory/memory.hpp"
#include "sim/run/executor.hpp"

namespace assay::sim {

struct LaunchOutcome {
  std::vector<Fault> faults;
  std::vector<Note> notes;
  Tally tally;
  std::string printed;
  bool completed = false;
};

/// Blocks that fit on the device at once.
[[nodiscard]] std::uint64_t resident_blocks(const Plan& plan);

[[nodiscard]] Result<LaunchOutcome> run_launch(const Plan& plan, Memory& memory);

}  // namespace assay::sim
