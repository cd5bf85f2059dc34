// SPDX-License-Identifier: Apache-2.0
// The cells of one memory, in pages that are taken when first touched and forgotten all at once by an epoch.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/race/crowd.hpp"
#include "sim/race/location.hpp"

namespace assay::sim::race::detail {

struct ShadowState {
  static constexpr std::uint64_t page_cells = 256;
  struct Page {
    std::uint32_t epoch = 0;
    std::array<Cell, page_cells> cells;
  };

  Space space;
  std::uint64_t bytes;
  std::uint32_t granule;
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
        tag(name),
        pages((size / grain + page_cells) / page_cells),
        crowds(side_bytes),
        locations(which) {
    assert(std::has_single_bit(grain) && grain <= 4);
  }

  [[nodiscard]] Page& page(std::uint64_t number) {
    std::unique_ptr<Page>& page = pages[number];
    if (page == nullptr || page->epoch != epoch) fresh(page);
    return *page;
  }

 private:
  void fresh(std::unique_ptr<Page>& page) const {
    if (page == nullptr) page = std::make_unique<Page>();
    page->cells.fill(Cell{});
    page->epoch = epoch;
  }
};

}  // namespace assay::sim::race::detail
