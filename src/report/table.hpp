// SPDX-License-Identifier: Apache-2.0
// Aligned columns. A table that is too wide gives up columns and width in the order that its
// columns say.
#pragma once

#include <string>
#include <vector>

#include "report/style.hpp"

namespace assay::report {

struct Column {
  std::string title;
  bool right = false;     ///< aligned to the right: numbers
  int optional = 0;       ///< > 0: left out when there is no room, the largest first
  std::size_t least = 0;  ///< > 0: may be cut down to this width
};

struct Cell {
  std::string text;
  Ink ink = Ink::plain;
};

using Row = std::vector<Cell>;

/// Each line behind `indent` spaces, no space at its end. Columns that are empty throughout are
/// left out.
[[nodiscard]] std::string table(std::vector<Column> columns, std::vector<Row> rows,
                                const Style& style, std::size_t indent, bool with_titles);

/// Whether every column fits, those that may be cut at their least width.
[[nodiscard]] bool fits(std::vector<Column> columns, std::vector<Row> rows, const Style& style);

}  // namespace assay::report
