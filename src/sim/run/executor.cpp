// SPDX-License-Identifier: Apache-2.0
// See executor.hpp.
#include "sim/run/executor.hpp"

#include <cstring>

#include <fmt/format.h>

#include "num/random.hpp"

namespace assay::sim {

Executor::Executor(const Plan& p, const Memory& m, bool careful)
    : plan(p),
      memory(m),
      regions(m.regions()),
      memos(p.program->slots),
      journal(p.spec->limits.max_faults),
      sites(*p.module, *p.program, *p.launch, p.launch_index) {
  // Generic loads may read parameters (ld through cvta.param), so they are a region like others;
  // its number marks it as no allocation, and nobody counts its traffic.
  Region params;
  params.base = param_window;
  params.size = p.params.size();
  params.data = const_cast<std::uint8_t*>(p.params.data());
  params.traffic = false;
  params.number = ~0U;
  regions.insert(regions.begin(), params);
  context.regions = regions.data();
  context.region_count = static_cast<std::uint32_t>(regions.size());
  context.memos = memos.data();
  context.params = p.params.data();
  context.careful = careful;
  context.host = this;
}

race::Shadow& Executor::shadow_of(const Region& region) {
  const auto found = shadows.find(region.number);
  if (found != shadows.end()) return found->second;
  return shadows
      .try_emplace(region.number, race::Space::global, region.size, plan.program->global_granule,
                   region.number)
      .first->second;
}

std::uint32_t Executor::number_of(const Warp& w, const Inst* i) const {
  return plan.program->first_instruction[w.control->now().frame->function] +
         static_cast<std::uint32_t>(i - w.code);
}

void Executor::fault(Warp& w, const Inst* i, std::uint32_t lane, std::string_view code,
                     const std::string& message, bool stops) {
  // The fast order knows only that something is wrong. It gives up, memory is restored, and the
  // careful order finds the same fault with its exact place.
  if (!context.careful) {
    context.suspicious = true;
    return;
  }
  if (stops) context.stopped = true;
  const std::uint32_t number = number_of(w, i);
  journal.add(code, number, ~0U, stops, [&] {
    Fault f;
    f.code = code;
    f.message = message;
    f.site = sites.site_of_number(number, w.control->block, w.first_thread + lane);
    return f;
  });
}

void Executor::race_fault(Warp& w, const Inst* i, std::uint32_t lane, const race::Thread& other,
                          std::uint32_t other_instruction, std::string_view code,
                          const std::string& message) {
  const std::uint32_t number = number_of(w, i);
  journal.add(code, number, other_instruction, false, [&] {
    Fault f{std::string(code),
            message,
            sites.site_of_number(number, w.control->block, w.first_thread + lane),
            {},
            1};
    f.other = sites.site_of_number(other_instruction, other.block,
                                   std::uint32_t{other.warp} * 32 + other.lane);
    return f;
  });
}

void Executor::note(Warp& w, const Inst* i, std::string_view code) {
  const std::uint32_t thread = w.first_thread + static_cast<std::uint32_t>(__builtin_ctz(w.mask));
  const auto [at, fresh] =
      notes.try_emplace({code, number_of(w, i)}, NoteCount{0, w.control->block, thread});
  NoteCount& n = at->second;
  ++n.count;
  // The least block and thread, not the first in time: that depends on the number of host threads.
  if (std::pair(w.control->block, thread) < std::pair(n.block, n.thread)) {
    n.block = w.control->block;
    n.thread = thread;
  }
}

bool Executor::over_limit() const {
  return plan.steps_before + context.tally.warp_instructions > plan.spec->limits.steps;
}

void Executor::report_step_limit(Warp& w) {
  context.stopped = true;
  WarpControl& c = *w.control;
  const Fragment* f = nullptr;
  // A fragment that could still run is the loop; one that waits is only its victim.
  for (const auto& candidate : c.fragments) {
    if (f == nullptr || candidate.state == Fragment::State::ready) f = &candidate;
  }
  if (f == nullptr) return;
  Fault fault;
  fault.code = "run.step_limit";
  fault.site = sites.site(f->frame->function, f->pc, c.block,
                          w.first_thread + static_cast<std::uint32_t>(__builtin_ctz(f->mask)));
  const std::string where =
      fault.site.source_file.empty()
          ? fmt::format("line {} of the PTX", fault.site.ptx_line)
          : fmt::format("{}:{}", fault.site.source_file, fault.site.source_line);
  fault.message = fmt::format("stopped after {} warp instructions; {} was running",
                              plan.spec->limits.steps, where);
  journal.add("run.step_limit", 0, 0, true, [&] { return fault; });
}

namespace {

std::uint32_t special_value(const Warp& w, const Executor& x, const SpecialRow& s,
                            std::uint32_t lane) {
  using ptx::Special;
  const Launch& launch = *x.plan.launch;
  const auto& size = launch.block;
  const auto& grid = launch.grid;
  const std::uint32_t thread = w.first_thread + lane;
  const std::uint64_t block = w.control->block;
  const std::uint32_t k = s.component;
  const auto bit = std::uint32_t{1} << lane;
  switch (s.special) {
    case Special::tid:
      return k == 0   ? thread % size[0]
             : k == 1 ? thread / size[0] % size[1]
             : k == 2 ? thread / size[0] / size[1]
                      : 0;
    case Special::ntid:
      return k < 3 ? size[k] : 0;
    case Special::ctaid:
      return static_cast<std::uint32_t>(k == 0   ? block % grid[0]
                                        : k == 1 ? block / grid[0] % grid[1]
                                        : k == 2 ? block / grid[0] / grid[1]
                                                 : 0);
    case Special::nctaid:
      return k < 3 ? grid[k] : 0;
    case Special::clusterid:
      return static_cast<std::uint32_t>(k == 0   ? block % grid[0]
                                        : k == 1 ? block / grid[0] % grid[1]
                                        : k == 2 ? block / grid[0] / grid[1]
                                                 : 0);
    case Special::nclusterid:
      return k < 3 ? grid[k] : 0;
    case Special::cluster_nctaid:
      return k < 3 ? 1 : 0;
    case Special::cluster_nctarank:
      return 1;
    case Special::laneid:
      return lane;
    case Special::warpid:
      return w.number;
    case Special::nwarpid:
      return x.plan.warps;
    case Special::smid:
      return static_cast<std::uint32_t>(block % static_cast<std::uint64_t>(x.plan.model->sm_count));
    case Special::nsmid:
      return static_cast<std::uint32_t>(x.plan.model->sm_count);
    case Special::gridid:
      return static_cast<std::uint32_t>(x.plan.launch_index) + 1;
    case Special::lanemask_eq:
      return bit;
    case Special::lanemask_lt:
      return bit - 1;
    case Special::lanemask_le:
      return (bit - 1) | bit;
    case Special::lanemask_gt:
      return ~((bit - 1) | bit);
    case Special::lanemask_ge:
      return ~(bit - 1);
      // The first bytes of a block's shared memory are the system's own.
    case Special::total_smem_size:
    case Special::aggr_smem_size:
      return x.plan.shared_bytes + shared_first;
    case Special::dynamic_smem_size:
      return launch.dynamic_shared;
    case Special::reserved_smem_offset_end:
    case Special::reserved_smem_offset_cap:
      return shared_first;
      // Where cooperative groups look for the driver's grid workspace: high and low half.
    case Special::envreg1:
      return static_cast<std::uint32_t>(x.plan.workspace >> 32);
    case Special::envreg2:
      return static_cast<std::uint32_t>(x.plan.workspace);
    default:
      return 0;  // cluster ranks, other envreg: a launch without clusters and environment
  }
}

}  // namespace

/// PTX keeps the carry neither across calls nor before the first operation that sets it.
void lose_carry(Warp& w, std::uint32_t mask) {
  const std::uint64_t noise = random_bits(Executor::of(w).plan.seed, 6, 0);
  w.carry = (w.carry & ~mask) | (static_cast<std::uint32_t>(noise >> 32) & mask);
}

/// Registers that may be read before they are written hold noise, the same in each run with this
/// seed: a result that depends on them differs between seeds and is found out.
void fill_frame(Warp& w, Frame& frame) {
  const Executor& x = Executor::of(w);
  std::uint8_t* rows = frame.rows.data();
  std::memset(rows, 0, frame.code->predicate_bytes);
  std::uint64_t state = random_bits(x.plan.seed, 1, frame.function);
  const auto noise = [&state] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(state >> 32);
  };
  for (const Row row : frame.code->noise) {
    auto* cells = reinterpret_cast<std::uint32_t*>(rows + row);
    for (int l = 0; l < lanes; ++l) cells[l] = noise();
  }
  for (const Row row : frame.code->noisy_predicates)
    *reinterpret_cast<std::uint32_t*>(rows + row) = noise();
  for (const auto& s : frame.code->specials) {
    auto* cells = reinterpret_cast<std::uint32_t*>(rows + s.row);
    for (std::uint32_t l = 0; l < lanes; ++l) cells[l] = special_value(w, x, s, l);
  }
}

}  // namespace assay::sim
