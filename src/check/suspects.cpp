// SPDX-License-Identifier: Apache-2.0
#include "check/suspects.hpp"

#include <algorithm>

namespace assay::check {

void Suspects::add(std::int64_t flat, double badness) {
  scatter_.add(flat);
  if (kept_.size() == most_examples && badness <= kept_.back().badness) return;
  const auto behind =
      std::ranges::find_if(kept_, [&](const Kept& each) { return each.badness < badness; });
  kept_.insert(behind, {badness, flat});
  if (kept_.size() > most_examples) kept_.pop_back();
}

std::vector<record::WorstElement> Suspects::examples(const std::string& tensor) const {
  std::vector<record::WorstElement> elements;
  for (const Kept& each : kept_) elements.push_back(element_at(comparison_, tensor, each.flat));
  return elements;
}

record::WorstElement element_at(const Comparison& comparison, const std::string& tensor,
                                std::int64_t flat) {
  return {tensor, multi_index(comparison.got().shape, flat), comparison.got().at(flat),
          comparison.golden().at(flat)};
}

void conclude(record::Check& check, const Suspects& suspects) {
  check.failing = suspects.total();
  check.value = static_cast<double>(check.failing);
  check.passed = check.failing == 0;
  check.examples = suspects.examples(check.tensor);
  check.pattern = suspects.pattern();
  if (!check.examples.empty()) check.worst = check.examples.front();
}

std::vector<std::int64_t> multi_index(const std::vector<std::int64_t>& shape, std::int64_t flat) {
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t i = shape.size(); i-- > 0; flat /= shape[i]) index[i] = flat % shape[i];
  return index;
}

}  // namespace assay::check
