// SPDX-License-Identifier: Apache-2.0
// How fast the simulator runs what kernels mostly do: arithmetic, shared memory, copies of global
// memory. Beside each rate stands `times_host`: how many times longer than a plain C++ loop over
// the same elements, timed in the same run, so that figures of two machines can be compared.

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "ptx/parse.hpp"
#include "sim/simulator.hpp"

namespace {

using namespace assay;

constexpr std::uint32_t blocks = 64, threads = 256, rounds = 64;
constexpr std::size_t elements = std::size_t{blocks} * threads;

// One kernel a workload: 64 rounds a thread; one step of the copy is 64 KiB further on.
constexpr std::string_view text = R"(
.version 8.0
.target sm_90
.address_size 64

.visible .entry alu(.param .u64 out)
{
  .reg .pred %p; .reg .b32 %r<8>; .reg .b64 %d<4>;
  mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x;
  mad.lo.s32 %r3, %r1, %r2, %r0;
  mov.u32 %r4, %r3; mov.u32 %r5, 0;
again:
  mad.lo.s32 %r4, %r4, 1664525, 1013904223; mad.lo.s32 %r4, %r4, 1664525, 1013904223;
  mad.lo.s32 %r4, %r4, 1664525, 1013904223; mad.lo.s32 %r4, %r4, 1664525, 1013904223;
  mad.lo.s32 %r4, %r4, 1664525, 1013904223; mad.lo.s32 %r4, %r4, 1664525, 1013904223;
  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p, %r5, 64;
  @%p bra again;
  ld.param.u64 %d0, [out]; cvta.to.global.u64 %d1, %d0;
  mul.wide.u32 %d2, %r3, 4; add.s64 %d3, %d1, %d2;
  st.global.u32 [%d3], %r4;
  ret;
}

.visible .entry shared_sum(.param .u64 out)
{
  .reg .pred %p; .reg .b32 %r<9>; .reg .b64 %d<4>;
  .shared .align 4 .b8 slots[1024];
  mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x;
  mad.lo.s32 %r3, %r1, %r2, %r0;
  mov.u32 %r4, slots; shl.b32 %r6, %r0, 2; add.u32 %r4, %r4, %r6;
  mov.u32 %r5, 0;
  st.shared.u32 [%r4], %r3;
again:
  ld.shared.u32 %r7, [%r4];
  add.u32 %r7, %r7, %r5;
  st.shared.u32 [%r4], %r7;
  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p, %r5, 64;
  @%p bra again;
  ld.shared.u32 %r8, [%r4];
  ld.param.u64 %d0, [out]; cvta.to.global.u64 %d1, %d0;
  mul.wide.u32 %d2, %r3, 4; add.s64 %d3, %d1, %d2;
  st.global.u32 [%d3], %r8;
  ret;
}

.visible .entry copy(.param .u64 out, .param .u64 in)
{
  .reg .pred %p; .reg .b32 %r<8>; .reg .b64 %d<8>;
  mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x;
  mad.lo.s32 %r3, %r1, %r2, %r0;
  mov.u32 %r5, 0;
  ld.param.u64 %d0, [out]; cvta.to.global.u64 %d1, %d0;
  ld.param.u64 %d2, [in]; cvta.to.global.u64 %d3, %d2;
  mul.wide.u32 %d4, %r3, 4; add.s64 %d1, %d1, %d4; add.s64 %d3, %d3, %d4;
again:
  ld.global.u32 %r4, [%d3];
  st.global.u32 [%d1], %r4;
  add.s64 %d1, %d1, 65536; add.s64 %d3, %d3, 65536;
  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p, %r5, 64;
  @%p bra again;
  ret;
}
)";

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "sim_bench: %s\n", why.c_str());
  std::exit(1);
}

sim::Simulator loaded() {
  auto module = ptx::parse(text);
  if (!module) give_up(ptx::to_text(module.error()));
  auto simulator = sim::Simulator::load(std::move(*module));
  if (!simulator) give_up(simulator.error().message);
  return std::move(*simulator);
}

