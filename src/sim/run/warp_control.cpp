// SPDX-License-Identifier: Apache-2.0
// See warp_control.hpp.
#include "sim/run/warp_control.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/run/executor.hpp"

namespace assay::sim {
namespace {

/// How long one fragment may run while others could, and how long a favoured one then has.
constexpr std::uint64_t patience = 20'000;
constexpr std::uint64_t favour = 2'000;

/// Deeper calls first, so that lanes inside a call come back before the others go on without them;
/// within a function the lowest position.
bool before(const Fragment& a, const Fragment& b) {
  if (a.frame->depth != b.frame->depth) return a.frame->depth > b.frame->depth;
  if (a.frame->function != b.frame->function) return a.frame->function < b.frame->function;
  return a.pc < b.pc;
}

/// Ready fragments at the same place become one.
void merge_ready(WarpControl& c) {
  for (std::size_t a = 0; a < c.fragments.size(); ++a) {
    if (c.fragments[a].state != Fragment::State::ready) continue;
    for (std::size_t b = c.fragments.size(); b-- > a + 1;) {
      const Fragment& other = c.fragments[b];
      if (other.state != Fragment::State::ready || other.pc != c.fragments[a].pc ||
          other.frame != c.fragments[a].frame) {
        continue;
      }
      c.fragments[a].mask |= other.mask;
      --other.frame->users;
      c.fragments.erase(c.fragments.begin() + static_cast<std::ptrdiff_t>(b));
    }
  }
}

struct Choice {
  std::uint32_t fragment = 0;
  bool found = false, several = false, favoured = false;
};

Choice choose(WarpControl& c) {
  Choice choice;
  if (c.fragments.size() > 1) merge_ready(c);
  std::uint32_t oldest = 0;
  for (std::uint32_t n = 0; n < c.fragments.size(); ++n) {
    const Fragment& f = c.fragments[n];
    if (f.state != Fragment::State::ready) continue;
    if (!choice.found) {
      choice = {n, true, false, false};
      oldest = n;
      continue;
    }
    choice.several = true;
    if (before(f, c.fragments[choice.fragment])) choice.fragment = n;
    if (f.last_run < c.fragments[oldest].last_run) oldest = n;
  }
  // Without this a lane that spins on a lock would keep its owner, further down in the text, from
  // ever giving it back.
  if (choice.several && c.alone > patience && oldest != choice.fragment) {
    choice.fragment = oldest;
    choice.favoured = true;
  }
  return choice;
}

/// The lowest position above the running fragment's where another one waits to be met.
const Inst* meeting_point(const WarpControl& c, const Fragment& now) {
  const Code& code = *now.frame->code;
  std::uint32_t stop = static_cast<std::uint32_t>(code.insts.size());
  for (const auto& f : c.fragments) {
    if (f.state == Fragment::State::ready && f.frame == now.frame && f.pc > now.pc)
      stop = std::min(stop, f.pc);
  }
  return code.insts.data() + stop;
}

void enter(Warp& w, const Fragment& f) {
  w.mask = f.mask;
  w.code = f.frame->code->insts.data();
  w.sums = f.frame->code->sums.data();
  w.extra = f.frame->code->extra.data();
  w.base[0] = f.frame->rows.data();
  w.base[1] = const_cast<std::uint8_t*>(f.frame->code->constants.data());
  w.segment = w.code + f.pc;
  w.local_base = f.frame->local_base;
}

}  // namespace

bool WarpControl::can_run() const {
  return std::ranges::any_of(fragments,
                             [](const Fragment& f) { return f.state == Fragment::State::ready; });
}

void start_warp(Warp& w, const Code& code, std::uint32_t live) {
  WarpControl& c = *w.control;
  c.fragments.clear();
  c.live = live;
  c.alone = c.steps = c.turns = 0;
  // Frames are kept from the block before: their rows cost more to allocate than to fill.
  for (const auto& frame : c.frames) frame->users = 0;
  Frame* frame = enter_frame(w, code, 0, nullptr, nullptr, 0);
  frame->users = 1;
  Fragment f;
  f.mask = live;
  f.frame = frame;
  c.fragments.push_back(f);
  w.carry = 0;
}

void count_up_to(Warp& w, const Inst* end) {
  const Cost& from = w.sums[w.segment - w.code];
  const Cost& to = w.sums[end - w.code];
  Tally& t = w.context->tally;
  const Fragment& f = w.control->now();
  const auto active = static_cast<std::uint64_t>(std::popcount(f.mask));
  const std::uint64_t steps = to.steps - from.steps;
  t.warp_instructions += steps;
  t.lane_instructions += steps * active;
  t.flops += (to.flops - from.flops) * active;
  t.special += (to.special - from.special) * active;
  t.shuffles += to.shuffles - from.shuffles;
  w.control->steps += steps;
  w.segment = end;
}

std::uint64_t run_warp(Warp& w, std::uint64_t budget) {
  WarpControl& c = *w.control;
  std::uint64_t used = 0;
  while (used < budget && !w.context->stopped && !w.context->suspicious) {
    const Choice choice = choose(c);
    if (!choice.found) break;
    c.running = choice.fragment;
    Fragment& f = c.now();
    f.last_run = ++c.turns;
    enter(w, f);
    std::uint64_t left = budget - used;
    if (choice.favoured)
      left = std::min(left, favour);
    else if (choice.several)
      left = std::min(left, patience);
    const std::uint64_t given = left;
    // Stopping exactly where another fragment stands is what makes lanes meet again.
    const Inst* stop = choice.several ? meeting_point(c, f) : w.code + f.frame->code->insts.size();
    const Inst* ip = w.code + f.pc;
    while (ip < stop) {
      ip = ip->run(w, ip);
      if (--left == 0) break;
    }
    if (ip != halt()) {
      count_up_to(w, ip);
      c.now().pc = static_cast<std::uint32_t>(ip - w.code);
    }
    used += given - left;
    c.alone = choice.favoured ? 0 : choice.several ? c.alone + (given - left) : 0;
  }
  return used;
}

Fragment& detach(Warp& w, const Inst* i) {
  WarpControl& c = *w.control;
  const auto at = static_cast<std::uint32_t>(i - w.code);
  // A guard may have narrowed w.mask below the fragment's own lanes.
  const std::uint32_t others = c.now().mask & ~w.mask;
  if (others != 0) {
    Fragment rest = c.now();
    rest.mask = others;
    rest.pc = at + 1;
    ++rest.frame->users;
    c.fragments.push_back(rest);
    c.now().mask = w.mask;
  }
  c.now().pc = at;
  return c.now();
}

void wake_waiting(WarpControl& c) {
  for (auto& f : c.fragments) {
    if (f.state == Fragment::State::waits_for_lanes && (f.members & c.live & ~f.mask) == 0) {
      f.state = Fragment::State::ready;
    }
  }
}

void leave_lanes(Warp& w, const Inst* i) {
  count_up_to(w, i + 1);
  WarpControl& c = *w.control;
  Fragment& f = detach(w, i);
  c.live &= ~f.mask;
  Frame* frame = f.frame;
  c.fragments.erase(c.fragments.begin() + c.running);
  release_frame(c, frame);
  wake_waiting(c);
}

bool gather(Warp& w, const Inst* i, std::uint32_t members) {
  WarpControl& c = *w.control;
  const std::uint32_t need = members & c.live;
  if ((need & ~w.mask) == 0) return true;
  count_up_to(w, i);
  detach(w, i);
  const auto at = c.now().pc;
  const Frame* frame = c.now().frame;
  for (std::size_t n = c.fragments.size(); n-- > 0;) {
    const Fragment& f = c.fragments[n];
    if (n == c.running || f.state != Fragment::State::waits_for_lanes || f.pc != at ||
        f.frame != frame)
      continue;
    c.now().mask |= f.mask;
    --f.frame->users;
    c.fragments.erase(c.fragments.begin() + static_cast<std::ptrdiff_t>(n));
    if (n < c.running) --c.running;
  }
  Fragment& here = c.now();
  here.members = need;
  here.state = (need & ~here.mask) == 0 ? Fragment::State::ready : Fragment::State::waits_for_lanes;
  return false;
}

Frame* enter_frame(Warp& w, const Code& code, std::uint32_t function, Frame* parent,
                   const CallSite* site, std::uint32_t return_to) {
  WarpControl& c = *w.control;
  // Lanes that make the same call at different times share a frame, so that they can meet in it.
  for (const auto& known : c.frames) {
    if (known->users != 0 && known->parent == parent && known->site == site &&
        known->return_to == return_to && known->function == function) {
      return known.get();
    }
  }
  Frame* frame = nullptr;
  for (const auto& known : c.frames) {
    if (known->users == 0 && known->code == &code) frame = known.get();
  }
  if (frame == nullptr) {
    c.frames.push_back(std::make_unique<Frame>());
    frame = c.frames.back().get();
    frame->rows.resize(code.frame_bytes + 64);
  }
  frame->code = &code;
  frame->function = function;
  frame->parent = parent;
  frame->site = site;
  frame->return_to = return_to;
  frame->depth = parent == nullptr ? 0 : parent->depth + 1;
  frame->local_base = parent == nullptr ? 0 : parent->local_base + parent->code->local_bytes;
  fill_frame(w, *frame);
  if (parent != nullptr) ++parent->users;
  return frame;
}

void release_frame(WarpControl&, Frame* frame) {
  while (frame != nullptr && --frame->users == 0) frame = frame->parent;
}

}  // namespace assay::sim
