// SPDX-License-Identifier: Apache-2.0
// Outputs of a run against the golden and against themselves.
#pragma once

#include <string_view>
#include <vector>

#include "check/decide.hpp"
#include "flow/trial.hpp"

namespace assay::flow {

[[nodiscard]] bool requires_property(const task::Task& task, std::string_view property);

/// Every requirement of every output. Tensors that were not fully written are left out: that is a
/// reason of its own.
[[nodiscard]] std::vector<record::Check> check_outputs(const Standard& standard,
                                                       const TrustedRun& golden,
                                                       const record::RunAnswer& run,
                                                       const check::RunFacts& facts);

[[nodiscard]] bool same_outputs(const record::RunAnswer& first, const record::RunAnswer& second);

/// Outputs of two runs that should agree: a failed check where the task requires `deterministic`,
/// else a note.
void compare_repeats(const Contest& contest, const record::RunAnswer& first,
                     const record::RunAnswer& second, check::RunFacts& facts);

}  // namespace assay::flow
