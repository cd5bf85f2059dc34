// SPDX-License-Identifier: Apache-2.0
// What a thread knows to have happened before it: a Row for its own block, and a persistent map of
// Rows for others. Every block counts ticks, one a releasing event of any of its threads; an access
// carries the tick it was made in, and is known to whoever knows its thread up to that tick.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace assay::sim::race::detail {

/// A counted pointer. Not std::shared_ptr: one word, and no atomic counting, since a clock stays on
/// one host thread.
template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  explicit Ref(T* fresh) : to_(fresh) { take(); }
  Ref(const Ref& other) : to_(other.to_) { take(); }
  Ref(Ref&& other) noexcept : to_(std::exchange(other.to_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(to_, other.to_);
    return *this;
  }
  ~Ref() {
    if (to_ != nullptr && --to_->refs == 0) delete to_;
  }
  T* get() const { return to_; }
  T& operator*() const { return *to_; }
  T* operator->() const { return to_; }
  explicit operator bool() const { return to_ != nullptr; }
  bool operator==(const Ref&) const = default;
  /// The object to write to: this one if nobody else holds it, else a copy of its own.
  T& own() {
    if (to_->refs > 1) *this = Ref(new T(*to_));
    return *to_;
  }

 private:
  void take() {
    if (to_ != nullptr) ++to_->refs;
  }
  T* to_ = nullptr;
};

/// The count inside; a copy of the object starts its own.
struct Counted {
  std::uint32_t refs = 0;
  Counted() = default;
  Counted(const Counted&) {}
  Counted& operator=(const Counted&) { return *this; }
};

/// Up to which tick each thread of one block is known: all of them up to `floor`, some further.
/// Entries are sorted by warp; those of one warp have disjoint masks, and every tick is above the
/// floor.
struct Row : Counted {
  struct Entry {
    std::uint32_t warp = 0;
    std::uint32_t mask = 0;
    std::uint32_t tick = 0;
    bool operator==(const Entry&) const = default;
  };
  std::uint32_t floor = 0;
  std::vector<Entry> entries;

  /// Which of these lanes are known at least up to `tick`.
  [[nodiscard]] std::uint32_t known(std::uint32_t warp, std::uint32_t mask,
                                    std::uint32_t tick) const {
    return tick <= floor ? mask : known_above(warp, mask, tick);
  }
  void raise_floor(std::uint32_t tick);
  void raise(std::uint32_t warp, std::uint32_t mask, std::uint32_t tick);
  void join(const Row& other);
  [[nodiscard]] bool covers(const Row& other) const;

 private:
  [[nodiscard]] std::uint32_t known_above(std::uint32_t warp, std::uint32_t mask,
                                          std::uint32_t tick) const;
};

/// Block → Row, immutable and shared: a big-endian Patricia tree (Okasaki and Gill, "Fast mergeable
/// integer maps", 1998). Merging walks only what differs, so that a ticket counter that thousands
/// of blocks pass costs each of them the logarithm.
struct Tree : Counted {
  std::uint32_t prefix = 0;  ///< the key of a leaf; else the bits above `bit`
  std::uint32_t bit = 0;     ///< the branching bit; 0 is a leaf
  Ref<Tree> zero, one;
  Ref<Row> row;
};
using Known = Ref<Tree>;

[[nodiscard]] Known leaf(std::uint32_t block, Ref<Row> row);
[[nodiscard]] const Row* find(const Known& known, std::uint32_t block);
/// Either argument itself when it has everything the other has.
[[nodiscard]] Known merge(const Known& a, const Known& b);

struct Clock : Counted {
  Row row;        ///< of the thread's own block
  Known foreign;  ///< of the others (an entry for the own block is harmless)
  void join(const Clock& other);
  /// Joins what was learnt from any block, the own one included.
  void join(std::uint32_t own_block, const Known& known);
};

}  // namespace assay::sim::race::detail
