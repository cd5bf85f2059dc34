// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cassert>

#include "sim/race/block_state.hpp"
#include "sim/race/sync_object.hpp"

namespace assay::sim::race {

namespace detail {

BlockState::BlockState(std::uint32_t index, std::uint32_t threads) : block(index) {
  assert(threads >= 1 && threads <= warp_lanes * max_warps);
  warps.resize((threads + warp_lanes - 1) / warp_lanes);
  const Ref<Clock> nothing(new Clock);
  for (WarpState& warp : warps) {
    warp.common = nothing;
    warp.live = threads >= warp_lanes ? ~0u : (1u << threads) - 1;
    threads -= std::min<std::uint32_t>(threads, warp_lanes);
  }
}

WarpSync& WarpState::syncing() {
  if (!sync) sync = std::make_unique<WarpSync>();
  return *sync;
}

void WarpState::assign(std::uint32_t mask, const Ref<Clock>& clock) {
  if ((live & ~mask) == 0) {
    lanes.reset();
    common = clock;
    return;
  }
  if (!lanes) {
    lanes = std::make_unique<std::array<Ref<Clock>, warp_lanes>>();
    lanes->fill(std::exchange(common, nullptr));
  }
  each_lane(mask, [&](int lane) { (*lanes)[static_cast<std::size_t>(lane)] = clock; });
}

namespace {

void join_observed(std::uint32_t block, const Released& observed, Clock& into) {
  if (observed.narrow) into.join(*observed.narrow);
  if (observed.wide) into.join(block, observed.wide);
}

/// What this lane observed, as far as a fence of this scope makes it known; the rest stays.
Released take_observed(WarpSync& sync, int lane, Scope scope) {
  Released& all = sync.observed[static_cast<std::size_t>(lane)];
  Released taken{std::exchange(all.narrow, nullptr), nullptr};
  if (scope == Scope::gpu) taken.wide = std::exchange(all.wide, nullptr);
  if (!all.wide) sync.pending &= ~lane_bit(lane);
  return taken;
}

void forget_lanes(std::vector<Fence>& fences, std::uint32_t mask) {
  for (Fence& fence : fences) fence.mask &= ~mask;
  std::erase_if(fences, [](const Fence& fence) { return fence.mask == 0; });
}

}  // namespace

void BlockState::gather(std::uint16_t index, std::uint32_t mask, std::uint32_t now, Clock& into) {
  WarpState& warp = warps[index];
  if (warp.sync && (warp.sync->pending & mask) != 0) settle(warp, mask, Scope::gpu);
  warp.by_clock(mask, [&](std::uint32_t, const Ref<Clock>& clock) { into.join(*clock); });
  into.row.raise(index, mask, now);
}

void BlockState::settle(WarpState& warp, std::uint32_t mask, Scope scope) {
  Ref<Clock> before, after;
  Released last;
  each_lane(warp.sync->pending & mask, [&](int lane) {
    const Released taken = take_observed(*warp.sync, lane, scope);
    const Ref<Clock> clock = warp.clock(lane);
    // Lanes that spun on one flag together learn the same: they keep sharing a clock.
    if (!(clock == before && taken.narrow == last.narrow && taken.wide == last.wide)) {
      after = Ref<Clock>(new Clock(*clock));
      join_observed(block, taken, *after);
      before = clock;
      last = taken;
    }
    warp.assign(lane_bit(lane), after);
  });
}

namespace {

/// What these lanes had behind this fence, as their own block and as others get to know it.
Released behind(const Fence& fence, std::uint32_t block, std::uint16_t warp, std::uint32_t mask,
                Scope scope) {
  Ref<Clock> narrow(new Clock(*fence.seen));
  narrow->row.raise(warp, mask, fence.tick);
  if (scope == Scope::cta) return {narrow, nullptr};
  return {nullptr, merge(narrow->foreign, leaf(block, Ref<Row>(new Row(narrow->row))))};
}

void add(Released& into, const Released& more) {
  if (more.narrow && !into.narrow) into.narrow = Ref<Clock>(new Clock);
  if (more.narrow) into.narrow.own().join(*more.narrow);
  into.wide = merge(into.wide, more.wide);
}

}  // namespace

void BlockState::hand_over(std::span<const Lanes> lanes) {
  const auto has_news = [&](const Lanes& some) {
    return warps[some.warp].sync && warps[some.warp].sync->news;
  };
  if (std::ranges::none_of(lanes, has_news)) return;
  Released all;
  for (const Lanes& some : lanes) {
    if (!has_news(some)) continue;
    const WarpSync& sync = *warps[some.warp].sync;
    for (const auto& [fences, scope] :
         {std::pair{&sync.cta, Scope::cta}, std::pair{&sync.gpu, Scope::gpu}}) {
      for (const Fence& fence : *fences) {
        const std::uint32_t mask = fence.mask & some.mask;
        if (fence.total && mask != 0) add(all, behind(fence, block, some.warp, mask, scope));
      }
    }
    each_lane(some.mask, [&](int lane) { add(all, sync.handed[static_cast<std::size_t>(lane)]); });
  }
  const bool whole = all_live(lanes);
  for (const Lanes& some : lanes) {
    WarpSync& sync = warps[some.warp].syncing();
    each_lane(some.mask, [&](int lane) { add(sync.handed[static_cast<std::size_t>(lane)], all); });
    // Partial barriers hand on what came by them, whole ones have told everybody.
    sync.news = !whole;
  }
}

bool BlockState::all_live(std::span<const Lanes> lanes) const {
  std::array<std::uint32_t, max_warps> there{};
  for (const Lanes& some : lanes) there[some.warp] |= some.mask;
  for (std::size_t w = 0; w < warps.size(); ++w) {
    if ((warps[w].live & ~there[w]) != 0) return false;
  }
  return true;
}

}  // namespace detail

using detail::BlockState;
using detail::Clock;
using detail::Ref;
using detail::WarpState;

Block::Block(std::uint32_t block, std::uint32_t threads)
    : state_(std::make_unique<BlockState>(block, threads)) {}
Block::Block(Block&&) noexcept = default;
Block& Block::operator=(Block&&) noexcept = default;
Block::~Block() = default;

void Block::exit(std::uint16_t warp, std::uint32_t mask) {
  if (!state_->exited) state_->exited = Ref<Clock>(new Clock);
  state_->gather(warp, mask, state_->tick++, state_->exited.own());
  state_->warps[warp].live &= ~mask;
}

void Block::arrive(std::uint32_t barrier, std::uint16_t warp, std::uint32_t mask) {
  Ref<Clock>& phase = state_->arrived[barrier];
  if (!phase) phase = Ref<Clock>(new Clock);
  state_->gather(warp, mask, state_->tick++, phase.own());
}

void Block::barrier(std::uint32_t barrier, std::span<const Lanes> lanes) {
  BlockState& state = *state_;
  state.hand_over(lanes);
  const std::uint32_t now = state.tick++;
  Ref<Clock> joined(new Clock);
  // With everybody here nobody's own row matters: the floor covers it. Set first, so that joins
  // find nothing to add.
  if (state.all_live(lanes)) joined->row.raise_floor(now);
  for (const Lanes& some : lanes) state.gather(some.warp, some.mask, now, *joined);
  if (state.exited) joined->join(*state.exited);
  if (const auto phase = state.arrived.find(barrier); phase != state.arrived.end()) {
    joined->join(*phase->second);
    state.arrived.erase(phase);
  }
  for (const Lanes& some : lanes) state.warps[some.warp].assign(some.mask, joined);
}

void Block::sync_warp(std::uint16_t index, std::uint32_t mask) {
  WarpState& warp = state_->warps[index];
  const Lanes lanes{index, mask};
  if (warp.sync) state_->hand_over({&lanes, 1});
  const std::uint32_t now = state_->tick++;
  const bool pending = warp.sync && (warp.sync->pending & mask) != 0;
  if (!warp.lanes && !pending && (warp.live & ~mask) == 0) {
    warp.common.own().row.raise(index, mask, now);
    return;
  }
  Ref<Clock> joined(new Clock);
  state_->gather(index, mask, now, *joined);
  warp.assign(mask, joined);
}

void Block::fence(std::uint16_t index, std::uint32_t mask, Scope scope, bool total) {
  WarpState& warp = state_->warps[index];
  detail::WarpSync& sync = warp.syncing();
  state_->settle(warp, mask, scope);
  const std::uint32_t now = state_->tick++;
  const auto remember = [&](std::vector<detail::Fence>& fences) {
    detail::forget_lanes(fences, mask);
    warp.by_clock(mask, [&](std::uint32_t lanes, const Ref<Clock>& clock) {
      fences.push_back({lanes, clock, now, total});
    });
  };
  remember(sync.cta);
  if (scope == Scope::gpu) remember(sync.gpu);
  sync.ready &= ~mask;
  sync.news = sync.news || total;
}

SyncObject::SyncObject() : state_(std::make_unique<detail::ObjectState>()) {}
SyncObject::SyncObject(SyncObject&&) noexcept = default;
SyncObject& SyncObject::operator=(SyncObject&&) noexcept = default;
SyncObject::~SyncObject() = default;

void SyncObject::arrive(Block& block, std::uint16_t warp, std::uint32_t mask) {
  BlockState& state = *block.state_;
  Ref<Clock> clock(new Clock);
  state.gather(warp, mask, state.tick++, *clock);
  Ref<detail::Row> row(new detail::Row(clock->row));
  detail::Known& known = state_->known;
  known = detail::merge(known, clock->foreign);
  known = detail::merge(known, detail::leaf(state.block, std::move(row)));
}

void SyncObject::wait(Block& block, std::uint16_t warp, std::uint32_t mask) const {
  WarpState& state = block.state_->warps[warp];
  std::vector<std::pair<std::uint32_t, Ref<Clock>>> learnt;
  state.by_clock(mask, [&](std::uint32_t lanes, const Ref<Clock>& clock) {
    learnt.emplace_back(lanes, Ref<Clock>(new Clock(*clock)));
    learnt.back().second->join(block.state_->block, state_->known);
  });
  for (const auto& [lanes, clock] : learnt) state.assign(lanes, clock);
}

void SyncObject::reset() {
  state_->known = nullptr;
}

}  // namespace assay::sim::race
