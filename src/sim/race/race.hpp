// SPDX-License-Identifier: Apache-2.0
// Happens-before race detection for shared and global memory: what the executor tells it, what it
// tells back. It knows threads, accesses and synchronisation, and nothing of instructions,
// registers or memory contents. What it does and doesn't find: docs/memory-model.md.
//
// Order of calls is the order of events; the outcome is a pure function of it. Objects are not
// locked: a Block and the Shadows it touches belong to one host thread at a time, and so do Blocks
// that share a global Shadow (blocks that run in parallel get global Shadows of their own; an empty
// Shadow costs next to nothing).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace assay::sim::race {

inline constexpr int warp_lanes = 32;
inline constexpr int max_warps = 32;
/// Instruction ids must be below this (they are packed into 32-byte shadow cells).
inline constexpr std::uint32_t max_instructions = 1u << 19;

enum class Kind : std::uint8_t { read, write, rmw };
/// `relaxed` is also what .volatile and atomics without a .sem are; .sc is `acq_rel`.
enum class Strength : std::uint8_t { weak, relaxed, acquire, release, acq_rel };
/// .cluster counts as `gpu`, .sys too.
enum class Scope : std::uint8_t { cta, gpu };
enum class Space : std::uint8_t { shared, global };

struct Thread {
  std::uint32_t block = 0;
  std::uint16_t warp = 0;
  std::uint16_t lane = 0;
  bool operator==(const Thread&) const = default;
};

/// Lanes of one warp, for barriers.
struct Lanes {
  std::uint16_t warp = 0;
  std::uint32_t mask = 0;
};

/// Asked only when two writes conflict, before the new one has reached memory.
class Values {
 public:
  virtual ~Values() = default;
  /// Does memory already hold what this lane writes in bytes [first, first + size) of its access?
  [[nodiscard]] virtual bool same_as_memory(int lane, std::uint32_t first,
                                            std::uint32_t size) const = 0;
  /// Do these two lanes, which write to the same address, write the same bytes?
  [[nodiscard]] virtual bool same(int lane, int other) const = 0;
};

/// One warp instruction's accesses to one space (shared) or allocation (global). Lanes act in
/// ascending order. Every active lane's range is naturally aligned: offset % width == 0.
struct Access {
  std::uint16_t warp = 0;
  std::uint32_t mask = 0;  ///< active lanes; 0 does nothing
  const std::uint64_t* offsets =
      nullptr;  ///< [32] bytes into the shadow, read for active lanes only
  std::uint8_t width =
      4;  ///< bytes a lane, all vector elements together; a power of two, ≥ granule
  Kind kind = Kind::read;  ///< a compare-and-swap is `rmw` whether it swaps or not
  Strength strength = Strength::weak;
  Scope scope = Scope::gpu;        ///< of a strong access
  std::uint32_t instruction = 0;   ///< < max_instructions, the caller's own numbering
  const Values* values = nullptr;  ///< of a write; without it no conflict counts as "same value"
};

/// Two conflicting accesses that nothing orders. `first` came first in this run.
struct Race {
  Space space = Space::shared;
  std::uint32_t allocation = 0;  ///< the Shadow's tag
  std::uint64_t offset = 0;      ///< bytes, of the granule where they met first
  Thread first, second;
  std::uint32_t first_instruction = 0, second_instruction = 0;
  Kind first_kind = Kind::read, second_kind = Kind::read;
  /// Lanes of one warp hand a value over by strong accesses that nothing orders: legal, but right
  /// only if the lanes happen to run in step. No fault.
  bool exchange = false;
  bool same_value = false;  ///< both only write and the second changed nothing: a note, not a fault
  std::uint64_t count = 1;  ///< granules at which this pair of instructions met (same_value apart)
};

/// Where races go: one entry for each pair of instructions, in the order of first occurrence.
class Reports {
 public:
  void add(const Race& race);
  [[nodiscard]] std::span<const Race> races() const { return races_; }
  void clear();
  /// Merges another's entries, e.g. of a block that ran on another host thread; call in block
  /// order.
  void merge(const Reports& other);

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, Space, bool, bool>;
  std::vector<Race> races_;
  std::map<Key, std::size_t> index_;
};

