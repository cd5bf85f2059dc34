// SPDX-License-Identifier: Apache-2.0
// Files, TCP ports, abstract sockets and signals by Landlock, as far as the kernel's version of it
// goes.
#pragma once

#include "sandbox/policy.hpp"

namespace assay::sandbox {

/// The kernel's Landlock version, 0 when there is none; `reason` says why.
struct LandlockVersion {
  int abi = 0;
  std::string reason;
};
[[nodiscard]] LandlockVersion landlock_version();

/// Needs PR_SET_NO_NEW_PRIVS or CAP_SYS_ADMIN.
void apply_landlock(const Policy& policy, Report& report);

}  // namespace assay::sandbox
