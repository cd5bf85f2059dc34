// SPDX-License-Identifier: Apache-2.0
#include "sim/race/location.hpp"

#include <algorithm>

namespace assay::sim::race::detail {

namespace {

bool acquires(Strength s) {
  return s == Strength::acquire || s == Strength::acq_rel;
}
bool releases(Strength s) {
  return s == Strength::release || s == Strength::acq_rel;
}

/// "Morally strong" with the last write: each scope includes the other's thread.
bool linked(const Location& location, std::uint32_t block, Scope scope) {
  return location.last_block == block || (location.last_scope == Scope::gpu && scope == Scope::gpu);
}

/// A clock and the thread itself up to `tick`, as its own block and as others get to know it.
Released released_by(const Clock& seen, std::uint32_t block, std::uint16_t warp, int lane,
                     std::uint32_t tick, Scope scope) {
  Ref<Clock> narrow(new Clock(seen));
  narrow->row.raise(warp, lane_bit(lane), tick);
  Known wide;
  if (scope == Scope::gpu) {
    wide = merge(narrow->foreign, leaf(block, Ref<Row>(new Row(narrow->row))));
  }
  return {std::move(narrow), std::move(wide)};
}

const Fence* fence_of(const std::vector<Fence>& fences, int lane) {
  const auto it = std::ranges::find_if(
      fences, [lane](const Fence& fence) { return (fence.mask & lane_bit(lane)) != 0; });
  return it == fences.end() ? nullptr : &*it;
}

/// What this lane's last fences let a strong write of it release; made once a fence.
const Released& from_fence(WarpSync& sync, std::uint32_t block, std::uint16_t warp, int lane) {
  Released& made = sync.from_fence[static_cast<std::size_t>(lane)];
  if ((sync.ready & lane_bit(lane)) != 0) return made;
  made = {};
  if (const Fence* cta = fence_of(sync.cta, lane); cta != nullptr) {
    made.narrow = released_by(*cta->seen, block, warp, lane, cta->tick, Scope::cta).narrow;
  }
  if (const Fence* gpu = fence_of(sync.gpu, lane); gpu != nullptr) {
    made.wide = released_by(*gpu->seen, block, warp, lane, gpu->tick, Scope::gpu).wide;
  }
  sync.ready |= lane_bit(lane);
  return made;
}

void join(Ref<Clock>& into, const Ref<Clock>& more) {
  if (!more || into == more) return;
  if (into) {
    into.own().join(*more);
  } else {
    into = more;
  }
}

}  // namespace

bool Locations::idle(const WarpState& warp, const Access& access) const {
  if (!at_.empty()) return access.strength == Strength::weak && access.kind == Kind::read;
  if (access.strength == Strength::weak || access.kind == Kind::read) return true;
  return !releases(access.strength) && !warp.sync;
}

void Locations::synchronise(BlockState& block, const Access& access) {
  WarpState& warp = block.warps[access.warp];
  if (idle(warp, access)) return;
  const std::uint64_t size = std::min<std::uint64_t>(access.width, 4);
  Step step{block, warp, access, 0, 0, block.tick};
  each_lane(access.mask, [&](int lane) {
    step.lane = lane;
    const std::uint64_t begin = access.offsets[lane];
    for (step.place = begin; step.place < begin + access.width; step.place += size) {
      if (access.strength == Strength::weak) {
        at_.erase(step.place);
      } else {
        strong(step);
      }
    }
  });
  if (releases(access.strength)) ++block.tick;
}

void Locations::strong(const Step& step) {
  const Access& access = step.access;
  if (const auto found = at_.find(step.place); found != at_.end()) {
    const bool link = linked(found->second, step.block.block, access.scope);
    if (access.kind != Kind::write && link) acquire(step, found->second);
    if (access.kind == Kind::write || (access.kind == Kind::rmw && !link)) at_.erase(found);
  }
  if (access.kind == Kind::read) return;
  release(step);
  if (const auto found = at_.find(step.place); found != at_.end()) {
    found->second.last_block = step.block.block;
    found->second.last_scope = access.scope;
  }
}

void Locations::acquire(const Step& step, const Location& from) {
  const auto own = from.narrow.find(step.block.block);
  Released seen{own == from.narrow.end() ? nullptr : own->second, from.wide};
  if (acquires(step.access.strength)) {
    const bool wide = step.access.scope == Scope::gpu && seen.wide;
    if (seen.narrow || wide) {
      Ref<Clock> clock(new Clock(*step.warp.clock(step.lane)));
      if (seen.narrow) clock->join(*seen.narrow);
      if (wide) clock->join(step.block.block, seen.wide);
      step.warp.assign(lane_bit(step.lane), clock);
    }
    seen.narrow = nullptr;
    if (wide) seen.wide = nullptr;
  }
  if (!seen.narrow && !seen.wide) return;
  WarpSync& sync = step.warp.syncing();
  Released& observed = sync.observed[static_cast<std::size_t>(step.lane)];
  join(observed.narrow, seen.narrow);
  observed.wide = merge(observed.wide, seen.wide);
  sync.pending |= lane_bit(step.lane);
}

void Locations::release(const Step& step) {
  const std::uint32_t block = step.block.block;
  const std::uint16_t warp = step.access.warp;
  if (!releases(step.access.strength) && !step.warp.sync) return;
  WarpSync& sync = step.warp.syncing();
  publish(step, from_fence(sync, block, warp, step.lane));
  publish(step, sync.handed[static_cast<std::size_t>(step.lane)]);
  const ReleaseKey key{this, step.place, step.lane};
  if (releases(step.access.strength)) {
    Released made = released_by(*step.warp.clock(step.lane), block, warp, step.lane, step.now,
                                step.access.scope);
    Released& kept = sync.released[key];
    kept.narrow = std::move(made.narrow);
    if (made.wide) kept.wide = std::move(made.wide);
    publish(step, kept);
  } else if (const auto earlier = sync.released.find(key); earlier != sync.released.end()) {
    publish(step, earlier->second);
  }
}

void Locations::publish(const Step& step, const Released& released) {
  if (!released.narrow && !released.wide) return;
  Location& to = at_[step.place];
  to.version = ++versions_;
  join(to.narrow[step.block.block], released.narrow);
  if (space_ == Space::global) to.wide = merge(to.wide, released.wide);
}

}  // namespace assay::sim::race::detail
