// SPDX-License-Identifier: Apache-2.0
// The main job: which candidates of a task are right, which are wrong, and why.
#pragma once

#include "base/result.hpp"
#include "flow/options.hpp"
#include "record/verdict.hpp"

namespace assay::flow {

/// Judges every candidate; one that is rejected, crashes or never ends does not stop the rest.
/// Error: a wrong or unsound task, a missing file (usage); no compiler, no worker, an interrupt
/// (machine).
[[nodiscard]] Result<record::Report> judge(const JudgeOptions& options, Progress& progress);

}  // namespace assay::flow
