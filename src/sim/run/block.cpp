// SPDX-License-Identifier: Apache-2.0
// A block's warps: set-up, turns drawn from the seed, and what it means when none can run.
#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "num/random.hpp"
#include "sim/run/executor.hpp"

namespace assay::sim {
namespace {

/// Turns in instructions: short ones shake the order, long ones are quick. Drawn with an even share
/// for each length class.
std::uint64_t turn_length(std::uint64_t draw, bool careful) {
  if (!careful) return 4096 + (draw & 4095);
  return std::uint64_t{1} << (2 + (draw & 7)) | ((draw >> 8) & 3);
}

void fill_noise(std::vector<std::uint8_t>& bytes, std::uint64_t seed) {
  std::uint64_t state = seed | 1;
  for (std::size_t n = 0; n + 8 <= bytes.size(); n += 8) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const std::uint64_t mixed = state ^ (state >> 29);
    std::memcpy(bytes.data() + n, &mixed, 8);
  }
}

}  // namespace

Block::Block(Executor& x) : executor(x) {}

void Block::begin(std::uint64_t number) {
  index = number;
  // By the block's number, not by when it begins: its schedule is the same on any host thread.
  seed_ = random_bits(executor.plan.seed, 2, number);
  draws_ = 0;
  for (auto& b : barriers) b = BarrierState{};
  set_up_shared();
  set_up_warps();
  if (executor.context.careful) {
    race.emplace(static_cast<std::uint32_t>(index), executor.plan.threads);
    if (state.shared_size != 0) {
      shared_shadow.emplace(race::Space::shared, state.shared_size,
                            executor.plan.program->shared_granule);
    }
  }
}

void Block::set_up_shared() {
  const std::size_t bytes = executor.plan.shared_bytes;
  shared_.resize((bytes + 15) / 8 * 8);
  shared_marks_.assign(bytes + 8, 0);
  if (executor.context.careful)
    // Noise is for kernels that read what they never wrote; in the fast order such a read is
    // noticed by its mark and the launch is run again carefully.
    fill_noise(shared_, seed_);
  else
    owner_.assign(bytes / 4 + 2, 0);
  state.epoch = 1;
  state.shared = shared_.data();
  state.shared_marks = shared_marks_.data();
  state.shared_owner = owner_.data();
  state.shared_size = static_cast<std::uint32_t>(bytes);
  state.first_thread = index * executor.plan.threads;
  state.host = this;
}

void Block::set_up_warps() {
  const Plan& plan = executor.plan;
  warps.resize(plan.warps);
  controls.resize(plan.warps);
  const std::size_t local = std::size_t{plan.local_bytes} * lanes * plan.warps;
  local_.resize(local + 8);
  local_marks_.assign(local + 8, 0);
  if (executor.context.careful) fill_noise(local_, seed_ ^ 1);
  live_warps_ = plan.warps;
  for (std::uint32_t n = 0; n < plan.warps; ++n) {
    Warp& w = warps[n];
    w.context = &executor.context;
    w.block = &state;
    w.control = &controls[n];
    w.polls[0] = w.polls[1] = {};
    w.number = n;
    w.first_thread = n * lanes;
    w.local_size = plan.local_bytes;
    w.local = local_.data() + std::size_t{plan.local_bytes} * lanes * n;
    w.local_marks = local_marks_.data() + std::size_t{plan.local_bytes} * lanes * n;
    controls[n].block = index;
    const std::uint32_t left = plan.threads - w.first_thread;
    start_warp(w, *plan.program->functions[0],
               left >= 32 ? all_lanes : (std::uint32_t{1} << left) - 1);
  }
}

bool Block::step(std::uint64_t most) {
  const auto count = static_cast<std::uint32_t>(warps.size());
  const std::uint64_t draw = random_bits(seed_, 3, draws_++);
  // From a drawn start round to the first that can run: every order of warps comes up for some
  // seed.
  for (std::uint32_t n = 0; n < count; ++n) {
    const std::uint32_t pick = static_cast<std::uint32_t>((draw >> 32) + n) % count;
    if (!controls[pick].can_run()) continue;
    run_warp(warps[pick], std::min(most, turn_length(draw, executor.context.careful)));
    return true;
  }
  return false;
}

void Block::lanes_left(Warp& w, std::uint32_t mask) {
  if (race) race->exit(static_cast<std::uint16_t>(w.number), mask);
  if (w.control->done()) --live_warps_;
  try_barriers();
}

void Block::report_stuck() {
  const auto find = [&](auto&& wanted) -> std::pair<Warp*, const Fragment*> {
    for (auto& w : warps) {
      for (const auto& f : w.control->fragments) {
        if (wanted(w, f)) return {&w, &f};
      }
    }
    return {nullptr, nullptr};
  };
  const auto at_barrier = [](const Fragment& f) {
    return f.state == Fragment::State::waits_at_barrier;
  };
  // The most telling cause first: lanes of one warp at two barriers explain why others wait.
  const auto [torn, first] = find([&](const Warp& w, const Fragment& f) {
    return at_barrier(f) && std::ranges::any_of(w.control->fragments, [&](const Fragment& other) {
             return at_barrier(other) && (other.pc != f.pc || other.frame != f.frame);
           });
  });
  const auto report = [&](Warp& w, const Fragment& f, std::string_view code,
                          const std::string& message) {
    w.control->running = static_cast<std::uint32_t>(&f - w.control->fragments.data());
    w.code = f.frame->code->insts.data();
    executor.fault(w, w.code + f.pc, static_cast<std::uint32_t>(std::countr_zero(f.mask)), code,
                   message, true);
  };
  if (torn != nullptr) {
    report(*torn, *first, "barrier.divergent",
           fmt::format("lanes of warp {} wait at different barriers: {:#x} here, others elsewhere",
                       torn->number, first->mask));
    return;
  }
  const auto [held, lacking] = find(
      [](const Warp&, const Fragment& f) { return f.state == Fragment::State::waits_for_lanes; });
  if (held != nullptr) {
    report(*held, *lacking, "run.deadlock",
           fmt::format("warp {} waits for lanes {:#x} that never arrive here", held->number,
                       lacking->members & held->control->live & ~lacking->mask));
    return;
  }
  const auto [waiting, there] = find([&](const Warp&, const Fragment& f) { return at_barrier(f); });
  if (waiting == nullptr) return;
  std::uint32_t threads = 0;
  for (const auto mask : barriers[there->barrier].waiting)
    threads += static_cast<std::uint32_t>(std::popcount(mask));
  report(*waiting, *there, "run.deadlock",
         fmt::format("{} threads wait at barrier {} and the others never come", threads,
                     there->barrier));
}

}  // namespace assay::sim