namespace detail {
struct BlockState;
struct ShadowState;
struct ObjectState;
}  // namespace detail

/// A resident block: from its first instruction until its last thread has left. Destroying it frees
/// its clocks; its accesses stay comparable in the global Shadows, which are cleared when a launch
/// begins (a launch knows that all before it is done).
class Block {
 public:
  /// `block`: linear block index in the grid. `threads`: 1 to 1024.
  Block(std::uint32_t block, std::uint32_t threads);
  Block(Block&&) noexcept;
  Block& operator=(Block&&) noexcept;
  ~Block();

  /// These lanes are done. They count as arrived at every later barrier of the block.
  void exit(std::uint16_t warp, std::uint32_t mask);
  /// bar.arrive, when it is issued: releases into the barrier's current phase.
  void arrive(std::uint32_t barrier, std::uint16_t warp, std::uint32_t mask);
  /// bar.sync / bar.red, when the barrier completes: `lanes` are all that wait there.
  void barrier(std::uint32_t barrier, std::span<const Lanes> lanes);
  /// bar.warp.sync, when all lanes of the mask are there. shfl, vote, match and redux are no calls
  /// here.
  void sync_warp(std::uint16_t warp, std::uint32_t mask);
  /// fence.* and membar.*; `cta` for membar.cta, else `gpu`. `total`: fence.sc and membar, of which
  /// there is one order.
  void fence(std::uint16_t warp, std::uint32_t mask, Scope scope, bool total = false);

 private:
  friend class Shadow;
  friend class SyncObject;
  std::unique_ptr<detail::BlockState> state_;
};

/// Last accesses of each granule of one block's shared memory, or of one global allocation. Memory
/// is taken in pages when first touched, 32 bytes a granule.
class Shadow {
 public:
  /// `shared` memory hands releases over within one block only; what a cluster's blocks share is
  /// `global` here. `granule`: 4, or 2 or 1 if any instruction of the launch makes narrower
  /// accesses to this memory. `tag` comes back as Race::allocation. `side_bytes` bounds the memory
  /// for granules with many unordered accessors; beyond it the oldest are forgotten, see
  /// `forgotten`.
  Shadow(Space space, std::uint64_t bytes, std::uint32_t granule, std::uint32_t tag = 0,
         std::size_t side_bytes = std::size_t{256} << 20);
  Shadow(Shadow&&) noexcept;
  Shadow& operator=(Shadow&&) noexcept;
  ~Shadow();

  /// Checks the access against all before it, remembers it, and does what its strength means for
  /// the order (release, acquire, pending acquire). Call it before the values reach memory. Offsets
  /// must be in range.
  void access(Block& block, const Access& access, Reports& reports);
  /// Who wrote last at a place since the beginning (of the block, of the launch).
  struct Writer {
    Thread thread;
    std::uint32_t instruction = 0;
  };
  [[nodiscard]] std::optional<Writer> last_writer(std::uint64_t offset) const;
  /// Changes whenever a strong read of the place would acquire something else than before.
  [[nodiscard]] std::uint64_t released(std::uint64_t offset) const;
  /// Forgets everything: shared for a new block, global for a new launch. Cheap; keeps pages for
  /// reuse.
  void clear();
  /// Accesses dropped because `side_bytes` was reached: 0 means that no race was missed.
  [[nodiscard]] std::uint64_t forgotten() const;

 private:
  std::unique_ptr<detail::ShadowState> state_;
};

/// For hand-shakes that aren't memory accesses: one phase of an mbarrier, a grid barrier done by
/// the executor. arrive releases, wait acquires, both at once and without a fence.
class SyncObject {
 public:
  SyncObject();
  SyncObject(SyncObject&&) noexcept;
  SyncObject& operator=(SyncObject&&) noexcept;
  ~SyncObject();
  void arrive(Block& block, std::uint16_t warp, std::uint32_t mask);
  void wait(Block& block, std::uint16_t warp, std::uint32_t mask) const;
  /// A new phase: what was released is forgotten.
  void reset();

 private:
  std::unique_ptr<detail::ObjectState> state_;
};

}  // namespace assay::sim::race
