// SPDX-License-Identifier: Apache-2.0
#include "sim/race/crowd.hpp"

#include <algorithm>
#include <utility>

namespace assay::sim::race::detail {

void Crowd::push(const Record& record) {
  one_block &= records.empty() || records.front().block == record.block;
  plain_reads &= !record.writes() && !record.proves();
  newest = std::max(newest, record.tick);
  records.push_back(record);
}

Crowd& Crowds::open(Cell& cell) {
  if (cell.has_crowd()) return of(cell);
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(all_.size()));
    all_.emplace_back();
  }
  const Record alone = std::exchange(cell.other, {free_.back(), 0, 0, Cell::crowded});
  free_.pop_back();
  Crowd& crowd = of(cell);
  if (alone.mask != 0) {
    crowd.push(alone);
    ++used_;
  }
  return crowd;
}

void Crowds::add(Cell& cell, const Record& record) {
  Crowd& crowd = open(cell);
  if (used_ < room_ || crowd.records.empty()) {
    crowd.push(record);
    ++used_;
    return;
  }
  ++forgotten_;
  crowd.records[crowd.next_forgotten++ % crowd.records.size()] = record;
  crowd.one_block &= crowd.records.front().block == record.block;
  crowd.plain_reads &= !record.writes() && !record.proves();
  crowd.newest = std::max(crowd.newest, record.tick);
}

void Crowds::replace(Cell& cell, std::vector<Record>& left) {
  if (left.size() <= 1) {
    if (cell.has_crowd()) {
      Crowd& crowd = of(cell);
      used_ -= crowd.records.size();
      std::vector<Record> kept = std::move(crowd.records);
      kept.clear();
      crowd = Crowd{.records = kept.capacity() > 64 ? std::vector<Record>{} : std::move(kept)};
      free_.push_back(cell.other.block);
    }
    cell.other = left.empty() ? Record{} : left.front();
    return;
  }
  Crowd& crowd = open(cell);
  used_ -= crowd.records.size();
  crowd.records.clear();
  crowd.newest = crowd.next_forgotten = 0;
  crowd.one_block = true;
  crowd.plain_reads = true;
  for (const Record& record : left) crowd.push(record);
  used_ += left.size();
  crowd.prune_at = std::max(Crowd::first_prune, 2 * left.size());
}

void Crowds::clear() {
  all_.clear();
  free_.clear();
  used_ = 0;
}

}  // namespace assay::sim::race::detail
