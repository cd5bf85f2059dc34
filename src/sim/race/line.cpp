// SPDX-License-Identifier: Apache-2.0
#include "sim/race/line.hpp"

#include <algorithm>

namespace assay::sim::race::detail {

namespace {

/// Ordered before `fresh`, granule by granule: nothing there, before a barrier of the whole block,
/// or (in one shape, where a granule's lane is given) by the same threads.
bool passed(const Record& old, const Record& fresh, std::uint32_t floor, bool same_shape) {
  if (old.mask == 0) return true;
  return (old.block == fresh.block && old.tick <= floor) || (same_shape && old.same_warp(fresh));
}

bool same_doing(const Record& a, const Record& b) {
  return a.block == b.block && a.tick == b.tick && a.meta == b.meta;
}

}  // namespace

bool Line::take(const Line& fresh, std::uint32_t floor) {
  return fresh.write.mask != 0 ? take_write(fresh, floor) : take_read(fresh, floor);
}

void Line::become(const Line& fresh) {
  write = fresh.write;
  other = fresh.other;
  shift = fresh.shift;
  first_lane = fresh.first_lane;
  more.clear();
}

bool Line::take_read(const Line& fresh, std::uint32_t floor) {
  const bool same = same_shape(fresh);
  const Record& read = fresh.other;
  if (!passed(write, read, floor, same)) return false;
  if (same && same_doing(other, read)) {
    other.mask |= read.mask;
    return true;
  }
  const auto replaced = [&](const Record& old) {
    return (old.mask & ~read.mask) == 0 && stands_for(read, old) && passed(old, read, floor, same);
  };
  if (other.mask != 0 && !replaced(other)) return same && add_read(read);
  if (!more.empty()) std::erase_if(more, replaced);
  // A record of another shape can't stay beside this one.
  if (!same && (write.mask != 0 || !more.empty())) return false;
  shift = fresh.shift;
  first_lane = fresh.first_lane;
  other = read;
  return true;
}

/// Beside the others', or in place of an older one by the same warp.
bool Line::add_read(const Record& read) {
  constexpr std::size_t look_back = max_warps;
  const std::size_t end = more.size() - std::min(more.size(), look_back);
  for (std::size_t i = more.size(); i > end; --i) {
    Record& old = more[i - 1];
    if (same_doing(old, read)) {
      old.mask |= read.mask;
      return true;
    }
    if (old.same_warp(read) && (old.mask & ~read.mask) == 0 && stands_for(read, old)) {
      old = read;
      return true;
    }
  }
  if (more.size() == most) return false;
  more.push_back(read);
  return true;
}

bool Line::take_write(const Line& fresh, std::uint32_t floor) {
  const bool same = same_shape(fresh);
  const Record& now = fresh.write;
  const auto in_order = [&](const Record& old) {
    return (old.mask & now.mask) == 0 || (stands_for(now, old) && passed(old, now, floor, same));
  };
  const auto rest = [&](Record old) {
    old.mask &= ~now.mask;
    return old.mask == 0 ? Record{} : old;
  };
  if (!in_order(write) || !in_order(other) || !std::ranges::all_of(more, in_order)) return false;
  const bool joins = same && same_doing(write, now);
  if (rest(write).mask != 0 && !joins) return false;
  const bool reads_left = rest(other).mask != 0 || std::ranges::any_of(more, [&](const Record& r) {
                            return rest(r).mask != 0;
                          });
  if (reads_left && !same) return false;
  const std::uint32_t earlier = joins ? write.mask : 0;
  write = now;
  write.mask |= earlier;
  other = rest(other);
  for (Record& record : more) record = rest(record);
  std::erase_if(more, [](const Record& r) { return r.mask == 0; });
  shift = fresh.shift;
  first_lane = fresh.first_lane;
  return true;
}

}  // namespace assay::sim::race::detail
