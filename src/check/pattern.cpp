// SPDX-License-Identifier: Apache-2.0
#include "check/pattern.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text.hpp"

namespace assay::check {
namespace {

/// Indices first … last, all in the set.
struct Run {
  std::int64_t first, last;
  [[nodiscard]] std::int64_t size() const { return last - first + 1; }
};

std::vector<Run> runs_of(const std::vector<bool>& members) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!members[i]) continue;
    const auto index = static_cast<std::int64_t>(i);
    if (!runs.empty() && runs.back().last + 1 == index)
      runs.back().last = index;
    else
      runs.push_back({index, index});
  }
  return runs;
}

std::string text_of(const Run& run) {
  return run.size() == 1 ? std::to_string(run.first) : fmt::format("{} to {}", run.first, run.last);
}

std::string listed(const std::vector<Run>& runs, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(runs.size(), most); ++i)
    text += (i > 0 ? ", " : "") + text_of(runs[i]);
  return runs.size() > most ? text + ", …" : text;
}

std::string ordinal(std::int64_t n) {
  const std::int64_t tens = n % 100, ones = n % 10;
  const bool teen = tens >= 11 && tens <= 13;
  const char* ending = teen ? "th" : ones == 1 ? "st" : ones == 2 ? "nd" : ones == 3 ? "rd" : "th";
  return fmt::format("{}{}", n, ending);
}

/// The distance of runs of the same length that follow each other evenly; the last may be cut off
/// by the end.
std::optional<std::int64_t> period_of(const std::vector<Run>& runs, std::int64_t size) {
  if (runs.size() < 2) return {};
  const std::int64_t period = runs[1].first - runs[0].first;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    const bool cut = i + 1 == runs.size() && runs[i].last == size - 1;
    const bool same = runs[i].size() == runs[0].size() || (cut && runs[i].size() < runs[0].size());
    if (!same || runs[i].first - runs[i - 1].first != period) return {};
  }
  return period;
}

std::string of_period(const std::vector<Run>& runs, std::int64_t period, std::int64_t size,
                      const std::string& noun) {
  const std::int64_t length = runs[0].size();
  const std::string each =
      length == 1 ? "every " + ordinal(period) : fmt::format("{} of every {}", length, period);
  const bool throughout = runs.front().first < period && runs.back().first + period >= size;
  const std::string where = throughout ? "" : fmt::format(" up to {}", runs.back().last);
  return fmt::format("{}s {} ({}{})", noun, listed(runs, 3), each, where);
}

std::string of_run(const Run& run, std::int64_t size, const std::string& noun) {
  const bool tail = run.last == size - 1;
  if (run.size() == 1)
    return tail ? fmt::format("the last {} ({})", noun, run.first)
                : fmt::format("{} {}", noun, run.first);
  return tail ? fmt::format("the last {} {}s ({})", with_commas(run.size()), noun, text_of(run))
              : fmt::format("{}s {}", noun, text_of(run));
}

std::vector<bool> complement(const std::vector<bool>& members) {
  std::vector<bool> others = members;
  others.flip();
  return others;
}

std::int64_t size_of(const std::vector<Run>& runs) {
  std::int64_t size = 0;
  for (const Run& run : runs) size += run.size();
  return size;
}

}  // namespace

std::string text_of_set(const std::vector<bool>& members, const std::string& noun) {
  const auto size = static_cast<std::int64_t>(members.size());
  const std::vector<Run> runs = runs_of(members);
  const std::int64_t count = size_of(runs);
  if (count == 0) return "no " + noun;
  if (count == size) return "every " + noun;
  if (runs.size() == 1) return of_run(runs[0], size, noun);
  const auto period = period_of(runs, size);
  // Two are no pattern yet, unless they are blocks of a tile.
  if (period && (runs.size() > 2 || runs[0].size() > 1))
    return of_period(runs, *period, size, noun);
  if (const std::int64_t others = size - count; others <= 3 && size >= 8)
    return fmt::format("every {} but {}", noun, listed(runs_of(complement(members)), 3));
  return fmt::format("{} of {} {}s ({})", with_commas(count), with_commas(size), noun,
                     listed(runs, 3));
}

Scatter::Scatter(const std::vector<std::int64_t>& shape)
    : rows_(1), columns_(shape.empty() ? 1 : shape.back()), matrix_(shape.size() > 1) {
  for (std::size_t i = 0; i + 1 < shape.size(); ++i) rows_ *= shape[i];
  by_row_.resize(static_cast<std::size_t>(rows_));
  by_column_.resize(static_cast<std::size_t>(columns_));
}

std::string Scatter::text() const {
  if (total_ == 0) return "";
  if (total_ == rows_ * columns_) return total_ == 1 ? "the only element" : "every element";
  return matrix_ ? in_matrix() : text_of_set(by_column_, "element");
}

std::string Scatter::in_matrix() const {
  const auto count = [](const std::vector<bool>& set) { return std::ranges::count(set, true); };
  const std::int64_t rows = count(by_row_), columns = count(by_column_);
  const std::string in_rows = text_of_set(by_row_, "row");
  const std::string in_columns = text_of_set(by_column_, "column");
  if (total_ == rows * columns) {
    if (columns == columns_) return columns_ == 1 ? in_rows : "all of " + in_rows;
    return rows_ == 1 ? in_columns : fmt::format("{} of {}", in_columns, in_rows);
  }
  if (last_ - first_ + 1 == total_ && last_ == rows_ * columns_ - 1)
    return fmt::format("the last {} elements, from row {}, column {} on", with_commas(total_),
                       first_ / columns_, first_ % columns_);
  if (on_ || above_ || below_)
    return on_ ? "on the diagonal" : above_ ? "all above the diagonal" : "all below the diagonal";
  if (rows == rows_ && columns == columns_) return "scattered over every row and column";
  if (columns == columns_) return "scattered over " + in_rows;
  if (rows == rows_) return "scattered over " + in_columns;
  return fmt::format("scattered over {}, {}", in_rows, in_columns);
}

}  // namespace assay::check
