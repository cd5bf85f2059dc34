// SPDX-License-Identifier: Apache-2.0
// Immediate dominators of a directed graph: Lengauer and Tarjan, "A fast algorithm for finding
// dominators in a flowgraph" (1979), the O(m log n) form, so that no graph, however contrived,
// makes it slow.
#pragma once

#include <cstdint>
#include <vector>

namespace assay::ptx {

using Edges = std::vector<std::vector<std::uint32_t>>;

inline constexpr std::uint32_t no_node = ~std::uint32_t{0};

/// For each node its immediate dominator as seen from `root`; no_node for the root and for what it
/// doesn't reach. `predecessors` must mirror `successors`.
[[nodiscard]] std::vector<std::uint32_t> immediate_dominators(const Edges& successors,
                                                              const Edges& predecessors,
                                                              std::uint32_t root);

/// Nodes that `root` reaches, in the order in which a depth-first search leaves them.
[[nodiscard]] std::vector<std::uint32_t> post_order(const Edges& successors, std::uint32_t root);

}  // namespace assay::ptx
