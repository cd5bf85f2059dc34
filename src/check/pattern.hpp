// SPDX-License-Identifier: Apache-2.0
// Where wrong elements stand, in words: "rows 1, 3, 5, … (every 2nd)" tells more than any number.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace assay::check {

/// Wrong elements counted by row (all indices but the last dimension) and by column.
class Scatter {
 public:
  explicit Scatter(const std::vector<std::int64_t>& shape);

  void add(std::int64_t flat) { add(flat / columns_, flat % columns_); }
  void add(std::int64_t row, std::int64_t column) {
    ++total_;
    by_row_[static_cast<std::size_t>(row)] = true;
    by_column_[static_cast<std::size_t>(column)] = true;
    if (total_ == 1) first_ = row * columns_ + column;
    last_ = row * columns_ + column;
    above_ &= column > row;
    below_ &= column < row;
    on_ &= column == row;
  }

  [[nodiscard]] std::int64_t total() const { return total_; }
  [[nodiscard]] std::int64_t columns() const { return columns_; }
  /// "the last 5 rows (32 to 36)"; "" when nothing was added.
  [[nodiscard]] std::string text() const;

 private:
  [[nodiscard]] std::string in_matrix() const;

  std::int64_t rows_, columns_;
  bool matrix_;
  std::vector<bool> by_row_, by_column_;
  std::int64_t total_ = 0, first_ = 0, last_ = 0;
  bool above_ = true, below_ = true, on_ = true;  ///< the diagonal
};

/// A set of indices below `members.size()`: "every row", "row 5", "rows 3 to 7", "the last 5 rows
/// (32 to 36)", "rows 1, 3, 5, … (every 2nd)", "columns 28 to 31, 60 to 63, … (4 of every 32)", "12
/// of 37 rows (0, 5, 6, …)".
[[nodiscard]] std::string text_of_set(const std::vector<bool>& members, const std::string& noun);

}  // namespace assay::check
