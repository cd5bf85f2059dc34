// SPDX-License-Identifier: Apache-2.0
// bar.sync, bar.arrive, bar.red and their barrier.* twins; fences. Threads that have left count as
// arrived where all of the block is waited for.
#include <bit>

#include <fmt/format.h>

#include "sim/exec/base.hpp"
#include "sim/memory/polls.hpp"
#include "sim/run/executor.hpp"

namespace assay::sim {
namespace {

constexpr std::uint32_t aligned_flag = 8;

/// Barrier numbers and counts are the warp's, so any of its lanes will do.
std::uint32_t cell(Warp& w, Row row, std::uint32_t lane) {
  return reinterpret_cast<const std::uint32_t*>(w.base[row & 1] + (row & ~1U))[lane];
}

/// What bar.red gives to a fragment that waited.
void give_result(Warp& w, Frame& frame, const Inst* i, std::uint32_t mask, const BarrierState& b) {
  std::uint8_t* rows = frame.rows.data();
  const std::uint32_t action = i->aux & 7;
  if (action == 2) {
    auto* d = reinterpret_cast<std::uint32_t*>(rows + i->d);
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1)
      d[std::countr_zero(rest)] = b.population;
  } else if (action >= 3) {
    auto* p = reinterpret_cast<std::uint32_t*>(rows + i->d);
    const bool value = action == 3 ? b.all : b.any;
    *p = value ? *p | mask : *p & ~mask;
  }
  (void)w;
}

}  // namespace

bool Block::is_complete(std::uint32_t number) const {
  const BarrierState& b = barriers[number];
  if (!b.used) return false;
  std::uint32_t threads = 0;
  bool any_waiting = false;
  for (std::uint32_t n = 0; n < warps.size(); ++n) {
    const std::uint32_t here = b.waiting[n] | b.arrived[n], live = controls[n].live;
    any_waiting |= b.waiting[n] != 0;
    if (b.expected == 0 && (live & ~here) != 0) return false;
    // A warp that is there counts whole, as the hardware counts.
    threads +=
        here != 0 && (live & ~here) == 0 ? 32 : static_cast<std::uint32_t>(std::popcount(here));
    if (std::popcount(b.waiting[n]) == 0) continue;
    const Fragment* first = nullptr;
    for (const auto& f : controls[n].fragments) {
      if (f.state != Fragment::State::waits_at_barrier || f.barrier != number) continue;
      const Inst& inst = f.frame->code->insts[f.pc];
      // bar.sync is .aligned: lanes of a warp that wait at two of them have not met.
      if ((inst.aux & aligned_flag) == 0) continue;
      if (first != nullptr && (first->pc != f.pc || first->frame != f.frame)) return false;
      first = &f;
    }
  }
  return b.expected == 0 ? any_waiting : threads >= b.expected;
}

bool Block::complete(std::uint32_t number) {
  if (!is_complete(number)) return false;
  BarrierState& b = barriers[number];
  if (race) {
    std::vector<race::Lanes> waiting;
    for (std::uint32_t n = 0; n < warps.size(); ++n) {
      if (b.waiting[n] != 0) waiting.push_back({static_cast<std::uint16_t>(n), b.waiting[n]});
    }
    race->barrier(number, waiting);
  }
  for (std::uint32_t n = 0; n < warps.size(); ++n) {
    for (auto& f : controls[n].fragments) {
      if (f.state != Fragment::State::waits_at_barrier || f.barrier != number) continue;
      give_result(warps[n], *f.frame, &f.frame->code->insts[f.pc], f.mask, b);
      f.state = Fragment::State::ready;
      ++f.pc;
    }
  }
  // Only a barrier of the whole block orders all that came before it; owner marks start anew there
  // by an epoch, which is cheaper than clearing them and must not overflow.
  const bool whole = b.expected == 0;
  b = BarrierState{};
  if (whole && !owner_.empty() && ++state.epoch >= (1U << 20) - 1) {
    state.epoch = 1;
    owner_.assign(owner_.size(), 0);
  }
  return true;
}

void Block::try_barriers() {
  for (std::uint32_t n = 0; n < 16; ++n) complete(n);
}

namespace base {

const Inst* barrier(Warp& w, const Inst* i) {
  Executor& x = Executor::of(w);
  Block& block = *static_cast<Block*>(w.block->host);
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(w.mask));
  const std::uint32_t number = cell(w, i->a, lane);
  const std::uint32_t expected = i->b == no_row ? 0 : cell(w, i->b, lane);
  const std::uint32_t action = i->aux & 7;
  count_up_to(w, i + 1);
  Fragment& f = detach(w, i);
  if (number > 15) {
    x.fault(w, i, lane, "run.fault",
            fmt::format("barrier {}: there are 16 barriers, 0 to 15", number), true);
    return halt();
  }
  forget_polls(w);
  BarrierState& b = block.barriers[number];
  b.used = true;
  b.expected = expected;
  x.context.tally.barriers += 1;
  if (action >= 2) {
    const std::uint32_t p =
        *reinterpret_cast<const std::uint32_t*>(w.base[0] + (i->c & ~1U)) ^ (0U - (i->c & 1U));
    b.population += static_cast<std::uint32_t>(std::popcount(p & f.mask));
    b.all = b.all && (p & f.mask) == f.mask;
    b.any = b.any || (p & f.mask) != 0;
  }
  if (action == 1) {
    b.arrived[w.number] |= f.mask;
    ++f.pc;
    if (block.race) block.race->arrive(number, static_cast<std::uint16_t>(w.number), f.mask);
  } else {
    b.waiting[w.number] |= f.mask;
    f.state = Fragment::State::waits_at_barrier;
    f.barrier = number;
  }
  block.complete(number);
  return halt();
}

const Inst* fence(Warp& w, const Inst* i) {
  Executor& x = Executor::of(w);
  Block& block = *static_cast<Block*>(w.block->host);
  x.context.tally.fences += 1;
  if (block.race) {
    block.race->fence(static_cast<std::uint16_t>(w.number), w.mask,
                      (i->aux & 1) != 0 ? race::Scope::cta : race::Scope::gpu, (i->aux & 2) != 0);
  }
  return i + 1;
}

}  // namespace base

}  // namespace assay::sim
