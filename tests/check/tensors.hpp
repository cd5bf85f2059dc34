// SPDX-License-Identifier: Apache-2.0
// Tensors, requirements and questions in one line each.
#pragma once

#include <functional>
#include <vector>

#include "check/question.hpp"

namespace assay::check {

[[nodiscard]] HostTensor tensor(Dtype dtype, std::vector<std::int64_t> shape,
                                const std::vector<double>& values);
[[nodiscard]] inline HostTensor f32(std::vector<std::int64_t> shape,
                                    const std::vector<double>& values) {
  return tensor(Dtype::f32, std::move(shape), values);
}
[[nodiscard]] inline HostTensor f64(std::vector<std::int64_t> shape,
                                    const std::vector<double>& values) {
  return tensor(Dtype::f64, std::move(shape), values);
}
[[nodiscard]] task::Requirement require(std::string metric, double max = 0,
                                        std::string per = "all");

/// The check of one metric; `dimension` is that of `per`.
[[nodiscard]] record::Check ask(const HostTensor& got, const HostTensor& golden,
                                const task::Requirement& requirement,
                                std::optional<std::size_t> dimension = {},
                                const HostTensor* baseline = nullptr);
[[nodiscard]] double value_of(const std::string& metric, const HostTensor& got,
                              const HostTensor& golden);

}  // namespace assay::check
