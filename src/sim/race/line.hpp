// SPDX-License-Identifier: Apache-2.0
// 32 granules in a row, kept as a few records as long as every access to them is in order and of
// one shape: lane by lane, side by side, each lane 2^shift granules. That is how most kernels go
// through memory, and it costs one check a warp instead of one a granule. Anything else turns the
// line into cells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/race/record.hpp"

namespace assay::sim::race::detail {

inline constexpr int line_granules = 32;

struct Line {
  Record write, other;     ///< their masks are of granules, not of lanes
  std::uint8_t shift = 0;  ///< granule g is lane first_lane + (g >> shift)
  std::uint8_t first_lane = 0;
  std::vector<Record> more;  ///< further reads, of warps that nothing orders
  static constexpr std::size_t most = 256;

  [[nodiscard]] bool same_shape(const Line& l) const {
    return shift == l.shift && first_lane == l.first_lane;
  }
  /// The record as the granule's cell has it; mask 0 if it isn't about this granule.
  [[nodiscard]] Record part(const Record& record, int granule) const {
    if ((record.mask >> granule & 1) == 0) return {};
    return {record.block, record.tick, 1u << (first_lane + (granule >> shift)), record.meta};
  }
  /// Takes the access in if it is in order with all that is here. `fresh` has it as its `write` or
  /// `other`; `floor` is what its block knows of itself.
  [[nodiscard]] bool take(const Line& fresh, std::uint32_t floor);
  /// Forgets all but this write.
  void become(const Line& fresh);

 private:
  [[nodiscard]] bool take_read(const Line& fresh, std::uint32_t floor);
  [[nodiscard]] bool take_write(const Line& fresh, std::uint32_t floor);
  [[nodiscard]] bool add_read(const Record& read);
};

}  // namespace assay::sim::race::detail
