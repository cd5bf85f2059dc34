// SPDX-License-Identifier: Apache-2.0
// Events in a given interleaving, told to the detector: one call a step, by single threads or whole
// warps.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "sim/race/race.hpp"

namespace assay::sim::race {

/// Memory of a script: values live here, so that "same value" is asked as the executor will.
class Script {
 public:
  static constexpr std::uint32_t words = 64;

  explicit Script(std::uint32_t blocks, std::uint32_t threads = 64) {
    for (std::uint32_t b = 0; b < blocks; ++b) {
      blocks_.emplace_back(b, threads);
      shared_.emplace_back(Space::shared, words * 4, 4);
    }
    global_.emplace_back(Space::global, words * 4, 4, 7);
  }

  struct Where {
    Space space = Space::global;
    std::uint32_t word = 0;
  };

  // One thread.
  void read(Thread t, Where at, Strength s = Strength::weak, Scope scope = Scope::gpu) {
    access(t.block, t.warp, bit(t), at, 0, Kind::read, s, scope, 0);
  }
  void write(Thread t, Where at, std::uint32_t value, Strength s = Strength::weak,
             Scope scope = Scope::gpu) {
    access(t.block, t.warp, bit(t), at, 0, Kind::write, s, scope, value);
  }
  void rmw(Thread t, Where at, Strength s = Strength::relaxed, Scope scope = Scope::gpu) {
    access(t.block, t.warp, bit(t), at, 0, Kind::rmw, s, scope, ++fresh_value_);
  }
  void fence(Thread t, Scope scope = Scope::gpu) { block(t.block).fence(t.warp, bit(t), scope); }
  /// fence.sc, which __threadfence() is.
  void fence_sc(Thread t, Scope scope = Scope::gpu) {
    block(t.block).fence(t.warp, bit(t), scope, true);
  }

  // Lanes of a warp: lane l accesses word at.word + stride * l.
  void access(std::uint32_t b, std::uint16_t warp, std::uint32_t mask, Where at,
              std::uint32_t stride, Kind kind, Strength strength, Scope scope, std::uint32_t value,
              std::uint32_t value_step = 0) {
    std::array<std::uint64_t, warp_lanes> offsets{};
    Stored stored{*this, b, at, stride, value, value_step};
    for (std::uint32_t l = 0; l < warp_lanes; ++l) offsets[l] = 4 * stored.word(l);
    const Access made{.warp = warp,
                      .mask = mask,
                      .offsets = offsets.data(),
                      .kind = kind,
                      .strength = strength,
                      .scope = scope,
                      .instruction = next_instruction_++,
                      .values = kind == Kind::write ? &stored : nullptr};
    shadow(b, at.space).access(block(b), made, reports_);
    if (kind == Kind::read) return;
    for (std::uint32_t l = 0; l < warp_lanes; ++l) {
      if ((mask >> l & 1) != 0) memory(b, at.space)[stored.word(l)] = stored.value(l);
    }
  }
  void warp_read(std::uint32_t b, std::uint16_t warp, Where at, std::uint32_t stride = 1) {
    access(b, warp, ~0u, at, stride, Kind::read, Strength::weak, Scope::gpu, 0);
  }
  void warp_write(std::uint32_t b, std::uint16_t warp, Where at, std::uint32_t stride = 1) {
    access(b, warp, ~0u, at, stride, Kind::write, Strength::weak, Scope::gpu, 1, 1);
  }

  void sync_block(std::uint32_t b, std::uint32_t id = 0) {
    block(b).barrier(id, std::vector<Lanes>{{0, ~0u}, {1, ~0u}});
  }
  void sync_warp(std::uint32_t b, std::uint16_t warp, std::uint32_t mask = ~0u) {
    block(b).sync_warp(warp, mask);
  }
  Block& block(std::uint32_t b) { return blocks_[b]; }
  Shadow& shadow(std::uint32_t b, Space space) {
    return space == Space::shared ? shared_[b] : global_[0];
  }
  const Reports& reports() const { return reports_; }

  /// Faults seen so far, each pair of instructions once (every step has an instruction of its own).
  std::size_t faults() const { return count(false); }
  std::size_t notes() const { return count(true); }
  /// Values handed over within a warp that nothing orders.
  std::size_t exchanges() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(reports_.races(), [](const Race& race) { return race.exchange; }));
  }
  /// The instruction that the next access gets.
  std::uint32_t next_instruction() const { return next_instruction_; }

 private:
  struct Stored final : Values {
    Script& script;
    std::uint32_t block;
    Where at;
    std::uint32_t stride, first, step;
    Stored(Script& s, std::uint32_t b, Where w, std::uint32_t st, std::uint32_t v, std::uint32_t vs)
        : script(s), block(b), at(w), stride(st), first(v), step(vs) {}
    std::uint32_t word(std::uint32_t lane) const { return (at.word + stride * lane) % words; }
    std::uint32_t value(std::uint32_t lane) const { return first + step * lane; }
    bool same_as_memory(int lane, std::uint32_t, std::uint32_t) const override {
      const auto l = static_cast<std::uint32_t>(lane);
      return script.memory(block, at.space)[word(l)] == value(l);
    }
    bool same(int lane, int other) const override {
      return value(static_cast<std::uint32_t>(lane)) == value(static_cast<std::uint32_t>(other));
    }
  };
  static std::uint32_t bit(Thread t) { return 1u << t.lane; }
  std::array<std::uint32_t, words>& memory(std::uint32_t b, Space space) {
    if (memory_.size() <= b + 1) memory_.resize(b + 2);
    return memory_[space == Space::global ? 0 : b + 1];
  }
  std::size_t count(bool same_value) const {
    std::size_t n = 0;
    for (const Race& race : reports_.races()) {
      if (!race.exchange) n += race.same_value == same_value;
    }
    return n;
  }

  std::vector<Block> blocks_;
  std::vector<Shadow> shared_, global_;
  std::vector<std::array<std::uint32_t, words>> memory_;
  Reports reports_;
  std::uint32_t next_instruction_ = 0;
  std::uint32_t fresh_value_ = 1000;
};

inline constexpr Script::Where g(std::uint32_t word) {
  return {Space::global, word};
}
inline constexpr Script::Where s(std::uint32_t word) {
  return {Space::shared, word};
}

}  // namespace assay::sim::race
