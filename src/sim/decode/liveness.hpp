// SPDX-License-Identifier: Apache-2.0
// Which registers a function may read before it has written them: those hold noise when it starts.
// All others need no filling, which is most of the cost of starting a warp.
#pragma once

#include <vector>

#include "ptx/module.hpp"
#include "sim/decode/layout.hpp"

namespace assay::sim {

/// By register; true where a path from the entry reads before any write. Functions too large for
/// the analysis get true throughout.
[[nodiscard]] std::vector<bool> read_before_written(const ptx::Function& function,
                                                    const std::vector<BasicBlock>& blocks);

}  // namespace assay::sim
