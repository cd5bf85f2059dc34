// SPDX-License-Identifier: Apache-2.0
// See simulator.hpp: checks what a run asks for, decodes kernels when they are first needed, runs
// launches in order.
#include "sim/simulator.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <new>
#include <system_error>

#include <fmt/format.h>

#include "base/text.hpp"
#include "num/random.hpp"
#include "sim/memory/memory.hpp"
#include "sim/run/grid.hpp"

namespace assay::sim {

struct Simulator::State {
  ptx::Module module;
  Model model;
  Memory memory;
  mutable std::map<std::string, std::unique_ptr<Program>, std::less<>> programs;

  /// Decoded when first asked for and kept: a module may hold hundreds of kernels, a task runs few.
  const Program* program(std::string_view kernel) const {
    if (const auto found = programs.find(kernel); found != programs.end())
      return found->second.get();
    const ptx::Function* f = module.find_function(kernel);
    if (f == nullptr || !f->is_entry || f->is_extern) return nullptr;
    auto made = std::make_unique<Program>(decode(module, *f, memory.addresses()));
    return programs.emplace(std::string(kernel), std::move(made)).first->second.get();
  }
};

namespace {

tl::unexpected<Error> misuse(std::string message) {
  return fail(std::move(message), {}, Blame::usage);
}

std::uint64_t product(const std::array<std::uint32_t, 3>& sizes) {
  return std::uint64_t{sizes[0]} * sizes[1] * sizes[2];
}

Result<void> check_shape(const Launch& launch, const Model& model, const Program& program) {
  const auto& f = *program.functions[0]->source;
  const std::uint64_t threads = product(launch.block);
  if (threads == 0 || threads > static_cast<std::uint64_t>(model.threads_per_block) ||
      launch.block[2] > 64) {
    return misuse(fmt::format("a block of {} × {} × {} threads; a device takes 1 to {}",
                              launch.block[0], launch.block[1], launch.block[2],
                              model.threads_per_block));
  }
  if (launch.grid[0] > 0x7fffffffU || launch.grid[1] > 65535 || launch.grid[2] > 65535) {
    return misuse("a grid larger than 2147483647 × 65535 × 65535");
  }
  const auto& d = f.directives;
  const std::uint64_t most = std::uint64_t{d.max_threads[0]} * std::max(d.max_threads[1], 1U) *
                             std::max(d.max_threads[2], 1U);
  if (most != 0 && threads > most) {
    return misuse(fmt::format("a block of {} threads, but the kernel was compiled for at most {}",
                              threads, most));
  }
  for (int k = 0; k < 3; ++k) {
    if (d.required_threads[0] != 0 &&
        launch.block[static_cast<std::size_t>(k)] != std::max(d.required_threads[k], 1U)) {
      return misuse("a block of another shape than the kernel requires (.reqntid)");
    }
  }
  const std::int64_t shared = std::int64_t{program.static_shared} + launch.dynamic_shared;
  if (shared > model.shared_per_block) {
    return misuse(fmt::format("{} bytes of shared memory; a block has at most {}",
                              with_commas(shared), with_commas(model.shared_per_block)));
  }
  return {};
}

Result<std::vector<std::uint8_t>> parameters(const Launch& launch, const Program& program,
                                             const Memory& memory) {
  const std::size_t count = program.param_sizes.size();
  if (launch.arguments.size() != count) {
    return misuse(fmt::format("kernel '{}' takes {} arguments, {} were given", launch.kernel, count,
                              launch.arguments.size()));
  }
  // Reserved beyond the end, since loads of the common path read whole vectors.
  std::vector<std::uint8_t> bytes(program.param_bytes + 64, 0);
  bytes.resize(program.param_bytes);
  for (std::size_t n = 0; n < count; ++n) {
    const auto& a = launch.arguments[n];
    const std::uint32_t size = program.param_sizes[n];
    if (a.buffer) {
      if (!memory.has(*a.buffer) || size != 8) {
        return misuse(fmt::format("argument {} of '{}' is no buffer's address ({} bytes)", n + 1,
                                  launch.kernel, size));
      }
      const std::uint64_t address = memory.address(*a.buffer);
      std::memcpy(bytes.data() + program.param_offsets[n], &address, 8);
      continue;
    }
    if (a.bytes.size() != size) {
      return misuse(fmt::format("argument {} of '{}' has {} bytes, the kernel takes {}", n + 1,
                                launch.kernel, a.bytes.size(), size));
    }
    std::memcpy(bytes.data() + program.param_offsets[n], a.bytes.data(), size);
  }
  return bytes;
}

/// The deepest stack of local memory that calls can make; recursion gets a fixed amount.
std::uint32_t local_bytes(const Program& program) {
  std::uint64_t sum = 0;
  bool calls = false;
  for (const auto& code : program.functions) {
    sum += code->local_bytes;
    calls = calls || !code->calls.empty();
  }
  // Recursion can't be seen here, so whoever calls gets what a device gives by default, or more.
  if (calls && sum != 0) sum = std::max<std::uint64_t>(sum, 2048);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, 512 * 1024));
}

