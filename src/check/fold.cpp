// SPDX-License-Identifier: Apache-2.0
#include "check/fold.hpp"

#include <cassert>
#include <cmath>

namespace assay::check {
namespace {

void add_sums(Unit& unit, Sums sums, double badness, const Element& element) {
  const long double bad = badness, golden = element.golden;
  unit.squares += bad * bad;
  unit.golden += golden * golden;
  if (sums != Sums::angle) return;
  const long double got = element.got;
  unit.got += got * got;
  unit.dot += got * golden;
}

void add(Unit& unit, const Metric& metric, const Context& context, std::int64_t first,
         std::span<const Element> elements) {
  if (unit.count == 0) unit.at = first;
  unit.count += static_cast<std::int64_t>(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double badness = metric.badness(elements[i], context);
    if (badness > unit.largest) {
      unit.largest = badness;
      unit.at = first + static_cast<std::int64_t>(i);
    }
    unit.above += badness > metric.bar ? 1 : 0;
    unit.largest_golden = std::max(unit.largest_golden, std::fabs(elements[i].golden));
    if (metric.sums != Sums::none) add_sums(unit, metric.sums, badness, elements[i]);
  }
}

/// Where units are contiguous one is finished before the next begins, and only one is held.
class Folding {
 public:
  Folding(const Grouping& grouping, std::size_t results)
      : grouping_(grouping),
        contiguous_(grouping.outer == 1),
        units_(contiguous_ ? 1 : static_cast<std::size_t>(grouping.units)) {
    results_.reserve(results);
  }

  template <class Finish>
  void take(const Metric& metric, const Context& context, std::int64_t first,
            std::span<const Element> elements, Finish finish) {
    while (!elements.empty()) {
      const auto left = static_cast<std::size_t>(grouping_.inner - inner_);
      const auto run = elements.first(std::min(left, elements.size()));
      add(units_[contiguous_ ? 0 : static_cast<std::size_t>(unit_)], metric, context, first, run);
      elements = elements.subspan(run.size());
      first += static_cast<std::int64_t>(run.size());
      inner_ += static_cast<std::int64_t>(run.size());
      if (inner_ == grouping_.inner) next_unit(finish);
    }
  }

  template <class Finish>
  std::vector<UnitResult> results(Finish finish) && {
    if (!contiguous_)
      for (Unit& unit : units_) results_.push_back(finish(unit, results_.size()));
    return std::move(results_);
  }

 private:
  template <class Finish>
  void next_unit(Finish finish) {
    inner_ = 0;
    unit_ = unit_ + 1 == grouping_.units ? 0 : unit_ + 1;
    if (!contiguous_) return;
    results_.push_back(finish(units_[0], results_.size()));
    units_[0] = {};
  }

  const Grouping& grouping_;
  bool contiguous_;
  std::vector<Unit> units_;
  std::vector<UnitResult> results_;
  std::int64_t unit_ = 0, inner_ = 0;
};

}  // namespace

Grouping grouping_of(const std::vector<std::int64_t>& shape, const std::string& per,
                     std::optional<std::size_t> dimension) {
  const auto product = [&](std::size_t from, std::size_t to) {
    std::int64_t all = 1;
    for (std::size_t i = from; i < to; ++i) all *= shape[i];
    return all;
  };
  const std::size_t rank = shape.size();
  if (per == "all" || rank == 0) return {1, 1, product(0, rank)};
  if (per == "row") return {1, product(0, rank - 1), shape.back()};
  assert(dimension && *dimension < rank && "per = AXIS comes with the dimension that is the axis");
  return {product(0, *dimension), shape[*dimension], product(*dimension + 1, rank)};
}

std::vector<UnitResult> fold(const Comparison& comparison, const Grouping& grouping,
                             const Metric& metric, const Context& context, double limit,
                             std::span<const UnitResult> baseline) {
  if (comparison.count() == 0) return {};
  const auto finish = [&](Unit& unit, std::size_t index) {
    if (!baseline.empty()) unit.baseline = baseline[index].value;
    return UnitResult{metric.value(unit, context), metric.share(unit, context, limit), unit.at};
  };
  Folding folding(grouping, static_cast<std::size_t>(grouping.units));
  comparison.each_block([&](std::int64_t first, std::span<const Element> elements) {
    folding.take(metric, context, first, elements, finish);
  });
  return std::move(folding).results(finish);
}

}  // namespace assay::check
