// SPDX-License-Identifier: Apache-2.0
// Amounts (rlimits) and privileges: time, memory, file sizes, core dumps, capabilities.
#pragma once

#include "sandbox/policy.hpp"

namespace assay::sandbox {

void apply_limits(const Policy& policy, Report& report);

/// Gives up every capability but that of reading files of others (a root in a container may have
/// to).
void drop_capabilities(Report& report);

}  // namespace assay::sandbox
