// SPDX-License-Identifier: Apache-2.0
#include "check/question.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/text.hpp"
#include "check/fold.hpp"
#include "check/metric.hpp"
#include "check/suspects.hpp"

namespace assay::check {
namespace {

record::Check labelled(const Label& label, std::string metric, double limit) {
  record::Check check;
  check.case_name = label.case_name;
  check.family = label.family;
  check.tensor = label.tensor;
  check.metric = std::move(metric);
  check.limit = limit;
  return check;
}

std::string_view metric_name(const task::Requirement& requirement) {
  return requirement.metric.empty() ? requirement.property : requirement.metric;
}

std::string unit_name(const std::string& per) {
  if (per == "all") return "elements";
  return per == "row" ? "rows" : fmt::format("values of axis '{}'", per);
}

double at_rank(const std::vector<UnitResult>& units, std::size_t rank) {
  std::vector<double> values(units.size());
  std::ranges::transform(units, values.begin(), &UnitResult::value);
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(rank - 1);
  std::ranges::nth_element(values, nth);
  return *nth;
}

/// Elements that take more than their share, in the units that are beyond the limit.
Suspects suspects_of(const Comparison& comparison, const Grouping& grouping, const Metric& metric,
                     const Context& context, const std::vector<UnitResult>& units, double limit) {
  Suspects suspects(comparison);
  comparison.each_block([&](std::int64_t first, std::span<const Element> elements) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const std::int64_t index = first + static_cast<std::int64_t>(i);
      const UnitResult& unit =
          units[static_cast<std::size_t>(index / grouping.inner % grouping.units)];
      if (unit.value <= limit) continue;
      const double badness = metric.badness(elements[i], context);
      if (badness > unit.share) suspects.add(index, badness);
    }
  });
  return suspects;
}

void judge(record::Check& check, const std::vector<UnitResult>& units, const Question& question,
           const Comparison& comparison) {
  const auto& quantile = question.requirement.quantile;
  check.unit = unit_name(question.requirement.per);
  check.compared = question.requirement.per == "all" ? comparison.count()
                                                     : static_cast<std::int64_t>(units.size());
  check.passed = true;
  if (units.empty()) return;
  const auto worst = std::ranges::max_element(units, {}, &UnitResult::value);
  check.value = quantile ? at_rank(units, nearest_rank(*quantile, units.size())) : worst->value;
  check.passed = check.value <= check.limit;
  check.worst = element_at(comparison, check.tensor, worst->at);
}

void explain(record::Check& check, const Suspects& suspects, const std::vector<UnitResult>& units) {
  check.examples = suspects.examples(check.tensor);
  check.pattern = suspects.pattern();
  if (check.unit == "elements")
    check.failing = suspects.total();
  else
    check.failing = std::ranges::count_if(
        units, [&](const UnitResult& unit) { return !(unit.value <= check.limit); });
}

/// The largest error of the baseline in each unit; or why there is none.
tl::expected<std::vector<UnitResult>, std::string> baseline_errors(const Question& question,
                                                                   const Grouping& grouping) {
  if (question.baseline == nullptr)
    return tl::unexpected<std::string>("the baseline has no output to compare with here");
  assert(question.baseline->shape == question.golden.shape);
  const Comparison comparison(*question.baseline, question.golden);
  const Metric& metric = *find_metric("max_abs");
  auto units = fold(comparison, grouping, metric, {question.got.dtype}, 0);
  const bool finite =
      std::ranges::all_of(units, [](const auto& unit) { return std::isfinite(unit.value); });
  if (!finite)
    return tl::unexpected<std::string>("the baseline itself has NaNs or infinities out of place");
  return units;
}

}  // namespace

record::Check answer(const Question& question) {
  const task::Requirement& requirement = question.requirement;
  const Metric* metric = find_metric(metric_name(requirement));
  assert(metric != nullptr && "the task's parser knows the metrics");
  record::Check check = labelled(question.label, text_of(requirement), requirement.max);
  const Grouping grouping = grouping_of(question.got.shape, requirement.per, question.dimension);
  std::vector<UnitResult> baseline;
  if (metric->needs_baseline) {
    auto errors = baseline_errors(question, grouping);
    if (!errors) {
      check.undecided = errors.error();
      return check;
    }
    baseline = std::move(*errors);
  }
  const Comparison comparison(question.got, question.golden, metric->needs_bits);
  const Context context{question.got.dtype, requirement.atol, requirement.rtol};
  const auto units = fold(comparison, grouping, *metric, context, check.limit, baseline);
  judge(check, units, question, comparison);
  if (!check.passed)
    explain(check, suspects_of(comparison, grouping, *metric, context, units, check.limit), units);
  return check;
}

record::Check answer_nonfinite(const HostTensor& got, const HostTensor& golden,
                               const Label& label) {
  record::Check check = labelled(label, "nonfinite", 0);
  const Comparison comparison(got, golden);
  Suspects suspects(comparison);
  if (is_float(got.dtype))
    comparison.each_block([&](std::int64_t first, std::span<const Element> elements) {
      for (std::size_t i = 0; i < elements.size(); ++i)
        if (elements[i].misplaced) suspects.add(first + static_cast<std::int64_t>(i), 1);
    });
  check.unit = "elements";
  check.compared = comparison.count();
  conclude(check, suspects);
  return check;
}

std::optional<std::size_t> dimension_of(const task::Tensor& tensor, const std::string& axis) {
  const auto found = std::ranges::find_if(
      tensor.shape, [&](const task::Expression& each) { return trim(each.text()) == axis; });
  if (found == tensor.shape.end()) return {};
  return static_cast<std::size_t>(found - tensor.shape.begin());
}

bool applies(const task::Requirement& requirement, const task::Tensor& tensor) {
  const bool written = tensor.role == task::Role::out || tensor.role == task::Role::inout;
  const bool meant = requirement.tensor.empty() ? written : requirement.tensor == tensor.name;
  const bool everywhere = requirement.per == "all" || requirement.per == "row";
  return meant && (everywhere || dimension_of(tensor, requirement.per).has_value());
}

std::string text_of(const task::Requirement& requirement) {
  std::string text(metric_name(requirement));
  if (requirement.metric == "mismatch")
    text += fmt::format(" (atol {}, rtol {})", requirement.atol, requirement.rtol);
  if (!requirement.against.empty()) text += " against " + requirement.against;
  if (requirement.per == "row")
    text += " per row";
  else if (requirement.per != "all")
    text += fmt::format(" per '{}'", requirement.per);
  if (requirement.quantile) text += fmt::format(", quantile {}", *requirement.quantile);
  return text;
}

std::size_t nearest_rank(double quantile, std::size_t count) {
  const double exact = quantile * static_cast<double>(count);
  const double nearest = std::round(exact);
  const bool whole =
      std::fabs(exact - nearest) <= 4 * std::numeric_limits<double>::epsilon() * exact;
  const auto rank = static_cast<std::size_t>(whole ? nearest : std::ceil(exact));
  return std::clamp<std::size_t>(rank, 1, std::max<std::size_t>(count, 1));
}

}  // namespace assay::check
