// SPDX-License-Identifier: Apache-2.0
// See grid.hpp.
#include "sim/run/grid.hpp"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <deque>
#include <new>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "num/random.hpp"

namespace assay::sim {
namespace {

void add(Tally& to, const Tally& from) {
  to.warp_instructions += from.warp_instructions;
  to.lane_instructions += from.lane_instructions;
  to.flops += from.flops;
  to.special += from.special;
  to.divergent += from.divergent;
  to.load_requests += from.load_requests;
  to.load_sectors += from.load_sectors;
  to.load_bytes += from.load_bytes;
  to.store_requests += from.store_requests;
  to.store_sectors += from.store_sectors;
  to.store_bytes += from.store_bytes;
  to.ideal_sectors += from.ideal_sectors;
  to.shared_requests += from.shared_requests;
  to.shared_wavefronts += from.shared_wavefronts;
  to.local_requests += from.local_requests;
  to.barriers += from.barriers;
  to.atomics += from.atomics;
  to.fences += from.fences;
  to.shuffles += from.shuffles;
}

void add(NoteMap& to, const NoteMap& from) {
  for (const auto& [key, n] : from) {
    const auto [at, fresh] = to.try_emplace(key, n);
    if (fresh) continue;
    at->second.count += n.count;
    if (std::pair(n.block, n.thread) < std::pair(at->second.block, at->second.thread)) {
      at->second.block = n.block;
      at->second.thread = n.thread;
    }
  }
}

std::string message_of(std::string_view code) {
  if (code == "printf") return "the kernel prints";
  if (code == "reads.timer") return "the kernel reads a clock";
  if (code == "reads.smid") return "the kernel reads %smid";
  if (code == "shfl.inactive")
    return "a shuffle reads from a lane that does not take part: its value is not defined";
  if (code == "sync.outside_mask")
    return "a lane takes part under a mask that leaves it out: what it gets is not defined";
  return std::string(code);
}

std::vector<Note> notes_of(const NoteMap& map, const Sites& sites) {
  std::vector<Note> notes;
  for (const auto& [key, n] : map) {
    notes.push_back({std::string(key.code),
                     message_of(key.code),
                     sites.site_of_number(key.number, n.block, n.thread),
                     {},
                     n.count});
  }
  return notes;
}

// ---- the parallel order

/// What host threads tell each other. Nothing here reaches the outcome, or it would depend on time.
struct Shared {
  explicit Shared(std::size_t threads) : done(static_cast<std::ptrdiff_t>(threads)) {}
  // Lines of their own: every host thread counts on them all the time.
  alignas(64) std::atomic<std::uint64_t> next{0};
  alignas(64) std::atomic<std::uint64_t> steps{0};
  alignas(64) std::atomic<bool> give_up{false};
  std::barrier<> done;
};

void run_chunks(Executor& x, Shared& shared) {
  const std::uint64_t limit = x.plan.spec->limits.steps;
  // Small enough to share out evenly, large enough that the counter is no bottleneck.
  const std::uint64_t chunk = std::max<std::uint64_t>(1, x.plan.blocks / 256);
  std::uint64_t told = 0;
  Block block(x);
  while (!shared.give_up) {
    const std::uint64_t first = shared.next.fetch_add(chunk);
    if (first >= x.plan.blocks) return;
    for (std::uint64_t b = first; b < std::min(first + chunk, x.plan.blocks); ++b) {
      block.begin(b);
      while (!block.done()) {
        const bool moved = block.step(~std::uint64_t{0});
        const std::uint64_t now = x.context.tally.warp_instructions;
        if (shared.steps.fetch_add(now - told) + (now - told) + x.plan.steps_before > limit)
          shared.give_up = true;
        told = now;
        if (!moved && !block.done()) x.context.suspicious = true;
        if (x.context.suspicious) shared.give_up = true;
        if (shared.give_up) return;
      }
    }
  }
}

/// One host thread's share: blocks in ascending chunks, then a part of memory to look for granules
/// that two host threads' blocks touched. Without memory the serial order may still do.
void run_parallel(Executor& x, Shared& shared, OwnerMarks& owners, std::size_t n,
                  std::size_t threads) {
  try {
    run_chunks(x, shared);
  } catch (const std::bad_alloc&) {
    shared.give_up = true;
  }
  if (threads == 1) return;
  shared.done.arrive_and_wait();
  if (!shared.give_up && owners.clash(n, threads)) shared.give_up = true;
}

/// False when the serial order is needed.
bool try_parallel(const Plan& plan, Memory& memory, LaunchOutcome& outcome) {
  const auto threads = static_cast<std::size_t>(std::clamp<std::uint64_t>(
      static_cast<std::uint64_t>(std::max(plan.spec->limits.host_threads, 1)), 1,
      std::min<std::uint64_t>(plan.blocks, 64)));
  OwnerMarks& owners = memory.owners();
  if (!owners.begin(threads, plan.blocks * plan.threads)) return false;
  std::vector<std::unique_ptr<Executor>> executors;
  for (std::size_t n = 0; n < threads; ++n) {
    executors.push_back(std::make_unique<Executor>(plan, memory, false));
    Executor& x = *executors[n];
    x.context.owner_base = owners.base();
    x.context.owner_many = owners.many();
    if (!owners.attach(n, x.regions, plan.program->global_granule)) return false;
  }
  Shared shared(threads);
  std::vector<std::thread> workers;
  for (std::size_t n = 1; n < threads; ++n) {
    try {
      workers.emplace_back([&, n] { run_parallel(*executors[n], shared, owners, n, threads); });
    } catch (const std::system_error&) {  // the machine gives no more: the serial order needs none
      shared.give_up = true;
      shared.done.arrive_and_drop();
    }
  }
  run_parallel(*executors[0], shared, owners, 0, threads);
  for (auto& worker : workers) worker.join();
  if (shared.give_up) return false;
  NoteMap notes;
  for (const auto& x : executors) {
    add(outcome.tally, x->context.tally);
    add(notes, x->notes);
  }
  outcome.notes = notes_of(notes, executors[0]->sites);
  outcome.completed = true;
  return true;
}

// ---- the serial order

std::string place_of_race(const race::Race& r, const Memory& memory) {
  if (r.space == race::Space::global)
    return memory.describe(memory.at(r.allocation).base + r.offset);
  return fmt::format("offset {} of shared memory", r.offset);
}

std::string describe_race(const race::Race& r, const Memory& memory) {
  const auto verb = [](race::Kind k) {
    return k == race::Kind::read ? "a load" : k == race::Kind::write ? "a store" : "an atomic";
  };
  return fmt::format("{} and {} at {} with nothing between that orders them", verb(r.first_kind),
                     verb(r.second_kind), place_of_race(r, memory));
}

Note exchange_note(const race::Race& r, const Memory& memory, const Site& first,
                   const Site& second) {
  const bool shared = r.space == race::Space::shared;
  return {
      shared ? "exchange.shared" : "exchange.global",
      fmt::format("lanes of one warp pass a value on at {} by a volatile or relaxed {} and "
                  "{}, with no __syncwarp between",
                  place_of_race(r, memory), r.first_kind == race::Kind::write ? "store" : "load",
                  r.second_kind == race::Kind::write ? "store" : "load"),
      second, first, r.count};
}

std::uint32_t thread_of(const race::Thread& t) {
  return std::uint32_t{t.warp} * 32 + t.lane;
}

void report_races(Executor& x, LaunchOutcome& outcome) {
  std::size_t told = 0;
  for (const auto& r : x.races.races()) {
    const Site first =
        x.sites.site_of_number(r.first_instruction, r.first.block, thread_of(r.first));
    const Site second =
        x.sites.site_of_number(r.second_instruction, r.second.block, thread_of(r.second));
    const std::string message = describe_race(r, x.memory);
    if (r.exchange) {
      outcome.notes.push_back(exchange_note(r, x.memory, first, second));
    } else if (r.same_value) {
      outcome.notes.push_back({"race.same_value", message, second, {}, r.count});
    } else if (told++ < x.plan.spec->limits.max_faults) {
      Fault f{r.space == race::Space::shared ? "race.shared" : "race.global", message, second,
              first, r.count};
      outcome.faults.push_back(std::move(f));
    }
  }
}

/// Blocks become resident in ascending order; a few run in turns at a time, more when those come to
/// nothing.
class SerialGrid {
 public:
  explicit SerialGrid(Executor& x) : x_(x), resident_(resident_blocks(x.plan)) {}

