// SPDX-License-Identifier: Apache-2.0
// System calls that neither a compiler nor a kernel's run needs, refused by a seccomp filter: what
// Landlock does not cover (UDP, other processes, mounts, keys, System V memory), and what a
// kernel's bug could be reached through.
#pragma once

#include "sandbox/policy.hpp"

namespace assay::sandbox {

/// Needs PR_SET_NO_NEW_PRIVS or CAP_SYS_ADMIN. Holds for all threads of the process.
void apply_seccomp(const Policy& policy, Report& report);

}  // namespace assay::sandbox
