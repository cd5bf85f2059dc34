// SPDX-License-Identifier: Apache-2.0
// The order in which a function's basic blocks are laid out, so that running the fragment at the
// lowest position first makes lanes meet again where their ways join: every block comes after all
// that lead to it, but for back edges, and a loop's blocks stand together (a weak topological
// order; Bourdoncle, 1993).
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace assay::sim {

struct BasicBlock {
  std::uint32_t begin = 0, end = 0;       ///< instructions of the body
  std::vector<std::uint32_t> successors;  ///< blocks; falling off the end is none
  bool falls_off = false;                 ///< runs into the function's end
};

/// Blocks in the order of the text.
[[nodiscard]] std::vector<BasicBlock> basic_blocks(const ptx::Function& function);
/// Indices of the reachable blocks in layout order; the entry is first.
[[nodiscard]] std::vector<std::uint32_t> layout(const std::vector<BasicBlock>& blocks);

}  // namespace assay::sim
