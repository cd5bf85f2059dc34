// SPDX-License-Identifier: Apache-2.0
// The arrays of a failing case, for a person with NumPy.
#pragma once

#include <filesystem>

#include "base/result.hpp"
#include "flow/trusted.hpp"

namespace assay::flow {

/// DIR/<candidate's path below the task's folder>/<tensor>.npy for inputs and outputs (`run` must
/// hold both), <tensor>.golden.npy for the golden's. Cases run in ascending order of cost, so the
/// first that fails is the smallest that was run.
[[nodiscard]] Result<void> dump(const Contest& contest, const std::filesystem::path& candidate,
                                const TrustedRun& golden, const record::RunAnswer& run);

}  // namespace assay::flow
