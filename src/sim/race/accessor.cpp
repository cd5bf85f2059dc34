// SPDX-License-Identifier: Apache-2.0
#include "sim/race/accessor.hpp"

#include <algorithm>

namespace assay::sim::race::detail {

Accessor::Accessor(const BlockState& block, const Access& access)
    : block_(block.block),
      warp_(access.warp),
      tick_(block.tick),
      meta_(packed_meta(access)),
      relaxed_(access.strength == Strength::relaxed) {
  block.warps[access.warp].by_clock(access.mask, [&](std::uint32_t lanes, const Ref<Clock>& clock) {
    class_[classes_++] = {lanes, clock.get()};
    floor_ = std::min(floor_, clock->row.floor);
  });
}

std::uint32_t Accessor::known(const Clock& clock, const Record& old) const {
  if (old.block == block_) return clock.row.known(old.warp(), old.mask, old.tick);
  const Row* row = find(clock.foreign, old.block);
  return row == nullptr ? 0 : row->known(old.warp(), old.mask, old.tick);
}

Accessor::Pair Accessor::unordered(const Record& old, std::uint32_t mask) const {
  for (std::uint32_t c = 0; c < classes_; ++c) {
    const std::uint32_t lanes = mask & class_[c].mask;
    if (lanes == 0) continue;
    const std::uint32_t open = old.mask & ~known(*class_[c].clock, old);
    if (open == 0) continue;
    if (!own_warp(old)) return {open, first_lane(lanes)};
    // A lane is never unordered with itself: another one is needed on either side.
    const std::uint32_t others = std::has_single_bit(lanes) ? open & ~lanes : open;
    if (others == 0) continue;
    const std::uint32_t first = others & (~others + 1);
    const std::uint32_t second = lanes & ~first;
    return {first, first_lane(second)};
  }
  return {};
}

std::uint32_t Accessor::passed(const Record& old, std::uint32_t mask) const {
  std::uint32_t lanes = own_warp(old) ? old.mask & mask : 0;
  for (std::uint32_t c = 0; c < classes_; ++c) {
    if ((mask & class_[c].mask) != 0) lanes |= known(*class_[c].clock, old);
  }
  return lanes;
}

std::uint32_t Accessor::after_all(const Record& old, std::uint32_t mask) const {
  std::uint32_t lanes = 0;
  for (std::uint32_t c = 0; c < classes_; ++c) {
    const std::uint32_t open = old.mask & ~known(*class_[c].clock, old);
    const std::uint32_t self = own_warp(old) && std::has_single_bit(open) ? open : 0;
    lanes |= mask & class_[c].mask & (open == 0 ? ~0u : self);
  }
  return lanes;
}

std::uint32_t Accessor::after(const Record& old, std::uint32_t mask) const {
  std::uint32_t lanes = own_warp(old) ? old.mask & mask : 0;
  for (std::uint32_t c = 0; c < classes_; ++c) {
    if (known(*class_[c].clock, old) != 0) lanes |= mask & class_[c].mask;
  }
  return lanes;
}

}  // namespace assay::sim::race::detail
