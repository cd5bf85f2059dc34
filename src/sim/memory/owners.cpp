// SPDX-License-Identifier: Apache-2.0
// See owners.hpp.
#include "sim/memory/owners.hpp"

#include <algorithm>

namespace assay::sim {

bool Owners::attach(std::vector<Region>& regions, std::uint32_t granule) {
  const std::uint32_t log = granule == 1 ? 0 : granule == 2 ? 1 : 2;
  std::size_t count = 0, writable = 0;
  for (const auto& r : regions) {
    if (!r.writable) continue;
    count += (r.size >> log) + 2;
    ++writable;
  }
  if (memory_.size() < count * 4) {
    memory_ = HostBytes();  // before the larger one is taken
    if (!memory_.allocate(count * 4)) return false;
  }
  parts_.assign(writable, {});
  auto* marks = reinterpret_cast<std::uint32_t*>(memory_.data());
  std::size_t n = 0;
  for (auto& r : regions) {
    if (!r.writable) continue;
    Part& part = parts_[n++];
    part.marks = marks;
    part.count = (r.size >> log) + 1;
    marks += part.count + 1;
    r.granule_log = log;
    r.owner = part.marks;
    r.stored = &part.stored;
  }
  return true;
}

bool OwnerMarks::begin(std::size_t host_threads, std::uint64_t threads) {
  const std::uint64_t span = 2 * (threads + 2);
  if (span >= std::uint64_t{1} << 31) return false;
  if (next_ + span > ~std::uint32_t{0}) {  // once in thousands of launches: all begin anew
    next_ = 0;
    of_.clear();
  }
  base_ = static_cast<std::uint32_t>(next_);
  many_ = static_cast<std::uint32_t>(next_ + span - 2);
  next_ += span;
  used_ = host_threads;
  while (of_.size() < host_threads) of_.push_back(std::make_unique<Owners>());
  return true;
}

bool OwnerMarks::clash(std::size_t share, std::size_t shares) {
  bool any = false;
  for (std::size_t n = 0; n < of_[0]->parts_.size() && !any; ++n) {
    const bool stored = std::any_of(of_.begin(), of_.begin() + static_cast<std::ptrdiff_t>(used_),
                                    [n](const auto& o) { return o->parts_[n].stored != 0; });
    const std::uint64_t count = of_[0]->parts_[n].count;
    if (stored) any = clash(n, count * share / shares, count * (share + 1) / shares);
  }
  return any;
}

bool OwnerMarks::clash(std::size_t part, std::uint64_t from, std::uint64_t to) {
  std::uint32_t* all = of_[0]->parts_[part].marks;
  const std::uint32_t base = base_;
  std::uint32_t trouble = 0;
  for (std::size_t n = 1; n < used_; ++n) {
    const std::uint32_t* more = of_[n]->parts_[part].marks;
    for (std::uint64_t g = from; g < to; ++g) {
      const std::uint32_t a = all[g] > base ? all[g] : 0, b = more[g] > base ? more[g] : 0;
      trouble |= static_cast<std::uint32_t>(a != 0 && b != 0) & (a | b);
      // Any mark stands for the reader of two, and a third host thread must see it.
      all[g] = a != 0 ? a : b;
    }
  }
  return (trouble & 1) != 0;
}

}  // namespace assay::sim