void add(Counters& c, const Tally& t) {
  c.warp_instructions += t.warp_instructions;
  c.lane_instructions += t.lane_instructions;
  c.float_operations += t.flops;
  c.special_operations += t.special;
  c.divergent_branches += t.divergent;
  c.global_load_requests += t.load_requests;
  c.global_load_sectors += t.load_sectors;
  c.global_load_bytes += t.load_bytes;
  c.global_store_requests += t.store_requests;
  c.global_store_sectors += t.store_sectors;
  c.global_store_bytes += t.store_bytes;
  c.global_ideal_sectors += t.ideal_sectors;
  c.shared_requests += t.shared_requests;
  c.shared_wavefronts += t.shared_wavefronts;
  c.local_requests += t.local_requests;
  c.barriers += t.barriers;
  c.atomics += t.atomics;
  c.fences += t.fences;
  c.shuffles += t.shuffles;
  c.steps = c.warp_instructions;
}

/// Faults that stop a run come first, findings last; within a kind the order of occurrence stays.
int severity(const Fault& f) {
  if (f.code == "memory.uninitialised") return 2;
  return f.code.starts_with("race.") ? 1 : 0;
}

}  // namespace

Simulator::Simulator(std::unique_ptr<State> state) : state_(std::move(state)) {}
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;
Simulator::~Simulator() = default;

Result<Simulator> Simulator::load(ptx::Module module, Model model) {
  auto state = std::make_unique<State>();
  state->module = std::move(module);
  state->model = std::move(model);
  if (state->module.address_size != 64)
    return misuse("only PTX with 64-bit addresses can be simulated");
  if (auto loaded = state->memory.load(state->module); !loaded)
    return fail(std::move(loaded.error()));
  return Simulator(std::move(state));
}

std::vector<Unsupported> Simulator::unsupported(std::string_view kernel) const {
  std::vector<Unsupported> found;
  const Program* program = state_->program(kernel);
  if (program == nullptr) return found;
  for (const auto& r : program->refusals) {
    Site site = place_of(state_->module, *r.function, r.body_index);
    site.kernel = kernel;
    found.push_back({r.operation, std::move(site)});
  }
  return found;
}

Result<BufferId> Simulator::allocate(const BufferSpec& spec, std::uint64_t seed) {
  return state_->memory.allocate(spec, seed);
}
void Simulator::write(BufferId buffer, ByteView content) {
  state_->memory.write(buffer, content);
}
ByteView Simulator::read(BufferId buffer) const {
  return state_->memory.read(buffer);
}
Simulator::Unwritten Simulator::unwritten(BufferId buffer) const {
  return state_->memory.unwritten(buffer);
}
void Simulator::reset() {
  state_->memory.reset();
}

