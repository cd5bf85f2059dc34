// SPDX-License-Identifier: Apache-2.0
// Warp-wide operations with a member mask: shfl, vote, match, redux, bar.warp.sync. Each waits
// until all living members are there.
#include <bit>

#include "sim/exec/base.hpp"
#include "sim/memory/polls.hpp"
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
void each_active(Warp& w, auto&& f) {
  for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1) f(std::countr_zero(rest));
}

/// All lanes that the active ones name as partners. Lanes that run together may name different ones
/// (tiles of a warp, the groups of a match): they wait for all of them, and each group then works
/// on its own.
std::uint32_t members_of(Warp& w, const Inst* i) {
  const auto* named = cells<std::uint32_t>(w, i->c);
  std::uint32_t all = 0;
  each_active(w, [&](int l) { all |= named[l]; });
  return all;
}
/// What a lane gets from one that takes no part: anything. Not the value it would like to see.
std::uint32_t garbage(const Inst* i, int lane) {
  return (i->index + 1) * 0x9e3779b9U ^ static_cast<std::uint32_t>(lane + 1) * 0x85ebca6bU;
}
/// Active lanes that their own mask leaves out: what the operation does for them is not defined.
/// Asked before any result is written, which may take the place of the mask.
std::uint32_t outsiders(Warp& w, const Inst* i) {
  const auto* named = cells<std::uint32_t>(w, i->c);
  std::uint32_t out = 0;
  for (int l = 0; l < lanes; ++l) out |= (~named[l] >> l & 1U) << l;
  out &= w.mask;
  if (out != 0) Executor::of(w).note(w, i, "sync.outside_mask");
  return out;
}
/// Overwrites what outsiders were given in a row and in a predicate (no_row: there is none).
void spoil(Warp& w, const Inst* i, std::uint32_t out, Row row, Row flag) {
  for (std::uint32_t rest = out; rest != 0; rest &= rest - 1) {
    const int l = std::countr_zero(rest);
    if (row != no_row) cells<std::uint32_t>(w, row)[l] = garbage(i, l);
    if (flag != no_row) *cells<std::uint32_t>(w, flag) ^= (garbage(i, l) >> 16 & 1U) << l;
  }
}
/// f(partners) for each distinct mask among the active lanes, with Warp::mask narrowed to the lanes
/// that named it. `partners` are the members that are here.
void each_group(Warp& w, const Inst* i, auto&& f) {
  const std::uint32_t whole = w.mask;
  const auto* named = cells<std::uint32_t>(w, i->c);
  for (std::uint32_t left = whole; left != 0; left &= ~w.mask) {
    const std::uint32_t members = named[std::countr_zero(left)];
    std::uint32_t group = 0;
    for (std::uint32_t rest = left; rest != 0; rest &= rest - 1) {
      const int l = std::countr_zero(rest);
      group |= std::uint32_t{named[l] == members} << l;
    }
    w.mask = group;
    f(members & whole);
  }
  w.mask = whole;
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
  const std::uint32_t out = outsiders(w, i);
  const auto mode = static_cast<ptx::ShuffleMode>(i->aux);
  const auto* a = cells<std::uint32_t>(w, i->a);
  const auto* b = cells<std::uint32_t>(w, i->b);
  const auto* c = cells<std::uint32_t>(w, i->spare);
  auto* d = cells<std::uint32_t>(w, i->d);
  // All are read before any is written: the destination may be the source.
  std::uint32_t result[lanes] = {}, inside = 0, wrong = 0;
  each_group(w, i, [&](std::uint32_t partners) {
    each_active(w, [&](int l) {
      const From from = source_lane(mode, l, b[l], c[l]);
      const bool there = from.lane == l || ((partners >> (from.lane & 31)) & 1U) != 0;
      result[l] = there ? a[from.lane & 31] : garbage(i, l);
      inside |= std::uint32_t{from.inside} << l;
      wrong |= std::uint32_t{!there} << l;
    });
  });
  // A note, not a fault: compilers emit such shuffles where the value is thrown away afterwards.
  if (wrong != 0) Executor::of(w).note(w, i, "shfl.inactive");
  each_active(w, [&](int l) { d[l] = result[l]; });
  if (i->e != no_row) set_predicate(w, i->e, inside);
  spoil(w, i, out, i->d, i->e);
  return i + 1;
}

namespace {
void vote_of(Warp& w, const Inst* i, std::uint32_t partners) {
  const std::uint32_t yes = predicate(w, i->b) & partners;
  switch (static_cast<ptx::VoteMode>(i->aux)) {
    case ptx::VoteMode::all:
      return set_predicate(w, i->d, yes == partners ? all_lanes : 0);
    case ptx::VoteMode::any:
      return set_predicate(w, i->d, yes != 0 ? all_lanes : 0);
    case ptx::VoteMode::uni:
      return set_predicate(w, i->d, yes == partners || yes == 0 ? all_lanes : 0);
    default: {
      auto* d = cells<std::uint32_t>(w, i->d);
      each_active(w, [&](int l) { d[l] = yes; });
    }
  }
}
}  // namespace

