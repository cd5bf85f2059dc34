// SPDX-License-Identifier: Apache-2.0
// One worker process from our side: start it, give it code, ask it for runs, and say plainly how it
// ended.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/process.hpp"
#include "base/result.hpp"
#include "record/job.hpp"

namespace assay::flow {

/// Where the worker's executable is: beside ours, or $ASSAY_WORKER's place given by the caller.
[[nodiscard]] std::string worker_path();

class WorkerProcess {
 public:
  /// A fresh process that has taken the code. Error: the executable is missing, or it died.
  [[nodiscard]] static Result<WorkerProcess> start(const record::LoadRequest& request,
                                                   std::chrono::seconds patience);

  /// What it said of the code: refused operations, or that it can't read it.
  [[nodiscard]] const record::LoadAnswer& loaded() const { return loaded_; }

  /// How one run went. Exactly one of the three is set: an answer, "too slow", or how the process
  /// died.
  struct Answer {
    std::optional<record::RunAnswer> run;
    bool too_slow = false;
    std::string death;
  };
  [[nodiscard]] Answer run(const record::RunRequest& request, std::chrono::duration<double> limit);

 private:
  explicit WorkerProcess(Child child) : child_(std::move(child)) {}
  std::string describe_death();

  Child child_;
  record::LoadAnswer loaded_;
};

}  // namespace assay::flow
