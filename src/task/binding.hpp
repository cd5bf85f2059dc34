// SPDX-License-Identifier: Apache-2.0
// What the parts of binding share: names with values, problems found so far, and a budget for
// hostile manifests.
#pragma once

#include <optional>
#include <string>

#include "task/bind.hpp"

namespace assay::task {

class Binding {
 public:
  Binding(const Setting& setting, Names names) : setting_(setting), names_(std::move(names)) {}

  [[nodiscard]] const Setting& setting() const { return setting_; }
  [[nodiscard]] const Task& task() const { return setting_.task; }
  [[nodiscard]] const Candidate& candidate() const { return setting_.candidate; }
  void set_step(std::int64_t step) { names_["step"] = step; }
  void clear_step() { names_.erase("step"); }

  /// Later problems are about this place.
  void stand_at(std::string place) { place_ = std::move(place); }
  void invalid(std::string message, std::string hint = {});
  void task_fault(std::string message, std::string hint = {});

  /// Nothing, and a problem that calls the expression `what`, where it can't be evaluated.
  std::optional<std::int64_t> evaluate(const Expression& expression, const std::string& what);
  /// The same for a whole shape: sizes of at least 0.
  std::optional<std::vector<std::int64_t>> shape_of(const std::vector<Expression>& shape,
                                                    const std::string& what, bool of_task);

  [[nodiscard]] const Names& names() const { return names_; }
  [[nodiscard]] const std::vector<Problem>& problems() const { return problems_; }

 private:
  const Setting& setting_;
  Names names_;
  std::string place_;
  std::vector<Problem> problems_;
  std::size_t work_ = 0;    ///< bytes of expressions evaluated so far
  bool exhausted_ = false;  ///< too many: said once
};

/// Tensors in the task's order, then scratch; sizes of outputs decide whether a grid may be empty.
struct BoundBuffers {
  std::vector<record::JobBuffer> buffers;
  bool outputs_empty = true;
};
[[nodiscard]] BoundBuffers bind_buffers(Binding& binding, std::size_t family, const Seeds& seeds);

[[nodiscard]] std::vector<record::JobLaunch> bind_launches(
    Binding& binding, std::span<const record::KernelInfo> kernels, bool outputs_empty);

/// The input family of a tensor that a run takes; the case's own comes first. Out tensors have
/// none.
[[nodiscard]] const ValuesSpec& family_of(const Tensor& tensor, const Case& at, std::size_t family);

}  // namespace assay::task
