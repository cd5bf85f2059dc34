// SPDX-License-Identifier: Apache-2.0
// One host thread's view of a launch: memory as handlers need it, what it remembers of access
// patterns, its counters. Plain data, because the handlers are compiled several times; what needs
// classes hangs on `host`.
#pragma once

#include <cstdint>

#include "sim/core/access.hpp"
#include "sim/core/counting.hpp"
#include "sim/core/warp.hpp"

namespace assay::sim {

/// An allocation: a buffer, a module variable or the kernel's parameters.
struct Region {
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  std::uint8_t* data = nullptr;
  std::uint8_t* marks =
      nullptr;  ///< a byte a byte, 1 once written; nullptr when all of it is initialised
  std::uint32_t* owner =
      nullptr;  ///< who touched each granule (this host thread's view), nullptr when not needed
  std::uint32_t* stored = nullptr;  ///< set once this host thread stores here
  std::uint32_t granule_log = 2;
  bool writable = false;
  bool traffic = true;       ///< counts as global memory; parameters and constants don't
  std::uint32_t number = 0;  ///< into Memory's allocations
};

/// The last pattern of addresses an instruction made, relative to its first active lane, and what
/// it cost: sectors of 32 bytes or wavefronts of shared memory. Patterns repeat nearly always, and
/// counting afresh is slow.
struct Memo {
  const Region* region = nullptr;
  std::uint32_t mask = 0;
  std::uint32_t phase = ~0U;  ///< first address modulo 32
  std::uint32_t cost = 0;
  std::uint32_t ideal = 0;
  std::uint32_t relative[lanes] = {};
};

/// Owner marks. Global memory: the launch's base + ((thread + 1) << 1 | written) over the whole
/// grid; marks below the base are of earlier launches and count as none (memory/owners.hpp). Shared
/// memory: the same within a block, with the number of barriers passed in the upper bits, so that a
/// barrier forgets all at once.
constexpr std::uint32_t shared_many = 0x7ffU << 1;
constexpr std::uint32_t shared_epoch_shift = 12;

struct BlockState {
  std::uint8_t* shared = nullptr;  ///< offset 0 is address `shared_first`
  std::uint8_t* shared_marks = nullptr;
  std::uint32_t* shared_owner =
      nullptr;  ///< a word a word; nullptr when the full race detector runs
  std::uint32_t shared_size = 0;
  std::uint32_t epoch = 1;
  std::uint64_t first_thread = 0;  ///< number of thread 0 in the grid
  void* host = nullptr;            ///< run/'s Block
};

struct Context {
  Tally tally;
  const Region* regions = nullptr;  ///< ascending by base
  std::uint32_t region_count = 0;
  Memo* memos = nullptr;                 ///< by Inst::slot
  const std::uint8_t* params = nullptr;  ///< the launch's parameters
  std::uint32_t owner_base = 0;          ///< owner marks of this launch begin here
  std::uint32_t owner_many = 0;          ///< the mark of several readers
  bool careful = false;     ///< the serial order: races are searched, faults reported in full
  bool suspicious = false;  ///< the parallel order met something that needs the serial one
  bool stopped = false;     ///< a fault that ends the run
  void* host = nullptr;     ///< run/'s Executor
};

/// A memory access in every case: other allocations, faults, races, uninitialised bytes
/// (memory/careful.cpp).
const Inst* careful_access(Warp& w, const Inst* i);
/// In the serial order: shows an access of the common path to the race detector. `region`: nullptr
/// for shared memory.
/// True for a load that found once more what it had found before: whoever waits like that should
/// let others go on, by `wait_turn`.
[[nodiscard]] bool check_common(Warp& w, const Inst* i, const std::uint64_t* offsets,
                                const Region* region);
/// Ends the turn of the running lanes behind instruction `i`; for a handler to return.
[[nodiscard]] const Inst* wait_turn(Warp& w, const Inst* i);
/// In the parallel order: something was met that only the serial order can tell or repeat.
inline void suspect(Warp& w) {
  w.context->suspicious = true;
}

}  // namespace assay::sim
