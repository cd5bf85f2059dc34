// SPDX-License-Identifier: Apache-2.0
// One remembered access, packed into 16 bytes, and the cell that a granule has.
#pragma once

#include <bit>
#include <cstdint>

#include "sim/race/race.hpp"

namespace assay::sim::race::detail {

/// Lanes of one warp that accessed a granule in one tick by one instruction. Mask 0: nothing.
struct Record {
  std::uint32_t block = 0;
  std::uint32_t tick = 0;
  std::uint32_t mask = 0;
  std::uint32_t meta = 0;  ///< instruction 19, warp 5, flags 8

  static constexpr std::uint32_t writes_flag = 1, reads_flag = 2, strong_flag = 4, cta_flag = 8;
  /// Of a strong read: it saw the latest write, which nothing else orders before it; so it is the
  /// proof for whoever comes after it. Without `reads` it is nothing but that proof.
  static constexpr std::uint32_t saw_flag = 16;
  /// It came before the latest write: whoever comes after that by coherence comes after it.
  static constexpr std::uint32_t chained_flag = 32;
  /// Of a strong read: it saw a write that was the latest then.
  static constexpr std::uint32_t had_seen_flag = 64;
  /// It was the latest write, or chained to one, when another came that nothing ordered after it.
  static constexpr std::uint32_t outrun_flag = 128;
  static constexpr int warp_shift = 8, instruction_shift = 13;

  [[nodiscard]] bool writes() const { return (meta & writes_flag) != 0; }
  [[nodiscard]] bool reads() const { return (meta & reads_flag) != 0; }
  [[nodiscard]] bool strong() const { return (meta & strong_flag) != 0; }
  [[nodiscard]] bool cta() const { return (meta & cta_flag) != 0; }
  [[nodiscard]] bool proves() const { return (meta & (saw_flag | had_seen_flag)) != 0; }
  [[nodiscard]] bool chained() const { return (meta & chained_flag) != 0; }
  [[nodiscard]] bool outrun() const { return (meta & outrun_flag) != 0; }
  [[nodiscard]] std::uint32_t warp() const { return (meta >> warp_shift) & 31; }
  [[nodiscard]] std::uint32_t instruction() const { return meta >> instruction_shift; }
  [[nodiscard]] Kind kind() const {
    if (!writes()) return Kind::read;
    return reads() ? Kind::rmw : Kind::write;
  }
  /// As it is remembered: of lanes that did a read-modify-write the last has seen the others'.
  [[nodiscard]] Record kept() const {
    return {block, tick, writes() && reads() ? std::bit_floor(mask) : mask, meta};
  }
  [[nodiscard]] bool same_warp(const Record& r) const {
    return block == r.block && ((meta ^ r.meta) & (31u << warp_shift)) == 0;
  }
};

[[nodiscard]] inline std::uint32_t packed_meta(const Access& access) {
  std::uint32_t flags = access.kind == Kind::read    ? Record::reads_flag
                        : access.kind == Kind::write ? Record::writes_flag
                                                     : Record::reads_flag | Record::writes_flag;
  if (access.strength != Strength::weak) {
    flags |= Record::strong_flag | (access.scope == Scope::cta ? Record::cta_flag : 0);
  }
  return flags | std::uint32_t{access.warp} << Record::warp_shift |
         access.instruction << Record::instruction_shift;
}

/// PTX: two strong accesses whose scopes include each other's thread don't race.
[[nodiscard]] inline bool morally_strong(const Record& a, const Record& b) {
  if (!a.strong() || !b.strong()) return false;
  return a.block == b.block || (!a.cta() && !b.cta());
}

/// Whatever would race with `old`, if unordered with it, would race with `fresh` too: so `old` may
/// go once ordered.
[[nodiscard]] inline bool stands_for(const Record& fresh, const Record& old) {
  if (old.writes() && !fresh.writes()) return false;
  if (!fresh.strong()) return true;
  if (!old.strong()) return false;
  return fresh.block == old.block ? fresh.cta() || !old.cta() : !fresh.cta() && !old.cta();
}

/// A granule: the latest write, and one more access that nothing stands for. When there are more,
/// `other` has mask 0 and `crowded` as its meta, and its `block` is the number of a crowd.
struct Cell {
  Record write;
  Record other;
  static constexpr std::uint32_t crowded = ~0u;
  [[nodiscard]] bool has_crowd() const { return other.meta == crowded; }
};
static_assert(sizeof(Cell) == 32);

}  // namespace assay::sim::race::detail
