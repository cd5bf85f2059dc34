// SPDX-License-Identifier: Apache-2.0
// Guards, branches, calls and ends.
#include <bit>

#include <fmt/format.h>

#include "sim/exec/base.hpp"
#include "sim/run/executor.hpp"

namespace assay::sim::base {
namespace {

std::uint32_t predicate(const Warp& w, Row row) {
  return *reinterpret_cast<const std::uint32_t*>(w.base[0] + (row & ~1U)) ^ (0U - (row & 1U));
}

/// Recursion deeper than this has used up the stack long before on a device.
constexpr std::uint32_t most_depth = 1024;

/// Copies parameters row by row for the lanes that run.
void copy_rows(const std::uint8_t* from, std::uint8_t* to, const ParamRows& source,
               const ParamRows& target, std::uint32_t mask) {
  for (std::uint32_t word = 0; word < (target.size + 3) / 4; ++word) {
    const auto* s =
        reinterpret_cast<const std::uint32_t*>(from + source.first + std::size_t{word} * 128);
    auto* d = reinterpret_cast<std::uint32_t*>(to + target.first + std::size_t{word} * 128);
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      const int l = std::countr_zero(rest);
      d[l] = s[l];
    }
  }
}

}  // namespace

const Inst* nothing(Warp&, const Inst* i) {
  return i + 1;
}

const Inst* guarded(Warp& w, const Inst* i) {
  const std::uint32_t full = w.mask, passed = full & predicate(w, i->guard);
  if (passed != full) {  // what the sums count for all lanes did not happen in those
    const auto off = static_cast<std::uint64_t>(std::popcount(full & ~passed));
    const Cost &from = w.sums[i->index], &to = w.sums[i->index + 1];
    w.context->tally.flops -= (to.flops - from.flops) * off;
    w.context->tally.special -= (to.special - from.special) * off;
    if (passed == 0) {
      w.context->tally.shuffles -= to.shuffles - from.shuffles;
      return i + 1;
    }
  }
  w.mask = passed;
  const Inst* next = i->inner(w, i);
  w.mask = full;
  return next;
}

const Inst* jump(Warp& w, const Inst* i) {
  count_up_to(w, i + 1);
  return w.segment = w.code + i->imm;
}

const Inst* branch(Warp& w, const Inst* i) {
  const std::uint32_t taken = predicate(w, i->guard) & w.mask;
  // Most branches are uniform: only lanes that part pay for a fragment.
  if (taken == 0) return i + 1;
  count_up_to(w, i + 1);
  if (taken == w.mask) return w.segment = w.code + i->imm;
  w.context->tally.divergent += 1;
  w.mask = taken;
  detach(w, i).pc = static_cast<std::uint32_t>(i->imm);
  return halt();
}

const Inst* table_branch(Warp& w, const Inst* i) {
  Executor& x = Executor::of(w);
  count_up_to(w, i + 1);
  const Code& code = *w.control->now().frame->code;
  const auto& targets = code.tables[static_cast<std::size_t>(i->imm)];
  const auto* index = reinterpret_cast<const std::uint32_t*>(w.base[i->a & 1] + (i->a & ~1U));
  std::uint32_t left = w.mask;
  const auto first = static_cast<std::uint32_t>(std::countr_zero(left));
  detach(w, i);
  for (std::uint32_t rest = left; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (index[lane] >= targets.size()) {
      x.fault(w, i, lane, "run.fault",
              fmt::format("brx.idx with index {} into a table of {}", index[lane], targets.size()),
              true);
      return halt();
    }
  }
  std::uint32_t ways = 0;
  WarpControl& c = *w.control;
  const Fragment whole = c.now();
  while (left != 0) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
    std::uint32_t same = 0;
    for (std::uint32_t rest = left; rest != 0; rest &= rest - 1) {
      const auto l = static_cast<std::uint32_t>(std::countr_zero(rest));
      if (index[l] == index[lane]) same |= std::uint32_t{1} << l;
    }
    left &= ~same;
    Fragment f = whole;
    f.mask = same;
    f.pc = targets[index[lane]];
    if (lane == first) {
      c.now() = f;
    } else {
      ++f.frame->users;
      c.fragments.push_back(f);
    }
    ++ways;
  }
  if (ways > 1) x.context.tally.divergent += 1;
  return halt();
}

const Inst* call(Warp& w, const Inst* i) {
  Executor& x = Executor::of(w);
  count_up_to(w, i + 1);
  WarpControl& c = *w.control;
  Fragment& f = detach(w, i);
  Frame* caller = f.frame;
  const CallSite& site = caller->code->calls[static_cast<std::size_t>(i->imm)];
  const Code& callee = *x.plan.program->functions[site.callee];
  const std::uint64_t stack =
      std::uint64_t{caller->local_base} + caller->code->local_bytes + callee.local_bytes;
  // Frames are host memory: a candidate that recurses for ever must meet a limit.
  if (caller->depth >= most_depth || stack > w.local_size) {
    x.fault(w, i, static_cast<std::uint32_t>(std::countr_zero(f.mask)), "run.fault",
            "stack overflow: calls nested too deep", true);
    return halt();
  }
  Frame* frame = enter_frame(w, callee, site.callee, caller, &site, f.pc + 1);
  for (std::size_t k = 0; k < site.arguments.size(); ++k) {
    copy_rows(caller->rows.data(), frame->rows.data(), site.arguments[k], callee.parameters[k],
              f.mask);
  }
  ++frame->users;
  Fragment& now = c.now();
  lose_carry(w, now.mask);
  now.frame = frame;
  now.pc = 0;
  release_frame(c, caller);
  return halt();
}

const Inst* leave(Warp& w, const Inst* i) {
  count_up_to(w, i + 1);
  WarpControl& c = *w.control;
  Fragment& f = detach(w, i);
  Frame* frame = f.frame;
  for (std::size_t k = 0; k < frame->site->results.size(); ++k) {
    copy_rows(frame->rows.data(), frame->parent->rows.data(), frame->code->results[k],
              frame->site->results[k], f.mask);
  }
  // The parent stays alive through its children's count, however late the last lane comes back.
  f.frame = frame->parent;
  f.pc = frame->return_to;
  lose_carry(w, f.mask);
  ++f.frame->users;
  release_frame(c, frame);
  return halt();
}

const Inst* leave_grid(Warp& w, const Inst* i) {
  const std::uint32_t mask = w.mask;
  leave_lanes(w, i);
  static_cast<Block*>(w.block->host)->lanes_left(w, mask);
  return halt();
}

const Inst* trap(Warp& w, const Inst* i) {
  count_up_to(w, i + 1);
  detach(w, i);
  Executor::of(w).fault(w, i, static_cast<std::uint32_t>(std::countr_zero(w.mask)), "run.fault",
                        "trap instruction", true);
  return halt();
}

}  // namespace assay::sim::base
