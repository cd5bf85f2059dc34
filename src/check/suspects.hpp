// SPDX-License-Identifier: Apache-2.0
// The elements to blame for a failed check: how many, where, and the worst few.
#pragma once

#include <string>
#include <vector>

#include "check/comparison.hpp"
#include "check/pattern.hpp"
#include "record/verdict.hpp"

namespace assay::check {

class Suspects {
 public:
  static constexpr std::size_t most_examples = 5;

  explicit Suspects(const Comparison& comparison)
      : comparison_(comparison), scatter_(comparison.got().shape) {}

  /// Indices ascend; of equally bad ones the first are kept.
  void add(std::int64_t flat, double badness);

  [[nodiscard]] std::int64_t total() const { return scatter_.total(); }
  [[nodiscard]] std::string pattern() const { return scatter_.text(); }
  [[nodiscard]] std::vector<record::WorstElement> examples(const std::string& tensor) const;

 private:
  struct Kept {
    double badness;
    std::int64_t flat;
  };
  const Comparison& comparison_;
  Scatter scatter_;
  std::vector<Kept> kept_;  ///< worst first
};

/// What stands at a place of the output and of the golden.
[[nodiscard]] record::WorstElement element_at(const Comparison& comparison,
                                              const std::string& tensor, std::int64_t flat);

/// A check that counts elements and allows none.
void conclude(record::Check& check, const Suspects& suspects);

/// Row-major index of an element as one index a dimension.
[[nodiscard]] std::vector<std::int64_t> multi_index(const std::vector<std::int64_t>& shape,
                                                    std::int64_t flat);

}  // namespace assay::check
