// SPDX-License-Identifier: Apache-2.0
// What CUDA takes for a launch, whatever the device: known when a manifest is read, and checked
// again where a case says how large everything is.
#pragma once

#include <array>
#include <cstdint>

namespace assay::task {

using Dimensions = std::array<std::int64_t, 3>;

inline constexpr Dimensions grid_limits{2'147'483'647, 65'535, 65'535};
inline constexpr Dimensions block_limits{1024, 1024, 64};
inline constexpr std::int64_t blocks_in_a_cluster = 16;
inline constexpr Dimensions cluster_limits{blocks_in_a_cluster, blocks_in_a_cluster,
                                           blocks_in_a_cluster};

}  // namespace assay::task
