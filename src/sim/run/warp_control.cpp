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
/// What others may run before a fragment that polls tries again: so much, doubled each time it
/// tries in vain. Little, because whoever has been waited for should wait for the others at the
/// loop's end.
constexpr std::uint64_t first_allowance = 16;
constexpr std::uint32_t most_doublings = 7;

/// Deeper calls first, so that lanes inside a call come back before the others go on without them;
/// within a function the lowest position.
bool before(const Fragment& a, const Fragment& b) {
  if (a.frame->depth != b.frame->depth) return a.frame->depth > b.frame->depth;
  if (a.frame->function != b.frame->function) return a.frame->function < b.frame->function;
  return a.pc < b.pc;
}

/// Those that would only poll again come last, those that others have left behind before them.
int reluctance(const WarpControl& c, const Fragment& f) {
  return f.polled ? 2 : c.holds(f) ? 1 : 0;
}

/// Ready fragments at the same place become one.
void merge_ready(WarpControl& c) {
  for (std::size_t a = 0; a < c.fragments.size(); ++a) {
    if (c.fragments[a].state != Fragment::State::ready || c.holds(c.fragments[a])) continue;
    for (std::size_t b = c.fragments.size(); b-- > a + 1;) {
      const Fragment& other = c.fragments[b];
      if (other.state != Fragment::State::ready || other.pc != c.fragments[a].pc ||
          other.frame != c.fragments[a].frame || c.holds(other)) {
        continue;
      }
      c.fragments[a].mask |= other.mask;
      c.fragments[a].polled |= other.polled;
      c.fragments[a].polls = std::max(c.fragments[a].polls, other.polls);
      --other.frame->users;
      c.fragments.erase(c.fragments.begin() + static_cast<std::ptrdiff_t>(b));
    }
  }
}

struct Choice {
  std::uint32_t fragment = 0;
  bool found = false, several = false, favoured = false;
  bool only_polls = false;                 ///< nothing can run but what waits for others
  bool beside_polling = false;             ///< somebody will want to poll again soon
  std::uint64_t most = ~std::uint64_t{0};  ///< until a held fragment is let go
};

Choice choose(WarpControl& c) {
  Choice choice;
  if (c.fragments.size() > 1) merge_ready(c);
  std::uint32_t oldest = 0;
  int least = 0;
  for (std::uint32_t n = 0; n < c.fragments.size(); ++n) {
    const Fragment& f = c.fragments[n];
    if (f.state != Fragment::State::ready) continue;
    const int reluctant = reluctance(c, f);
    choice.beside_polling |= f.polled;
    if (c.holds(f)) choice.most = std::min(choice.most, f.held_until - c.steps);
    if (!choice.found) {
      choice.fragment = oldest = n;
      choice.found = true;
      least = reluctant;
      continue;
    }
    choice.several = true;
    if (reluctant < least || (reluctant == least && before(f, c.fragments[choice.fragment]))) {
      choice.fragment = n;
      least = reluctant;
    }
    if (f.last_run < c.fragments[oldest].last_run) oldest = n;
  }
  choice.only_polls = choice.found && least == 2;
  // Without this a lane that spins on a lock would keep its owner, further down in the text, from
  // ever giving it back.
  if (choice.several && c.alone > patience && oldest != choice.fragment) {
    choice.fragment = oldest;
    choice.favoured = true;
    choice.only_polls = false;
  }
  return choice;
}

/// How much the chosen fragment may run before the warp's scheduler looks again.
std::uint64_t share(const WarpControl& c, const Choice& choice, std::uint64_t left) {
  if (choice.favoured) return std::min(left, favour);
  if (!choice.several) return left;
  left = std::min({left, patience, choice.most});
  return choice.beside_polling ? std::min(left, std::max<std::uint64_t>(c.allowance, 1)) : left;
}

void let_poll(WarpControl& c) {
  for (auto& f : c.fragments) f.polled = false;
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
  c.alone = c.steps = c.turns = c.allowance = c.partings = 0;
  // Frames are kept from the block before: their rows cost more to allocate than to fill.
  for (const auto& frame : c.frames) frame->users = 0;
  Frame* frame = enter_frame(w, code, 0, nullptr, nullptr, 0);
  frame->users = 1;
  Fragment f;
  f.mask = live;
  f.frame = frame;
  c.fragments.push_back(f);
  lose_carry(w, all_lanes);
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
    if (choice.only_polls) {
      // What they wait for has to come from elsewhere: steps spent here would be wasted.
      let_poll(c);
      break;
    }
    c.running = choice.fragment;
    Fragment& f = c.now();
    f.last_run = ++c.turns;
    f.held_until = 0;
    f.polled = false;
    enter(w, f);
    const std::uint64_t given = share(c, choice, budget - used);
    std::uint64_t left = given;
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
    const std::uint64_t ran = given - left;
    used += ran;
    c.alone = choice.favoured ? 0 : choice.several ? c.alone + ran : 0;
    if (choice.beside_polling) {
      c.allowance -= std::min(c.allowance, ran);
      if (c.allowance == 0) let_poll(c);
    }
  }
  return used;
}

const Inst* wait_turn(Warp& w, const Inst* i) {
  WarpControl& c = *w.control;
  count_up_to(w, i + 1);
  Fragment& f = detach(w, i);
  ++f.pc;
  f.polled = true;
  c.allowance = first_allowance << std::min(f.polls++, most_doublings);
  return halt();
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
    rest.polls = 0;
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
