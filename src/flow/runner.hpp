// SPDX-License-Identifier: Apache-2.0
// Runs the points of one candidate (or golden) in a worker of its own; a new worker for every
// build.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flow/budget.hpp"
#include "flow/compiled.hpp"
#include "flow/worker_process.hpp"

namespace assay::flow {

/// How a point went: exactly one of these holds (after a mere `bind` none needs to).
struct PointResult {
  std::optional<record::RunAnswer> run;
  std::vector<task::Problem> problems;       ///< the manifest does not hold here
  std::vector<record::Finding> unsupported;  ///< the device can't run it
  bool too_slow = false;                     ///< the watchdog ended it
  std::optional<Error> error;                ///< ours or the machine's
  const record::Build* failed_build = nullptr;
  double elements = 0;  ///< of all buffers of the run
};

struct RunOptions {
  std::uint64_t attempt = 0;  ///< changes noise and schedule
  StepRule steps;
  double seconds = 600;      ///< the watchdog's
  bool want_inputs = false;  ///< inputs come back among the outputs
  bool ones = false;         ///< every bit of outputs and scratch set (NaN in floats), no noise
};

class Runner {
 public:
  Runner(const Contest& contest, Compiled& compiled, int host_threads)
      : contest_(contest), compiled_(compiled), host_threads_(host_threads) {}

  /// A worker that dies is given one more chance: a fresh process, in case it was the machine's
  /// doing. What dies twice is an error, never a verdict on the candidate.
  [[nodiscard]] PointResult run(const Point& point, const RunOptions& options);
  /// Builds and evaluates the manifest at a point and runs nothing: problems, a failed build, an
  /// error, or none of them.
  [[nodiscard]] PointResult bind(const Point& point);
  /// Elements of all buffers at a point, without running it; 0 where the manifest does not hold.
  [[nodiscard]] double elements_at(const Point& point);

 private:
  /// A build and what to run of it.
  struct Bound {
    const record::Build* build = nullptr;
    record::RunRequest request;
  };
  std::optional<Bound> bind(const Point& point, std::uint64_t attempt, PointResult& result);
  Result<void> load(const record::Build& build);
  PointResult ask(const Bound& bound, const RunOptions& options, bool& died);

  const Contest& contest_;
  Compiled& compiled_;
  int host_threads_;
  std::optional<WorkerProcess> worker_;
  const record::Build* loaded_ = nullptr;
};

}  // namespace assay::flow
