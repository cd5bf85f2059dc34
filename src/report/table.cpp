// SPDX-License-Identifier: Apache-2.0
#include "report/table.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "report/layout.hpp"

namespace assay::report {
namespace {

constexpr std::size_t gap = 2;

class Grid {
 public:
  Grid(std::vector<Column> columns, std::vector<Row> rows, bool with_titles)
      : columns_(std::move(columns)), rows_(std::move(rows)), with_titles_(with_titles) {
    for (std::size_t c = columns_.size(); c-- > 0;)
      if (std::ranges::all_of(rows_, [&](const Row& row) { return row[c].text.empty(); }))
        remove(c);
    measure();
  }

  /// Columns are cut before any is left out.
  void fit(std::size_t room) {
    while (narrowest() > room && drop_optional()) {
    }
    for (std::size_t c = columns_.size(); c-- > 0 && width() > room;) {
      const std::size_t excess = width() - room, least = least_width(c);
      widths_[c] = widths_[c] > least + excess ? widths_[c] - excess : least;
    }
  }

  /// The width when all that may be cut is cut.
  [[nodiscard]] std::size_t narrowest() const {
    std::size_t sum = gap * (columns_.size() - 1);
    for (std::size_t c = 0; c < columns_.size(); ++c) sum += least_width(c);
    return sum;
  }

  [[nodiscard]] std::string text(const Style& style, std::size_t indent) const {
    std::string all;
    if (with_titles_) {
      Row titles;
      for (const Column& column : columns_) titles.push_back({column.title, Ink::dim});
      all += line(titles, style, indent);
    }
    for (const Row& row : rows_) all += line(row, style, indent);
    return all;
  }

 private:
  [[nodiscard]] std::size_t least_width(std::size_t c) const {
    return columns_[c].least == 0 ? widths_[c] : std::min(columns_[c].least, widths_[c]);
  }

  void remove(std::size_t c) {
    const auto at = static_cast<std::ptrdiff_t>(c);
    columns_.erase(columns_.begin() + at);
    for (Row& row : rows_) row.erase(row.begin() + at);
    if (!widths_.empty()) widths_.erase(widths_.begin() + at);
  }

  void measure() {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      std::size_t widest = with_titles_ ? width_of(columns_[c].title) : 0;
      for (const Row& row : rows_) widest = std::max(widest, width_of(row[c].text));
      widths_.push_back(widest);
    }
  }

  [[nodiscard]] std::size_t width() const {
    return std::accumulate(widths_.begin(), widths_.end(), std::size_t{0}) +
           gap * (columns_.size() - 1);
  }

  bool drop_optional() {
    const auto found = std::ranges::max_element(columns_, {}, &Column::optional);
    if (found == columns_.end() || found->optional == 0) return false;
    remove(static_cast<std::size_t>(found - columns_.begin()));
    return true;
  }

  [[nodiscard]] std::string line(const Row& row, const Style& style, std::size_t indent) const {
    std::string text(indent, ' ');
    std::size_t behind = 0;  // spaces that are due before the next thing to be seen
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string content = cut(row[c].text, widths_[c]);
      const std::size_t space = widths_[c] - width_of(content);
      if (columns_[c].right) behind += space;
      if (!content.empty())
        text += std::string(std::exchange(behind, 0), ' ') + inked(content, row[c].ink, style);
      behind += gap + (columns_[c].right ? 0 : space);
    }
    return text + "\n";
  }

  std::vector<Column> columns_;
  std::vector<Row> rows_;
  bool with_titles_;
  std::vector<std::size_t> widths_;
};

std::size_t room_of(const Style& style) {
  return static_cast<std::size_t>(std::max(style.width, 60));
}

}  // namespace

bool fits(std::vector<Column> columns, std::vector<Row> rows, const Style& style) {
  if (rows.empty()) return true;
  return Grid(std::move(columns), std::move(rows), true).narrowest() <= room_of(style);
}

std::string table(std::vector<Column> columns, std::vector<Row> rows, const Style& style,
                  std::size_t indent, bool with_titles) {
  if (rows.empty()) return "";
  Grid grid(std::move(columns), std::move(rows), with_titles);
  const std::size_t width = room_of(style);
  grid.fit(width - std::min(indent, width));
  return grid.text(style, indent);
}

}  // namespace assay::report
