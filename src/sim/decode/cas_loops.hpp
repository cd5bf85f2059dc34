// SPDX-License-Identifier: Apache-2.0
// Finds the first, plain read of an atomic that is emulated by compare-and-swap. What such a read
// finds doesn't matter: a value that is out of date makes the exchange fail, and the loop goes on
// with what the exchange found. So it counts as relaxed (docs/memory-model.md).
#pragma once

#include <vector>

#include "ptx/module.hpp"

namespace assay::sim {

/// By index into the body: true for plain loads whose value goes nowhere but into compare-and-swaps
/// of the very place that was read, and into the question whether those succeeded. Says false of
/// honest loads too: where the value is still used behind the loop, and beyond a bound on the work.
[[nodiscard]] std::vector<bool> cas_reads(const ptx::Function& function);

}  // namespace assay::sim
