// SPDX-License-Identifier: Apache-2.0
// One candidate from its file to its verdict: manifest, builds, runs, checks, decision.
#pragma once

#include <filesystem>

#include "flow/contest.hpp"
#include "flow/trusted.hpp"
#include "record/verdict.hpp"

namespace assay::flow {

/// What every trial is measured against.
struct Standard {
  const Contest& contest;
  const Trusted& golden;
  const Trusted& baseline;  ///< empty where no requirement asks for it
};

/// Never fails: what goes wrong is in the verdict. `host_threads` is the worker's share.
[[nodiscard]] record::Verdict try_candidate(const Standard& standard,
                                            const std::filesystem::path& path, int host_threads);

}  // namespace assay::flow