namespace {

/// Candidates are hostile: what a block needs on the host is bounded before anything is allocated.
Result<void> check_host_memory(const Plan& plan) {
  constexpr std::uint64_t most = std::uint64_t{1} << 29;
  std::uint64_t frames = 0;
  for (const auto& code : plan.program->functions) frames += code->frame_bytes;
  const std::uint64_t block =
      frames * plan.warps + std::uint64_t{plan.local_bytes} * 32 * plan.warps * 2;
  if (block > most || plan.program->instruction_count >= race::max_instructions) {
    return misuse(
        fmt::format("kernel '{}' needs {} bytes of registers and local memory a block, more than "
                    "can be simulated",
                    plan.launch->kernel, with_commas(static_cast<std::int64_t>(block))));
  }
  return {};
}

/// What a driver gives a cooperative launch: its size, and the counter of the grid's barrier
/// (cooperative_groups/details/driver_abi.h).
Result<std::uint64_t> grid_workspace(Memory& memory, std::uint64_t seed) {
  constexpr std::uint32_t size = 16;
  auto buffer = memory.allocate({.name = "the grid's barrier", .size = size}, seed);
  if (!buffer) return fail(std::move(buffer.error()));
  Bytes content(size, std::byte{0});
  content[0] = std::byte{size};
  memory.write(*buffer, content);
  return memory.address(*buffer);
}

}  // namespace

Result<RunOutcome> Simulator::run(const RunSpec& spec) {
  try {
    return run_all(spec);
  } catch (const std::bad_alloc&) {
    return fail("no memory left for the simulation");
  } catch (const std::system_error& e) {
    return fail(fmt::format("no host threads for the simulation: {}", e.what()));
  }
}

Result<RunOutcome> Simulator::run_all(const RunSpec& spec) {
  State& s = *state_;
  RunOutcome outcome;
  s.memory.begin_run(spec.writable_symbols);
  for (std::size_t n = 0; n < spec.launches.size(); ++n) {
    const Launch& launch = spec.launches[n];
    const Program* program = s.program(launch.kernel);
    if (program == nullptr)
      return misuse(
          fmt::format("there is no kernel '{}' in the module", escaped(launch.kernel, 128)));
    if (!program->refusals.empty()) {
      return misuse(fmt::format("kernel '{}' uses '{}', which the simulator can't run",
                                launch.kernel, program->refusals[0].operation));
    }
    if (auto fits = check_shape(launch, s.model, *program); !fits)
      return fail(std::move(fits.error()));
    auto params = parameters(launch, *program, s.memory);
    if (!params) return fail(std::move(params.error()));
    Plan plan;
    plan.module = &s.module;
    plan.program = program;
    plan.launch = &launch;
    plan.model = &s.model;
    plan.spec = &spec;
    plan.launch_index = static_cast<int>(n);
    plan.seed = derived_seed(spec.schedule_seed, "schedule", n);
    plan.params = std::move(*params);
    plan.blocks = product(launch.grid);
    plan.threads = static_cast<std::uint32_t>(product(launch.block));
    plan.warps = (plan.threads + 31) / 32;
    plan.shared_bytes = program->static_shared + launch.dynamic_shared;
    plan.local_bytes = local_bytes(*program);
    plan.steps_before = outcome.counters.steps;
    if (auto fits = check_host_memory(plan); !fits) return fail(std::move(fits.error()));
    if (launch.cooperative && plan.blocks > resident_blocks(plan)) {
      return misuse(fmt::format("a cooperative launch of {} blocks, but only {} can be resident",
                                plan.blocks, resident_blocks(plan)));
    }
    if (launch.cooperative) {
      auto workspace = grid_workspace(s.memory, derived_seed(plan.seed, "workspace"));
      if (!workspace) return fail(std::move(workspace.error()));
      plan.workspace = *workspace;
    }
    auto done = run_launch(plan, s.memory);
    if (!done) return fail(std::move(done.error()));
    add(outcome.counters, done->tally);
    for (auto& f : done->faults) outcome.faults.push_back(std::move(f));
    for (auto& note : done->notes) outcome.notes.push_back(std::move(note));
    outcome.printed += done->printed;
    // What a later launch reads would be the remains of this one.
    if (!done->completed) break;
    outcome.completed = n + 1 == spec.launches.size();
  }
  if (spec.launches.empty()) outcome.completed = true;
  if (outcome.printed.size() > spec.limits.printf_bytes)
    outcome.printed.resize(spec.limits.printf_bytes);
  // Before the cut: a finding that came first must not push out the fault that stopped the run.
  std::ranges::stable_sort(outcome.faults, {}, severity);
  if (outcome.faults.size() > spec.limits.max_faults)
    outcome.faults.resize(std::max<std::size_t>(spec.limits.max_faults, 1));
  return outcome;
}

}  // namespace assay::sim
