// SPDX-License-Identifier: Apache-2.0
// The cells of one memory, in pages that are taken when first touched and forgotten all at once by
// an epoch.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/race/crowd.hpp"
#include "sim/race/line.hpp"
#include "sim/race/location.hpp"

namespace assay::sim::race::detail {

/// 8 lines, and the cells of those that are no lines any more.
struct Page {
  static constexpr std::uint64_t lines_here = 8;
  static constexpr std::uint64_t cells_here = lines_here * line_granules;
  std::uint32_t epoch = 0;
  std::uint32_t in_cells = 0;  ///< a bit a line
  std::array<Line, lines_here> lines;
  std::unique_ptr<std::array<Cell, cells_here>> cells;

  [[nodiscard]] bool is_line(std::uint64_t line) const { return (in_cells >> line & 1) == 0; }
  [[nodiscard]] Cell& cell(std::uint64_t index, Crowds& crowds) {
    if (is_line(index / line_granules)) split(index / line_granules, crowds);
    return (*cells)[index];
  }
  /// After a write that left nothing else in its cells.
  void rejoin(std::uint64_t line, const Line& fresh) {
    lines[line].become(fresh);
    in_cells &= ~(1u << line);
  }

 private:
  void split(std::uint64_t number, Crowds& crowds) {
    if (cells == nullptr) cells = std::make_unique<std::array<Cell, cells_here>>();
    Line& line = lines[number];
    Cell* to = cells->data() + number * line_granules;
    for (int g = 0; g < line_granules; ++g) {
      to[g] = {line.part(line.write, g), line.part(line.other, g)};
      for (const Record& record : line.more) {
        if (const Record part = line.part(record, g); part.mask != 0) crowds.add(to[g], part);
      }
    }
    line.more = {};
    in_cells |= 1u << number;
  }
};

struct ShadowState {
  Space space;
  std::uint64_t bytes;
  std::uint32_t granule;
  std::uint32_t granule_shift;
  std::uint32_t tag;
  std::uint32_t epoch = 1;
  std::vector<std::unique_ptr<Page>> pages;
  Crowds crowds;
  Locations locations;

  ShadowState(Space which, std::uint64_t size, std::uint32_t grain, std::uint32_t name,
              std::size_t side_bytes)
      : space(which),
        bytes(size),
        granule(grain),
        granule_shift(static_cast<std::uint32_t>(std::countr_zero(grain))),
        tag(name),
        pages((size / grain + Page::cells_here - 1) / Page::cells_here),
        crowds(side_bytes),
        locations(which) {
    assert(std::has_single_bit(grain) && grain <= 4);
  }

  [[nodiscard]] Page& page(std::uint64_t number) {
    std::unique_ptr<Page>& page = pages[number];
    if (page == nullptr || page->epoch != epoch) fresh(page);
    return *page;
  }
  /// Of a granule; mask 0 if nothing wrote it.
  [[nodiscard]] Record last_write(std::uint64_t number) const {
    const std::unique_ptr<Page>& page = pages[number / Page::cells_here];
    if (page == nullptr || page->epoch != epoch) return {};
    const std::uint64_t here = number % Page::cells_here;
    const Line& line = page->lines[here / line_granules];
    if (!page->is_line(here / line_granules)) return (*page->cells)[here].write;
    return line.part(line.write, static_cast<int>(here % line_granules));
  }

 private:
  void fresh(std::unique_ptr<Page>& page) const {
    if (page == nullptr) page = std::make_unique<Page>();
    for (Line& line : page->lines) line.become({});
    page->in_cells = 0;
    page->epoch = epoch;
  }
};

}  // namespace assay::sim::race::detail
