// SPDX-License-Identifier: Apache-2.0
// What a SyncObject holds.
#pragma once

#include "sim/race/clock.hpp"

namespace assay::sim::race::detail {

struct ObjectState {
  Known known;  ///< all that was released into this phase
};

}  // namespace assay::sim::race::detail
