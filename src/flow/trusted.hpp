// SPDX-License-Identifier: Apache-2.0
// The trusted side of a judge: the golden, run in a worker of its own before any candidate, its
// results kept on the host. The same code runs a baseline whose errors a requirement compares with.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "flow/contest.hpp"
#include "num/tensor.hpp"
#include "record/job.hpp"

namespace assay::flow {

/// What a trusted kernel made of one point.
struct TrustedRun {
  Point point;
  std::map<std::string, HostTensor> outputs;  ///< by the task's tensor name
  record::RunCounters counters;
};

struct Trusted {
  std::vector<TrustedRun> runs;  ///< in the order of the points; only what the budget allowed
  std::map<std::size_t, std::string> left_out;  ///< case index → why it didn't run
  record::Build build;
};

/// Error (usage): the golden does not build, or does something a kernel must not do: the task is
/// unsound.
[[nodiscard]] Result<Trusted> run_golden(const Contest& contest, Progress& progress);

/// The baseline's outputs at the golden's points; its own faults leave points out.
[[nodiscard]] Result<Trusted> run_baseline(const Contest& contest, const Trusted& golden);

}  // namespace assay::flow
