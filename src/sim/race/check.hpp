// SPDX-License-Identifier: Apache-2.0
// One granule against one access: does it race, and what must be remembered.
#pragma once

#include <optional>
#include <vector>

#include "sim/race/accessor.hpp"
#include "sim/race/crowd.hpp"

namespace assay::sim::race::detail {

struct Conflict {
  Record first;
  int first_lane = 0, second_lane = 0;
  bool same_value = false;
  bool exchange = false;  ///< see Race; whatever else there is goes before it
  [[nodiscard]] bool is_fault() const { return !same_value && !exchange; }
};

class Check {
 public:
  Check(const Accessor& accessor, Crowds& crowds, const Values* values)
      : accessor_(accessor), crowds_(crowds), values_(values) {}

  /// The lanes `mask` access the granule, which is the bytes [first, first + size) of each one's
  /// access.
  std::optional<Conflict> meet(Cell& cell, std::uint32_t mask, std::uint32_t first,
                               std::uint32_t size);

 private:
  [[nodiscard]] bool has_proof(const Cell& cell, const Record& old, std::uint32_t mask,
                               std::uint32_t flags) const;
  [[nodiscard]] bool proven(const Cell& cell, const Record& old, std::uint32_t mask) const;
  [[nodiscard]] bool any_lane_after(const Cell& cell, std::uint32_t mask) const;
  /// How an access stands to the latest write.
  struct Standing {
    bool after = true;      ///< it comes after it
    bool by_sight = false;  ///< only because it saw it
    std::optional<Conflict> conflict = {};
  };
  [[nodiscard]] Standing meet_write(const Cell& cell, const Record& fresh, std::uint32_t first,
                                    std::uint32_t size) const;
  [[nodiscard]] std::optional<Conflict> exchange_with(const Cell& cell, const Record& fresh,
                                                      Accessor::Pair pair, bool same_value) const;
  std::optional<Conflict> meet_others(const Cell& cell, const Record& fresh) const;
  void remember_read(Cell& cell, const Record& fresh);
  void remember_write(Cell& cell, const Record& fresh, bool after_write, bool drop_latest);
  Record split_passed(const Record& old, const Record& fresh);
  void keep(const Record& old, const Record& fresh, bool chained);
  void age_proofs();
  [[nodiscard]] bool absorbed(Cell& cell, const Record& fresh);

  const Accessor& accessor_;
  Crowds& crowds_;
  const Values* values_;
  std::vector<Record> left_;
};

}  // namespace assay::sim::race::detail
