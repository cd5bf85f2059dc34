// SPDX-License-Identifier: Apache-2.0
// `--param NAME=VALUE` over several candidates: it goes to those that have such a parameter, and is
// a mistake of the command line where none has.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.hpp"
#include "flow/contest.hpp"

namespace assay::flow {

/// The overrides that are this candidate's.
[[nodiscard]] task::Chosen overrides_for(const task::Candidate& candidate, const Contest& contest);

/// Error (usage): a name that none of them has. A candidate whose manifest can't be read might have
/// it, so then nothing is said.
[[nodiscard]] Result<void> check_overrides(const Contest& contest,
                                           const std::vector<std::filesystem::path>& candidates);

}  // namespace assay::flow
