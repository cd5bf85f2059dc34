// SPDX-License-Identifier: Apache-2.0
// The metrics of docs/task.md as a table: what an element contributes, and what a unit (all, a row,
// one index of an axis) makes of it. A new metric is a line of the table in metric.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "check/comparison.hpp"

namespace assay::check {

/// What a metric may know beside the element.
struct Context {
  Dtype dtype = Dtype::f32;  ///< of the output
  double atol = 0, rtol = 0;
};

/// Sums over the elements of one unit.
struct Unit {
  double largest = 0;   ///< of the elements' badness
  std::int64_t at = 0;  ///< the first element that has it
  std::int64_t count = 0;
  std::int64_t above = 0;  ///< elements whose badness is above the metric's `bar`
  double largest_golden = 0;
  double baseline = 0;  ///< largest error of the baseline in this unit
  // long double: squares of doubles neither overflow nor vanish, and 2^24 additions keep 40 bits.
  long double squares = 0;  ///< Σ badness²
  long double golden = 0;   ///< Σ golden²
  long double got = 0;      ///< Σ got²
  long double dot = 0;      ///< Σ got · golden
};

/// Which sums a metric needs; long double costs as much as all else.
enum class Sums : std::uint8_t { none, norms, angle };

struct Metric {
  std::string_view name;
  /// How bad one element is, 0 or more, never NaN; the worst element is the one with the largest.
  double (*badness)(const Element&, const Context&);
  double (*value)(const Unit&, const Context&);
  /// The badness from which on an element takes more than its share of what `limit` allows the
  /// unit.
  double (*share)(const Unit&, const Context&, double limit);
  double bar = 0;  ///< what `above` counts
  Sums sums = Sums::none;
  bool needs_bits = false;  ///< `differs` is needed
  bool needs_baseline = false;
};

[[nodiscard]] std::span<const Metric> metrics();
/// nullptr: no metric of this name.
[[nodiscard]] const Metric* find_metric(std::string_view name);

/// x / y where 0/0 counts as 0 and x/0 as infinite; both 0 or more.
[[nodiscard]] double ratio(double x, double y);

}  // namespace assay::check
