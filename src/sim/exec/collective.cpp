// SPDX-License-Identifier: Apache-2.0
// Warp-wide operations with a member mask: shfl, vote, match, redux, bar.warp.sync. Each waits
// until all living members are there.
#include <bit>

#include "sim/exec/base.hpp"
#include "sim/run/executor.hpp"

namespace assay::sim::base {
namespace {

template <class T>
T* cells(Warp& w, Row row) {
  return reinterpret_cast<T*>(w.base[row & 1] + (row & ~1U));
}
std::uint32_t predicate(const Warp& w, Row row) {
  return *reinterpret_cast<const std::uint32_t*>(w.base[0] + (row & ~1U)) ^ (0U - (row & 1U));
}
void set_predicate(Warp& w, Row row, std::uint32_t value) {
  auto* p = cells<std::uint32_t>(w, row);
  *p = (*p & ~w.mask) | (value & w.mask);
}
std::uint32_t members_of(Warp& w, const Inst* i) {
  return cells<std::uint32_t>(w, i->c)[std::countr_zero(w.mask)];
}
void each_active(Warp& w, auto&& f) {
  for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1) f(std::countr_zero(rest));
}

/// PTX ISA 9.7.9.6: the lane to read from, and whether it is within the segment.
struct From {
  int lane;
  bool inside;
};
From source_lane(ptx::ShuffleMode mode, int lane, std::uint32_t b, std::uint32_t c) {
  const int value = static_cast<int>(b & 31), clamp = static_cast<int>(c & 31),
            segment = static_cast<int>((c >> 8) & 31);
  const int most = (lane & segment) | (clamp & ~segment);
  const int least = lane & segment;
  int from = lane;
  bool inside = false;
  switch (mode) {
    case ptx::ShuffleMode::up:
      from = lane - value;
      inside = from >= most;
      break;
    case ptx::ShuffleMode::down:
      from = lane + value;
      inside = from <= most;
      break;
    case ptx::ShuffleMode::bfly:
      from = lane ^ value;
      inside = from <= most;
      break;
    default:
      from = least | (value & ~segment);
      inside = from <= most;
      break;
  }
  return {inside ? from : lane, inside};
}

}  // namespace

const Inst* shuffle(Warp& w, const Inst* i) {
  if (!gather(w, i, members_of(w, i))) return halt();
  const auto mode = static_cast<ptx::ShuffleMode>(i->aux);
  const auto* a = cells<std::uint32_t>(w, i->a);
  const auto* b = cells<std::uint32_t>(w, i->b);
  const auto* c = cells<std::uint32_t>(w, i->spare);
  auto* d = cells<std::uint32_t>(w, i->d);
  // All are read before any is written: the destination may be the source.
  std::uint32_t result[lanes] = {}, inside = 0, wrong = 0;
  for (int l = 0; l < lanes; ++l) {
    const From from = source_lane(mode, l, b[l], c[l]);
    result[l] = a[from.lane & 31];
    inside |= std::uint32_t{from.inside} << l;
    wrong |= (((w.mask >> (from.lane & 31)) & 1U) ^ 1U) << l;
  }
  // A note, not a fault: compilers emit such shuffles where the value is thrown away afterwards.
  if ((wrong & w.mask) != 0) Executor::of(w).note(w, i, "shfl.inactive");
  each_active(w, [&](int l) { d[l] = result[l]; });
  if (i->e != no_row) set_predicate(w, i->e, inside);
  return i + 1;
}

const Inst* vote(Warp& w, const Inst* i) {
  const std::uint32_t members = members_of(w, i);
  if (!gather(w, i, members)) return halt();
  const std::uint32_t taking = w.mask & members, yes = predicate(w, i->b) & taking;
  switch (static_cast<ptx::VoteMode>(i->aux)) {
    case ptx::VoteMode::all:
      set_predicate(w, i->d, yes == taking ? all_lanes : 0);
      break;
    case ptx::VoteMode::any:
      set_predicate(w, i->d, yes != 0 ? all_lanes : 0);
      break;
    case ptx::VoteMode::uni:
      set_predicate(w, i->d, yes == taking || yes == 0 ? all_lanes : 0);
      break;
    default: {
      auto* d = cells<std::uint32_t>(w, i->d);
      each_active(w, [&](int l) { d[l] = yes; });
    }
  }
  return i + 1;
}

const Inst* active_mask(Warp& w, const Inst* i) {
  auto* d = cells<std::uint32_t>(w, i->d);
  each_active(w, [&](int l) { d[l] = w.mask; });
  return i + 1;
}