sim::BufferId buffer(sim::Simulator& simulator, const char* name, std::size_t count) {
  sim::BufferSpec spec;
  spec.name = name;
  spec.size = static_cast<std::int64_t>(count * sizeof(std::uint32_t));
  const auto id = simulator.allocate(spec, 1);
  if (!id) give_up(id.error().message);
  simulator.write(*id, Bytes(count * sizeof(std::uint32_t)));
  return *id;
}

sim::RunSpec spec_of(const char* kernel, const std::vector<sim::BufferId>& buffers,
                     int host_threads) {
  sim::RunSpec spec;
  sim::Launch launch;
  launch.kernel = kernel;
  launch.grid = {blocks, 1, 1};
  launch.block = {threads, 1, 1};
  for (const auto id : buffers) launch.arguments.push_back({id, {}});
  spec.launches.push_back(launch);
  spec.limits.host_threads = host_threads;
  return spec;
}

double seconds_of(const auto& work) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Runs the kernel for as long as the library asks, then the host loop as often, and reports both.
void measure(benchmark::State& state, const char* kernel, std::vector<std::size_t> sizes,
             const auto& host_loop) {
  auto simulator = loaded();
  std::vector<sim::BufferId> buffers;
  for (const auto size : sizes) buffers.push_back(buffer(simulator, "buffer", size));
  const auto spec = spec_of(kernel, buffers, static_cast<int>(state.range(0)));
  std::uint64_t lanes = 0;
  double simulated = 0;
  for ([[maybe_unused]] const auto step : state) {
    simulated += seconds_of([&] {
      const auto outcome = simulator.run(spec);
      if (!outcome) give_up(outcome.error().message);
      if (!outcome->completed || !outcome->faults.empty()) give_up("the kernel did not run clean");
      lanes += outcome->counters.lane_instructions;
    });
  }
  const auto times = static_cast<int>(state.iterations());
  const double on_host = seconds_of([&] {
    for (int i = 0; i < times; ++i) host_loop();
  });
  state.counters["lane_instructions"] =
      benchmark::Counter(static_cast<double>(lanes), benchmark::Counter::kIsRate);
  state.counters["times_host"] = simulated / on_host;
}

void alu(benchmark::State& state) {
  std::vector<std::uint32_t> out(elements);
  measure(state, "alu", {elements}, [&] {
    std::uint32_t values[threads];
    for (std::uint32_t block = 0; block < blocks; ++block) {
      for (std::uint32_t i = 0; i < threads; ++i) values[i] = block * threads + i;
      for (std::uint32_t k = 0; k < rounds * 6; ++k) {
        for (auto& value : values) value = value * 1664525 + 1013904223;
      }
      for (std::uint32_t i = 0; i < threads; ++i) out[block * threads + i] = values[i];
    }
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  });
}

void shared_sum(benchmark::State& state) {
  std::vector<std::uint32_t> out(elements);
  measure(state, "shared_sum", {elements}, [&] {
    std::uint32_t slots[threads];
    for (std::uint32_t block = 0; block < blocks; ++block) {
      for (std::uint32_t i = 0; i < threads; ++i) slots[i] = block * threads + i;
      for (std::uint32_t k = 0; k < rounds; ++k) {
        for (auto& slot : slots) slot += k;
        benchmark::DoNotOptimize(&slots);
        benchmark::ClobberMemory();
      }
      for (std::uint32_t i = 0; i < threads; ++i) out[block * threads + i] = slots[i];
    }
    benchmark::DoNotOptimize(out.data());
  });
}

void copy(benchmark::State& state) {
  std::vector<std::uint32_t> from(elements * rounds), to(elements * rounds);
  measure(state, "copy", {elements * rounds, elements * rounds}, [&] {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[i];
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  });
}

BENCHMARK(alu)
    ->Arg(1)
    ->Arg(2)
    ->ArgName("host_threads")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(shared_sum)
    ->Arg(1)
    ->Arg(2)
    ->ArgName("host_threads")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(copy)
    ->Arg(1)
    ->Arg(2)
    ->ArgName("host_threads")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
