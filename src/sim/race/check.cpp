// SPDX-License-Identifier: Apache-2.0
#include "sim/race/check.hpp"

#include <algorithm>
#include <span>
#include <tuple>

namespace assay::sim::race::detail {

namespace {

std::span<const Record> others_of(const Cell& cell, Crowds& crowds) {
  if (cell.has_crowd()) return crowds.of(cell).records;
  return {&cell.other, cell.other.mask != 0 ? 1u : 0u};
}

/// Merges records of the same lanes' same doing; what a warp does often would else fill the crowd.
void merge_repeated(std::vector<Record>& records) {
  const auto key = [](const Record& r) { return std::tie(r.block, r.meta, r.tick); };
  std::ranges::sort(records, [&](const Record& a, const Record& b) { return key(a) < key(b); });
  std::size_t kept = 0;
  for (const Record& record : records) {
    if (kept != 0 && key(records[kept - 1]) == key(record)) {
      records[kept - 1].mask |= record.mask;
    } else {
      records[kept++] = record;
    }
  }
  records.resize(kept);
}

}  // namespace

std::optional<Conflict> Check::meet(Cell& cell, std::uint32_t mask, std::uint32_t first,
                                    std::uint32_t size) {
  Record fresh = accessor_.record(mask);
  Standing standing;
  if (cell.write.mask != 0) standing = meet_write(cell, fresh, first, size);
  std::optional<Conflict> conflict = standing.conflict;
  const bool other_writes = cell.has_crowd() ? !crowds_.of(cell).plain_reads : cell.other.writes();
  if (fresh.writes() || other_writes) {
    const auto with_other = meet_others(cell, fresh);
    if (with_other && (!conflict || !conflict->is_fault())) conflict = with_other;
  }
  if (fresh.writes()) {
    // Of writers that agree the latest is enough: else a flag that thousands set would remember
    // them all.
    remember_write(cell, fresh, standing.after, conflict && conflict->same_value);
  } else {
    if (standing.by_sight) fresh.meta |= Record::saw_flag;
    remember_read(cell, fresh);
  }
  return conflict;
}

/// A strong read orders the latest write, which it saw, before all that follows it, fence or not
/// (PTX, causality order).
bool Check::has_proof(const Cell& cell, const Record& old, std::uint32_t mask,
                      std::uint32_t flags) const {
  std::uint32_t proven = accessor_.after_all(old, mask);
  for (const Record& other : others_of(cell, crowds_)) {
    if ((other.meta & flags) != 0) proven |= accessor_.after(other, mask);
  }
  return (mask & ~proven) == 0;
}

/// Lanes that do a read-modify-write see each other's, so that one of them after the write puts the
/// last after it.
bool Check::any_lane_after(const Cell& cell, std::uint32_t mask) const {
  bool any = false;
  each_lane(mask, [&](int lane) {
    any = any || accessor_.unordered(cell.write, lane_bit(lane)).first == 0 ||
          has_proof(cell, cell.write, lane_bit(lane), Record::saw_flag);
  });
  return any;
}

Check::Standing Check::meet_write(const Cell& cell, const Record& fresh, std::uint32_t first,
                                  std::uint32_t size) const {
  const Record& old = cell.write;
  const bool strong = morally_strong(old, fresh);
  const Accessor::Pair pair = accessor_.unordered(old, fresh.mask);
  if (pair.first == 0 || has_proof(cell, old, fresh.mask, Record::saw_flag)) return {};
  const bool same = !old.reads() && !fresh.reads() && values_ != nullptr &&
                    values_->same_as_memory(pair.second, first, size);
  if (strong)
    return {.after = fresh.reads(),
            .by_sight = fresh.reads(),
            .conflict = exchange_with(cell, fresh, pair, same)};
  return {.after = fresh.reads() && fresh.writes() && any_lane_after(cell, fresh.mask),
          .conflict = Conflict{old, first_lane(pair.first), pair.second, same}};
}

/// A lane sees or overwrites what another lane of its warp stored. One that had looked at the place
/// before, at the same point of the code, waits for the store: that is a flag, and no such
/// exchange.
std::optional<Conflict> Check::exchange_with(const Cell& cell, const Record& fresh,
                                             Accessor::Pair pair, bool same_value) const {
  const Record& old = cell.write;
  const bool atomic = (old.reads() && old.writes()) || (fresh.reads() && fresh.writes());
  if (!accessor_.relaxed() || !old.same_warp(fresh) || atomic || same_value) return std::nullopt;
  if (fresh.reads()) {
    const bool waits = std::ranges::any_of(others_of(cell, crowds_), [&](const Record& earlier) {
      return earlier.reads() && earlier.same_warp(fresh) && (earlier.mask & fresh.mask) != 0 &&
             earlier.instruction() == fresh.instruction();
    });
    if (waits) return std::nullopt;
  }
  Conflict conflict{old, first_lane(pair.first), pair.second};
  conflict.exchange = true;
  return conflict;
}

/// For an access before the latest write. Which of several unordered strong writes a read saw isn't
/// kept: any counts.
bool Check::proven(const Cell& cell, const Record& old, std::uint32_t mask) const {
  const std::uint32_t flags = Record::saw_flag | (old.outrun() ? Record::had_seen_flag : 0);
  if (!old.chained() && !old.outrun()) return false;
  // Atomics of mixed scopes: who saw what in between isn't kept, so only the latest write counts.
  if (old.strong() && accessor_.record(mask).strong()) return true;
  if (old.chained() && (mask & ~accessor_.after(cell.write, mask)) == 0) return true;
  return has_proof(cell, old, mask, flags);
}

std::optional<Conflict> Check::meet_others(const Cell& cell, const Record& fresh) const {
  for (const Record& old : others_of(cell, crowds_)) {
    const bool conflicting = old.writes() || (old.reads() && fresh.writes());
    if (!conflicting || morally_strong(old, fresh)) continue;
    const Accessor::Pair pair = accessor_.unordered(old, fresh.mask);
    if (pair.first == 0 || proven(cell, old, fresh.mask)) continue;
    return Conflict{old, first_lane(pair.first), pair.second, false};
  }
  return std::nullopt;
}

/// What of `old` the fresh access doesn't stand for. What it proves stays: who comes after `old`
/// need not come after the fresh access.
Record Check::split_passed(const Record& old, const Record& fresh) {
  Record rest = old;
  if (!stands_for(fresh, old)) return rest;
  rest.mask &= ~accessor_.passed(old, fresh.mask);
  if (old.proves() && rest.mask != old.mask) {
    left_.push_back({old.block, old.tick, old.mask & ~rest.mask, old.meta & ~Record::reads_flag});
  }
  return rest;
}

/// `old` under a fresh write.
void Check::keep(const Record& old, const Record& fresh, bool chained) {
  Record rest = split_passed(old, fresh);
  if (rest.mask == 0) return;
  if (old.chained() || (old.writes() && old.strong())) rest.meta |= Record::outrun_flag;
  rest.meta &= ~Record::chained_flag;
  const bool access = old.reads() || old.writes();
  if (access && (chained || (rest.mask & ~accessor_.passed(rest, fresh.mask)) == 0)) {
    rest.meta |= Record::chained_flag;
  }
  left_.push_back(rest);
}

void Check::remember_write(Cell& cell, const Record& fresh, bool after_write, bool drop_latest) {
  left_.clear();
  for (const Record& old : others_of(cell, crowds_)) {
    keep(old, fresh, after_write && old.chained());
  }
  const Record& latest = cell.write;
  const bool dropped = drop_latest || (after_write && stands_for(fresh, latest));
  if (latest.mask != 0 && !dropped) keep(latest, fresh, after_write);
  age_proofs();
  if (cell.has_crowd() && left_.size() >= crowds_.of(cell).merge_at) {
    merge_repeated(left_);
    crowds_.of(cell).merge_at = std::max(Crowd::first_prune, 2 * left_.size());
  }
  crowds_.replace(cell, left_);
  cell.write = fresh.kept();
}

/// What was seen isn't the latest write any more. Without accesses that were before it, the proof
/// goes.
void Check::age_proofs() {
  const bool matters = std::ranges::any_of(left_, &Record::outrun);
  if (!matters) std::erase_if(left_, [](const Record& r) { return !r.reads() && !r.writes(); });
  for (Record& record : left_) {
    if ((record.meta & Record::saw_flag) != 0)
      record.meta ^= Record::saw_flag | Record::had_seen_flag;
    if (!matters) record.meta &= ~Record::had_seen_flag;
  }
}

/// Adds the lanes to a record of the same doing, or takes over one that it stands for.
bool Check::absorbed(Cell& cell, const Record& fresh) {
  const auto into = [&](Record& old) {
    if (!old.same_warp(fresh) || old.proves()) return false;
    if (old.meta == fresh.meta && old.tick == fresh.tick) {
      old.mask |= fresh.mask;
      return true;
    }
    if ((old.mask & ~fresh.mask) != 0 || !stands_for(fresh, old)) return false;
    old = fresh;
    return true;
  };
  if (!cell.has_crowd()) return cell.other.mask != 0 && into(cell.other);
  Crowd& crowd = crowds_.of(cell);
  constexpr std::size_t look_back = max_warps;  // all warps of a block that read one word
  const std::size_t end = crowd.records.size() - std::min(crowd.records.size(), look_back);
  for (std::size_t i = crowd.records.size(); i > end; --i) {
    if (!into(crowd.records[i - 1])) continue;
    crowd.newest = std::max(crowd.newest, fresh.tick);
    crowd.plain_reads &= !fresh.proves();
    return true;
  }
  return false;
}

void Check::remember_read(Cell& cell, const Record& fresh) {
  if (cell.has_crowd()) {
    const Crowd& crowd = crowds_.of(cell);
    const bool all_passed = crowd.one_block && crowd.plain_reads && !fresh.strong() &&
                            crowd.newest <= accessor_.floor() &&
                            crowd.records.front().block == fresh.block;
    if (all_passed) {
      left_.assign(1, fresh);
      crowds_.replace(cell, left_);
      return;
    }
  }
  if (absorbed(cell, fresh)) return;
  if (cell.has_crowd() && crowds_.of(cell).records.size() < crowds_.of(cell).prune_at) {
    crowds_.add(cell, fresh);
    return;
  }
  left_.clear();
  for (const Record& old : others_of(cell, crowds_)) {
    const Record rest = split_passed(old, fresh);
    if (rest.mask != 0) left_.push_back(rest);
  }
  if (cell.has_crowd()) merge_repeated(left_);
  crowds_.replace(cell, left_);
  if (cell.other.meta == 0) {
    cell.other = fresh;
  } else {
    crowds_.add(cell, fresh);
  }
}

}  // namespace assay::sim::race::detail