namespace {
std::uint64_t value_of(Warp& w, const Inst* i, int l) {
  return i->aux == 1 ? cells<std::uint64_t>(w, i->a)[l] : cells<std::uint32_t>(w, i->a)[l];
}
}  // namespace

const Inst* match_any(Warp& w, const Inst* i) {
  const std::uint32_t members = members_of(w, i);
  if (!gather(w, i, members)) return halt();
  std::uint32_t result[lanes] = {};
  each_active(w, [&](int l) {
    each_active(w, [&](int m) {
      const bool same = ((members >> m) & 1U) != 0 && value_of(w, i, l) == value_of(w, i, m);
      result[l] |= std::uint32_t{same} << m;
    });
  });
  auto* d = cells<std::uint32_t>(w, i->d);
  each_active(w, [&](int l) { d[l] = result[l]; });
  return i + 1;
}

const Inst* match_all(Warp& w, const Inst* i) {
  const std::uint32_t members = members_of(w, i);
  if (!gather(w, i, members)) return halt();
  bool same = true;
  const int first = std::countr_zero(w.mask);
  each_active(w, [&](int l) { same = same && value_of(w, i, l) == value_of(w, i, first); });
  const std::uint32_t result = same ? members & w.mask : 0;
  auto* d = cells<std::uint32_t>(w, i->d);
  each_active(w, [&](int l) { d[l] = result; });
  if (i->e != no_row) set_predicate(w, i->e, same ? all_lanes : 0);
  return i + 1;
}

const Inst* redux(Warp& w, const Inst* i) {
  const std::uint32_t members = members_of(w, i);
  if (!gather(w, i, members)) return halt();
  const auto op = static_cast<ptx::AtomicOp>(i->aux & 255);
  const bool is_signed = (i->aux & 256) != 0;
  const auto* a = cells<std::uint32_t>(w, i->a);
  bool first = true;
  std::uint32_t r = 0;
  each_active(w, [&](int l) {
    const std::uint32_t v = a[l];
    if (first) {
      r = v;
      first = false;
      return;
    }
    const bool less =
        is_signed ? static_cast<std::int32_t>(v) < static_cast<std::int32_t>(r) : v < r;
    switch (op) {
      case ptx::AtomicOp::add:
        r += v;
        break;
      case ptx::AtomicOp::min:
        r = less ? v : r;
        break;
      case ptx::AtomicOp::max:
        r = less ? r : v;
        break;
      case ptx::AtomicOp::and_:
        r &= v;
        break;
      case ptx::AtomicOp::or_:
        r |= v;
        break;
      default:
        r ^= v;
        break;
    }
  });
  auto* d = cells<std::uint32_t>(w, i->d);
  each_active(w, [&](int l) { d[l] = r; });
  return i + 1;
}

const Inst* elect(Warp& w, const Inst* i) {
  if (!gather(w, i, members_of(w, i))) return halt();
  // The manual leaves the choice open but wants the same lane each time.
  const auto leader = static_cast<std::uint32_t>(std::countr_zero(w.mask));
  if (i->d != no_row) {
    auto* d = cells<std::uint32_t>(w, i->d);
    each_active(w, [&](int l) { d[l] = leader; });
  }
  if (i->e != no_row) set_predicate(w, i->e, std::uint32_t{1} << leader);
  return i + 1;
}

/// Lanes may come to it at different places: only the mask counts.
const Inst* sync_warp(Warp& w, const Inst* i) {
  const std::uint32_t members = members_of(w, i);
  auto* block = static_cast<Block*>(w.block->host);
  const auto ordered = [&](std::uint32_t mask) {
    if (block->race) block->race->sync_warp(static_cast<std::uint16_t>(w.number), mask);
  };
  if (gather(w, i, members)) {
    ordered(w.mask);
    return i + 1;
  }
  WarpControl& c = *w.control;
  std::uint32_t here = 0;
  const auto waits = [](const Fragment& f) {
    const Inst& inst = f.frame->code->insts[f.pc];
    return f.state == Fragment::State::waits_for_lanes &&
           (inst.run == sync_warp || inst.inner == sync_warp);
  };
  for (const auto& f : c.fragments) {
    if (waits(f)) here |= f.mask;
  }
  if ((members & c.live & ~here) != 0) return halt();
  for (auto& f : c.fragments) {
    if (!waits(f) || (f.mask & members) == 0) continue;
    f.state = Fragment::State::ready;
    ++f.pc;
  }
  ordered(here & members);
  return halt();
}

}  // namespace assay::sim::base
