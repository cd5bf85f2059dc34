// SPDX-License-Identifier: Apache-2.0
// What all candidates of one judge have in common: the task, its cases, the compiler, the device's
// facts, the seed.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "build/build.hpp"
#include "build/toolkit.hpp"
#include "flow/options.hpp"
#include "record/verdict.hpp"
#include "task/bind.hpp"
#include "task/task.hpp"

namespace assay::flow {

/// One run: a case with one family of inputs.
struct Point {
  std::size_t at = 0;  ///< index into Contest::cases
  std::size_t family = 0;
};

struct Contest {
  JudgeOptions options;
  task::Task task;
  std::vector<task::Case> cases;  ///< ascending by cost
  std::vector<Point> points;      ///< every family of every case, in the order of the cases
  build::Toolkit toolkit;
  build::Settings builder;
  task::DeviceFacts facts;

  [[nodiscard]] const task::Case& case_of(const Point& point) const { return cases[point.at]; }
};

/// Cases chosen by `--case`, each once, or all; ascending by cost in any order of the options. An
/// unknown name is an Error with the nearest.
[[nodiscard]] Result<std::vector<task::Case>> choose_cases(const task::Task& task,
                                                           const JudgeOptions& options);
[[nodiscard]] std::vector<Point> points_of(const task::Task& task,
                                           const std::vector<task::Case>& cases);

/// The seeds of a run. Inputs depend on the judge's seed alone, so golden and candidates see the
/// same data; `attempt` changes the noise in outputs and scratch and the order of blocks and warps.
/// The case counts by its name: `--case` repeats what happened among all cases.
[[nodiscard]] task::Seeds seeds_of(std::uint64_t seed, const std::string& case_name,
                                   std::size_t family, std::uint64_t attempt);

/// "bench, x normal(0, 1)".
[[nodiscard]] std::string label_of(const Contest& contest, const Point& point);

}  // namespace assay::flow
