// SPDX-License-Identifier: Apache-2.0
// The side table: accesses of granules that more than two unordered parties touched since the last
// ordering.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/race/record.hpp"

namespace assay::sim::race::detail {

struct Crowd {
  std::vector<Record> records;
  std::size_t prune_at = first_prune;  ///< how many there may be before ordered ones are looked for
  std::size_t merge_at = first_prune;  ///< how many there may be before equals are put together
  std::size_t next_forgotten = 0;
  std::uint32_t newest = 0;  ///< the highest tick
  bool one_block = true;
  bool plain_reads = true;  ///< no writes and no proofs

  static constexpr std::size_t first_prune = 64;
  void push(const Record& record);
};

class Crowds {
 public:
  explicit Crowds(std::size_t bytes) : room_(bytes / sizeof(Record)) {}
  /// Makes the cell's `other` a crowd if it isn't one yet.
  Crowd& open(Cell& cell);
  Crowd& of(const Cell& cell) { return all_[cell.other.block]; }
  /// Adds to the cell's crowd; when the side table is full, in place of the crowd's oldest.
  void add(Cell& cell, const Record& record);
  /// Puts back what is left: nothing or one record into the cell itself, more into the crowd.
  void replace(Cell& cell, std::vector<Record>& left);
  void clear();
  [[nodiscard]] std::uint64_t forgotten() const { return forgotten_; }

 private:
  std::vector<Crowd> all_;
  std::vector<std::uint32_t> free_;
  std::size_t room_;
  std::size_t used_ = 0;
  std::uint64_t forgotten_ = 0;
};

}  // namespace assay::sim::race::detail