  void run() {
    while (!x_.context.stopped) {
      admit();
      if (active_.empty()) return;
      turn();
    }
  }

 private:
  static constexpr std::uint64_t start_window = 12;
  /// Turns without any block finishing before one more is let in.
  static constexpr std::uint64_t patience = 64;

  void admit() {
    while (next_ < x_.plan.blocks && active_.size() < std::min(window_, resident_)) {
      active_.push_back(std::make_unique<Block>(x_));
      active_.back()->begin(next_++);
    }
  }

  void turn() {
    const std::uint64_t draw = random_bits(x_.plan.seed, 4, turns_++);
    const std::size_t pick = draw % active_.size();
    Block& block = *active_[pick];
    const int steps = 1 + static_cast<int>((draw >> 40) & 3);
    for (int n = 0; n < steps && !block.done() && !x_.context.stopped; ++n) {
      const std::uint64_t left = left_of_limit();
      if (left == 0) {
        stop_at_limit(block);
        return;
      }
      if (!block.step(left)) {
        block.report_stuck();
        x_.context.stopped = true;
        return;
      }
    }
    if (block.done()) {
      active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(pick));
      idle_ = 0;
    } else if (++idle_ > patience * active_.size()) {
      idle_ = 0;
      window_ += std::max<std::uint64_t>(window_ / 2, 1);
    }
  }

