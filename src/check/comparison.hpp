// SPDX-License-Identifier: Apache-2.0
// An output beside its golden, element by element, with all odd cases settled: infinities and NaNs,
// saturation, 64-bit integers beyond what a double holds. Metrics see plain finite numbers and an
// error.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "num/tensor.hpp"

namespace assay::check {

struct Element {
  double got = 0,
         golden = 0;       ///< 0 and 0 where a NaN or infinity stands in its place, or out of it
  double error = 0;        ///< |got − golden|, exact for integers; infinite where `misplaced`
  bool misplaced = false;  ///< a NaN or infinity that the golden has not, or lacks one that it has
  bool differs = false;    ///< not the bits of the golden rounded to the dtype (if asked for)
};

class Comparison {
 public:
  static constexpr std::int64_t block = 2048;

  /// Both of the same shape. `bits`: also fill in `differs`.
  Comparison(const HostTensor& got, const HostTensor& golden, bool bits = false);

  /// Calls `use(first, elements)` for one block after the other.
  template <std::invocable<std::int64_t, std::span<const Element>> Use>
  void each_block(Use use) const {
    std::vector<Element> elements(static_cast<std::size_t>(std::min(block, count_)));
    for (std::int64_t first = 0; first < count_; first += block) {
      const auto size = static_cast<std::size_t>(std::min(block, count_ - first));
      const std::span<Element> part = std::span(elements).first(size);
      fill(first, part);
      use(first, std::span<const Element>(part));
    }
  }

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] const HostTensor& got() const { return got_; }
  [[nodiscard]] const HostTensor& golden() const { return golden_; }

 private:
  void fill(std::int64_t first, std::span<Element> elements) const;
  void fill_exact(std::int64_t first, std::span<Element> elements) const;
  void compare_bits(std::int64_t first, std::span<Element> elements) const;
  [[nodiscard]] Element odd(double got, double golden) const;

  const HostTensor& got_;
  const HostTensor& golden_;
  std::int64_t count_;
  HostTensor rounded_;  ///< the golden in the output's dtype, when bits are asked for
  bool bits_;
  bool saturates_;   ///< f8: what is too large becomes the largest finite number
  double largest_;   ///< finite number of the dtype
  double overflow_;  ///< from here on, no rounding gives a finite number
};

}  // namespace assay::check
