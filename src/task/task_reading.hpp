// SPDX-License-Identifier: Apache-2.0
// The parts of reading a task.toml, in the order of the format; parse_task.cpp puts them together.
#pragma once

#include "task/fields.hpp"
#include "task/scope.hpp"
#include "task/task.hpp"

namespace assay::task {

/// A task being read: what is known so far, and what was wrong.
struct TaskReading {
  Task& task;
  Namespace& names;
  Mistakes& mistakes;

  [[nodiscard]] Scope axes() const;
  [[nodiscard]] ExpressionReading expressions() const { return {names, mistakes}; }
};

void read_axes(Fields& root, TaskReading& reading);
void read_constraints(Fields& root, TaskReading& reading);
void read_tensors(Fields& root, TaskReading& reading);
void read_scalars(Fields& root, TaskReading& reading);
void read_golden(Fields& root, TaskReading& reading);
void read_requirements(Fields& root, TaskReading& reading);
void read_work(Fields& root, TaskReading& reading);
void read_cases(Fields& root, TaskReading& reading);
void read_baseline(Fields& root, TaskReading& reading);
void read_limits(Fields& root, TaskReading& reading);

/// "normal(0, 1)" checked against the axes and the dtype that it fills.
std::optional<ValuesSpec> values_of(const Toml& value, Dtype dtype, const TaskReading& reading);

/// A path that stays below the folder of the file it stands in; a mistake otherwise.
std::optional<std::string> inner_path(const Toml& value, const std::vector<std::string>& endings,
                                      Mistakes& mistakes);

/// Why a case can't be: an axis out of its range, a constraint broken, a size that overflows. Empty
/// when it can.
struct CaseFault {
  std::string found, expected;
};
[[nodiscard]] std::optional<CaseFault> fault_of(const Task& task,
                                                const std::map<std::string, std::int64_t>& axes);

}  // namespace assay::task
