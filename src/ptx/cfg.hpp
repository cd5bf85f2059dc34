// SPDX-License-Identifier: Apache-2.0
// Control flow of a function: basic blocks, where divergent threads meet again (immediate
// post-dominators), loops. Calls don't end a block; a call of a function that never returns is not
// known as such here.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace assay::ptx {

struct Cfg {
  /// "No block": the end of the function where a block or instruction is expected.
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Block {
    std::uint32_t first = 0;  ///< index into Function::body
    std::uint32_t end = 0;    ///< one past its last instruction
    std::vector<std::uint32_t>
        successors;  ///< blocks, each once; taken branch first, fall-through last
    std::vector<std::uint32_t> predecessors;
    bool leaves = false;  ///< it may end the function: ret, exit, trap, or running off the end
    std::uint32_t idom =
        none;  ///< immediate dominator; none for the entry and for unreachable blocks
    std::uint32_t ipdom =
        none;  ///< immediate post-dominator; none: threads meet only at the end of the function
    std::uint32_t loop = none;  ///< innermost loop, index into `loops`
  };

  /// A natural loop; loops with the same header are one.
  struct Loop {
    std::uint32_t header = 0;            ///< block
    std::uint32_t parent = none;         ///< the loop around it
    std::uint32_t depth = 1;             ///< 1 for an outermost loop
    std::vector<std::uint32_t> latches;  ///< blocks that jump back to the header
  };

  std::vector<Block>
      blocks;  ///< in the order of the text; the first is the entry; empty for an empty body
  std::vector<std::uint32_t> block_of;            ///< block of each instruction
  std::vector<std::uint32_t> reverse_post_order;  ///< reachable blocks
  std::vector<Loop> loops;                        ///< outer loops before the loops in them
  bool reducible = true;  ///< false: some cycle has two entries and is no Loop

  /// The instruction at which threads that part at `instruction` meet again; none: only at the end.
  [[nodiscard]] std::uint32_t reconvergence(std::uint32_t instruction) const;
  /// How many loops are around it.
  [[nodiscard]] std::uint32_t depth_of(std::uint32_t instruction) const;
};

[[nodiscard]] Cfg make_cfg(const Function& function);

}  // namespace assay::ptx
