// SPDX-License-Identifier: Apache-2.0
// From elements to units: how a tensor falls into rows or the values of an axis, and one pass over
// all of it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "check/metric.hpp"

namespace assay::check {

/// Element (o, u, i) of outer × units × inner belongs to unit u.
struct Grouping {
  std::int64_t outer = 1, units = 1, inner = 1;
};

/// `per` = "all", "row" (all indices but the last dimension), else the dimension given.
[[nodiscard]] Grouping grouping_of(const std::vector<std::int64_t>& shape, const std::string& per,
                                   std::optional<std::size_t> dimension);

struct UnitResult {
  double value = 0;
  double share = 0;     ///< badness above which an element is to blame
  std::int64_t at = 0;  ///< its worst element
};

/// One result a unit, in order; none for an empty tensor. `baseline`: the baseline's largest error
/// in each unit, or empty.
[[nodiscard]] std::vector<UnitResult> fold(const Comparison& comparison, const Grouping& grouping,
                                           const Metric& metric, const Context& context,
                                           double limit, std::span<const UnitResult> baseline = {});

}  // namespace assay::check