  [[nodiscard]] std::uint64_t left_of_limit() const {
    const std::uint64_t used = x_.plan.steps_before + x_.context.tally.warp_instructions;
    const std::uint64_t limit = x_.plan.spec->limits.steps;
    return used >= limit ? 0 : limit - used;
  }

  void stop_at_limit(Block& block) {
    for (auto& w : block.warps) {
      if (w.control->done()) continue;
      x_.report_step_limit(w);
      return;
    }
  }

  Executor& x_;
  const std::uint64_t resident_;
  std::deque<std::unique_ptr<Block>> active_;
  std::uint64_t next_ = 0, window_ = start_window, turns_ = 0, idle_ = 0;
};

void run_serial(const Plan& plan, Memory& memory, LaunchOutcome& outcome) {
  Executor x(plan, memory, true);
  SerialGrid(x).run();
  outcome.tally = x.context.tally;
  outcome.faults = std::move(x.journal.faults());
  outcome.notes = notes_of(x.notes, x.sites);
  report_races(x, outcome);
  outcome.printed = std::move(x.printed);
  outcome.completed = !x.context.stopped;
}

}  // namespace

std::uint64_t resident_blocks(const Plan& plan) {
  const Model& m = *plan.model;
  std::int64_t per_sm = std::min<std::int64_t>(
      m.blocks_per_sm, m.warps_per_sm / std::max<std::int64_t>(plan.warps, 1));
  // Registers are left out: PTX doesn't say how many a kernel will have.
  per_sm = std::min(per_sm, m.shared_per_sm / (std::int64_t{plan.shared_bytes} + shared_first));
  return static_cast<std::uint64_t>(std::max<std::int64_t>(per_sm, 1)) *
         static_cast<std::uint64_t>(m.sm_count);
}

Result<LaunchOutcome> run_launch(const Plan& plan, Memory& memory) {
  LaunchOutcome outcome;
  if (plan.blocks == 0) {
    outcome.completed = true;
    return outcome;
  }
  // Owner marks hold a thread's number beside the store flag, in 32 bits.
  const bool too_many = plan.blocks * plan.threads >= (std::uint64_t{1} << 30);
  if (!plan.program->ordered && !plan.launch->cooperative && !too_many) {
    const auto before = memory.snapshot();
    if (before && try_parallel(plan, memory, outcome)) return outcome;
    // Whatever the attempt left is thrown away whole: only one of the two orders is ever told.
    if (before) memory.restore(*before);
    outcome = {};
  }
  run_serial(plan, memory, outcome);
  return outcome;
}

}  // namespace assay::sim
