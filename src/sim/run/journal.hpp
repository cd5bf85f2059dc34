// SPDX-License-Identifier: Apache-2.0
// What a launch has to tell: faults and notes, each once a pair of instructions, with the place of
// its first occurrence.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "sim/decode/code.hpp"
#include "sim/simulator.hpp"

namespace assay::sim {

/// Turns an instruction and a thread into a Site.
class Sites {
 public:
  Sites(const ptx::Module& module, const Program& program, const Launch& launch, int launch_index)
      : module_(module), program_(program), launch_(launch), index_(launch_index) {}

  /// `inst`: position in the function's code. `block`, `thread`: linear indices.
  [[nodiscard]] Site site(std::uint32_t function, std::uint32_t inst, std::uint64_t block,
                          std::uint32_t thread) const;
  /// Of an instruction's number over the whole program.
  [[nodiscard]] Site site_of_number(std::uint32_t number, std::uint64_t block,
                                    std::uint32_t thread) const;
  [[nodiscard]] const Launch& launch() const { return launch_; }

 private:
  const ptx::Module& module_;
  const Program& program_;
  const Launch& launch_;
  int index_;
};

/// The statement's place in PTX and in the candidate's own source: inlined headers are left
/// outwards.
[[nodiscard]] Site place_of(const ptx::Module& module, const ptx::Function& function,
                            std::uint32_t body_index);

/// Notes of one host thread: by code and instruction, with the lowest thread that did it.
struct NoteKey {
  std::string_view code;     ///< a literal
  std::uint32_t number = 0;  ///< of the instruction in the program
  auto operator<=>(const NoteKey&) const = default;
};
struct NoteCount {
  std::uint64_t count = 0;
  std::uint64_t block = 0;
  std::uint32_t thread = 0;
};
using NoteMap = std::map<NoteKey, NoteCount>;

/// Faults in the order of their first occurrence.
class Journal {
 public:
  explicit Journal(std::size_t most) : most_(most) {}
  /// Counts a known one up; keeps at most the limit of distinct ones, but one that `stops` the run
  /// always.
  void add(std::string_view code, std::uint32_t number, std::uint32_t other_number, bool stops,
           const auto& make) {
    const auto key = std::tuple(std::string(code), number, other_number);
    if (const auto known = index_.find(key); known != index_.end()) {
      ++faults_[known->second].count;
      return;
    }
    if (faults_.size() >= most_ && !stops) return;
    index_.emplace(key, faults_.size());
    faults_.push_back(make());
  }
  [[nodiscard]] std::vector<Fault>& faults() { return faults_; }

 private:
  std::size_t most_;
  std::vector<Fault> faults_;
  std::map<std::tuple<std::string, std::uint32_t, std::uint32_t>, std::size_t> index_;
};

}  // namespace assay::sim
