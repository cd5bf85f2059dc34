// SPDX-License-Identifier: Apache-2.0
// Independent threads of a warp as fragments: lanes that stand at the same place in the same call
// run together. The fragment at the lowest position runs, so that lanes meet again where their ways
// join; a guard against starvation lets others run when it doesn't come forward.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/core/context.hpp"
#include "sim/decode/code.hpp"

namespace assay::sim {

/// One call of a function by some lanes of a warp.
struct Frame {
  const Code* code = nullptr;
  std::uint32_t function = 0;
  Frame* parent = nullptr;
  const CallSite* site = nullptr;
  std::uint32_t return_to = 0;
  std::uint32_t depth = 0;
  std::uint32_t local_base = 0;
  std::uint32_t users = 0;  ///< fragments in it, and calls made from it
  Rows rows;
};

struct Fragment {
  enum class State : std::uint8_t { ready, waits_for_lanes, waits_at_barrier };
  std::uint32_t mask = 0;
  std::uint32_t pc = 0;
  Frame* frame = nullptr;
  State state = State::ready;
  std::uint32_t members = 0;  ///< lanes waited for
  std::uint32_t barrier = 0;
  std::uint64_t last_run = 0;
  /// Its last poll found nothing new: others go first.
  bool polled = false;
  std::uint32_t polls = 0;  ///< how often in a row
  /// Left behind by other lanes until the warp has made so many steps.
  std::uint64_t held_until = 0;
};

struct WarpControl {
  std::vector<Fragment> fragments;
  std::vector<std::unique_ptr<Frame>> frames;  ///< [0] is the kernel's own
  std::uint32_t running = 0;                   ///< index into fragments
  std::uint32_t live = 0;                      ///< lanes that have not left
  std::uint64_t turns = 0;                     ///< counts picks, for fairness
  std::uint64_t alone = 0;                     ///< instructions since another fragment had its turn
  std::uint64_t steps = 0;                     ///< of this warp, for its clock
  std::uint64_t block = 0;                     ///< linear index in the grid
  std::uint64_t allowance = 0;                 ///< instructions until those that poll try again
  std::uint64_t partings = 0;                  ///< draws made about lanes coming apart

  [[nodiscard]] bool holds(const Fragment& f) const { return f.held_until > steps; }

  [[nodiscard]] Fragment& now() { return fragments[running]; }
  [[nodiscard]] bool done() const { return live == 0; }
  [[nodiscard]] bool can_run() const;
};

/// Makes a warp ready to run `code` from its start with these lanes.
void start_warp(Warp& w, const Code& code, std::uint32_t live);
/// Runs until the budget is used or nothing in the warp can run. Returns the instructions used.
std::uint64_t run_warp(Warp& w, std::uint64_t budget);

// For handlers that change what runs. All count what was run so far, up to and with instruction
// `i`.
/// Adds the instructions since the last count, up to `end` (exclusive), to the counters.
void count_up_to(Warp& w, const Inst* end);
/// Leaves exactly the lanes of w.mask in the running fragment, standing at `i`; the others go on
/// behind it.
Fragment& detach(Warp& w, const Inst* i);
/// The lanes of w.mask leave the kernel.
void leave_lanes(Warp& w, const Inst* i);
/// True when all of `members` that live are here; else the fragment waits and the handler must
/// return halt().
[[nodiscard]] bool gather(Warp& w, const Inst* i, std::uint32_t members);
/// Wakes fragments whose awaited lanes have left.
void wake_waiting(WarpControl& c);
void release_frame(WarpControl& c, Frame* frame);
[[nodiscard]] Frame* enter_frame(Warp& w, const Code& code, std::uint32_t function, Frame* parent,
                                 const CallSite* site, std::uint32_t return_to);

}  // namespace assay::sim