const Inst* vote(Warp& w, const Inst* i) {
  if (!gather(w, i, members_of(w, i))) return halt();
  const std::uint32_t out = outsiders(w, i);
  each_group(w, i, [&](std::uint32_t partners) { vote_of(w, i, partners); });
  const bool ballot = static_cast<ptx::VoteMode>(i->aux) == ptx::VoteMode::ballot;
  spoil(w, i, out, ballot ? i->d : no_row, ballot ? no_row : i->d);
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
  if (!gather(w, i, members_of(w, i))) return halt();
  const std::uint32_t out = outsiders(w, i);
  std::uint32_t result[lanes] = {};
  each_group(w, i, [&](std::uint32_t partners) {
    each_active(w, [&](int l) {
      for (std::uint32_t rest = partners; rest != 0; rest &= rest - 1) {
        const int m = std::countr_zero(rest);
        result[l] |= std::uint32_t{value_of(w, i, l) == value_of(w, i, m)} << m;
      }
    });
  });
  auto* d = cells<std::uint32_t>(w, i->d);
  each_active(w, [&](int l) { d[l] = result[l]; });
  spoil(w, i, out, i->d, no_row);
  return i + 1;
}

const Inst* match_all(Warp& w, const Inst* i) {
  if (!gather(w, i, members_of(w, i))) return halt();
  const std::uint32_t out = outsiders(w, i);
  std::uint32_t result[lanes] = {}, agreed = 0;
  each_group(w, i, [&](std::uint32_t partners) {
    const int first = std::countr_zero(w.mask);
    bool same = true;
    for (std::uint32_t rest = partners; rest != 0; rest &= rest - 1) {
      same = same && value_of(w, i, std::countr_zero(rest)) == value_of(w, i, first);
    }
    each_active(w, [&](int l) { result[l] = same ? partners : 0; });
    if (same) agreed |= w.mask;
  });
  auto* d = cells<std::uint32_t>(w, i->d);
  each_active(w, [&](int l) { d[l] = result[l]; });
  if (i->e != no_row) set_predicate(w, i->e, agreed);
  spoil(w, i, out, i->d, i->e);
  return i + 1;
}

namespace {
std::uint32_t combined(ptx::AtomicOp op, bool is_signed, std::uint32_t r, std::uint32_t v) {
  const bool less = is_signed ? static_cast<std::int32_t>(v) < static_cast<std::int32_t>(r) : v < r;
  switch (op) {
    case ptx::AtomicOp::add:
      return r + v;
    case ptx::AtomicOp::min:
      return less ? v : r;
    case ptx::AtomicOp::max:
      return less ? r : v;
    case ptx::AtomicOp::and_:
      return r & v;
    case ptx::AtomicOp::or_:
      return r | v;
    default:
      return r ^ v;
  }
}
}  // namespace

const Inst* redux(Warp& w, const Inst* i) {
  if (!gather(w, i, members_of(w, i))) return halt();
  const std::uint32_t out = outsiders(w, i);
  const auto op = static_cast<ptx::AtomicOp>(i->aux & 255);
  const bool is_signed = (i->aux & 256) != 0;
  const auto* a = cells<std::uint32_t>(w, i->a);
  std::uint32_t result[lanes] = {};
  each_group(w, i, [&](std::uint32_t partners) {
    if (partners == 0) return;
    std::uint32_t r = a[std::countr_zero(partners)];
    for (std::uint32_t rest = partners & (partners - 1); rest != 0; rest &= rest - 1) {
      r = combined(op, is_signed, r, a[std::countr_zero(rest)]);
    }
    each_active(w, [&](int l) { result[l] = r; });
  });
  auto* d = cells<std::uint32_t>(w, i->d);
  each_active(w, [&](int l) { d[l] = result[l]; });
  spoil(w, i, out, i->d, no_row);
  return i + 1;
}

const Inst* elect(Warp& w, const Inst* i) {
  if (!gather(w, i, members_of(w, i))) return halt();
  const std::uint32_t out = outsiders(w, i);
  std::uint32_t leader[lanes] = {}, chosen = 0;
  each_group(w, i, [&](std::uint32_t partners) {
    // The manual leaves the choice open but wants the same lane each time.
    const auto first = static_cast<std::uint32_t>(std::countr_zero(partners | w.mask));
    each_active(w, [&](int l) { leader[l] = first; });
    chosen |= std::uint32_t{1} << first;
  });
  if (i->d != no_row) {
    auto* d = cells<std::uint32_t>(w, i->d);
    each_active(w, [&](int l) { d[l] = leader[l]; });
  }
  if (i->e != no_row) set_predicate(w, i->e, chosen);
  spoil(w, i, out, i->d, i->e);
  return i + 1;
}

/// Lanes may come to it at different places: only the mask counts.
const Inst* sync_warp(Warp& w, const Inst* i) {
  const std::uint32_t members = members_of(w, i);
  auto* block = static_cast<Block*>(w.block->host);
  const auto ordered = [&](std::uint32_t mask) {
    forget_polls(w);
    if (block->race) block->race->sync_warp(static_cast<std::uint16_t>(w.number), mask);
  };
  if (gather(w, i, members)) {
    (void)outsiders(w, i);
    // A lane that names others but not itself orders nothing of its own.
    each_group(w, i, [&](std::uint32_t partners) { ordered(partners & w.mask); });
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
  (void)outsiders(w, i);
  for (auto& f : c.fragments) {
    if (!waits(f) || (f.mask & members) == 0) continue;
    f.state = Fragment::State::ready;
    ++f.pc;
  }
  ordered(here & members);
  return halt();
}

}  // namespace assay::sim::base
