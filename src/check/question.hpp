// SPDX-License-Identifier: Apache-2.0
// One requirement of a task asked of one output: the way from two tensors to a `record::Check`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "num/tensor.hpp"
#include "record/verdict.hpp"
#include "task/task.hpp"

namespace assay::check {

/// What a check is about, for the record alone.
struct Label {
  std::string case_name;
  std::string family;  ///< "normal(0, 1)"
  std::string tensor;
};

/// All tensors have the same shape; `golden` is f64 where `got` is a float, else of the same dtype.
struct Question {
  const HostTensor& got;
  const HostTensor& golden;
  const HostTensor* baseline = nullptr;  ///< the same output of the baseline, for error_ratio
  const task::Requirement& requirement;  ///< one with a metric, or property = "bitwise"
  std::optional<std::size_t> dimension;  ///< which one `per` = AXIS is; see `dimension_of`
  Label label;
};

/// The metric of the requirement against its limit. A NaN or infinity out of place counts as an
/// infinite error; one in its place (and the golden's value there) counts as none.
[[nodiscard]] record::Check answer(const Question& question);

/// Whether each NaN and infinity stands where the golden has one, of the same kind. The golden is
/// rounded to the output's dtype first, so what overflows there is an infinity; at the edge, where
/// one rounding decides between the largest finite number and infinity, both are right. f8
/// saturates and has no infinity of its own.
[[nodiscard]] record::Check answer_nonfinite(const HostTensor& got, const HostTensor& golden,
                                             const Label& label);

/// The dimension of a tensor that is this axis (the first, where several are); nothing when none
/// is.
[[nodiscard]] std::optional<std::size_t> dimension_of(const task::Tensor& tensor,
                                                      const std::string& axis);

/// Whether a requirement speaks of this tensor: by name, or of every out and inout; and `per` =
/// AXIS of those that have the axis.
[[nodiscard]] bool applies(const task::Requirement& requirement, const task::Tensor& tensor);

/// "rel_l2 per row, quantile 0.99", as checks and messages name it.
[[nodiscard]] std::string text_of(const task::Requirement& requirement);

/// Nearest rank ⌈q·n⌉ of n values, from 1; what rounding adds to q·n is not counted (0.07 · 100 is
/// 7).
[[nodiscard]] std::size_t nearest_rank(double quantile, std::size_t count);

}  // namespace assay::check
