// SPDX-License-Identifier: Apache-2.0
// What one warp access costs in the race detector.
#include <benchmark/benchmark.h>

#include <array>
#include <numeric>
#include <vector>

#include "sim/race/race.hpp"

namespace assay::sim::race {
namespace {

struct Bench {
  Block block{0, 1024};
  Shadow shadow;
  Reports reports;
  std::array<std::uint64_t, warp_lanes> offsets{};
  std::vector<Lanes> all = std::vector<Lanes>(max_warps);

  explicit Bench(Space space, std::uint64_t bytes) : shadow(space, bytes, 4) {
    for (std::uint16_t w = 0; w < max_warps; ++w) all[w] = {w, ~0u};
  }
  void stride(std::uint64_t first, std::uint64_t step) {
    for (std::uint64_t l = 0; l < warp_lanes; ++l) offsets[l] = first + step * l;
  }
  void access(std::uint16_t warp, Kind kind, std::uint8_t width = 4,
              Strength strength = Strength::weak) {
    shadow.access(block,
                  {.warp = warp,
                   .mask = ~0u,
                   .offsets = offsets.data(),
                   .width = width,
                   .kind = kind,
                   .strength = strength},
                  reports);
  }
};

/// Every warp writes its row of a tile, barrier, reads the next warp's row, barrier: time a warp
/// access.
void tile(benchmark::State& state) {
  Bench b(Space::shared, 32 * 1024);
  for (auto _ : state) {
    for (const std::uint16_t shift : {0, 1}) {
      for (std::uint16_t w = 0; w < max_warps; ++w) {
        b.stride((w + shift) % max_warps * 128u, 4);
        b.access(w, shift == 0 ? Kind::write : Kind::read);
      }
      b.block.barrier(0, b.all);
    }
  }
  state.SetItemsProcessed(state.iterations() * 64);
}
BENCHMARK(tile);

void unit_stride_read(benchmark::State& state) {
  Bench b(Space::shared, 32 * 1024);
  b.stride(0, 4);
  for (auto _ : state) b.access(0, Kind::read);
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(unit_stride_read);

void sixteen_byte_read(benchmark::State& state) {
  Bench b(Space::shared, 32 * 1024);
  b.stride(0, 16);
  for (auto _ : state) b.access(0, Kind::read, 16);
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(sixteen_byte_read);

/// All warps read the same words, one a warp instruction, as a matmul does with the row of A.
void broadcast_read(benchmark::State& state) {
  Bench b(Space::shared, 32 * 1024);
  for (auto _ : state) {
    for (std::uint64_t word = 0; word < 32; ++word) {
      b.stride(4 * word, 0);
      for (std::uint16_t w = 0; w < max_warps; ++w) b.access(w, Kind::read);
    }
    b.block.barrier(0, b.all);
  }
  state.SetItemsProcessed(state.iterations() * 32 * max_warps);
}
BENCHMARK(broadcast_read);

/// All warps read the same 32 words at once, as a matmul does with the tile of B.
void shared_row_read(benchmark::State& state) {
  Bench b(Space::shared, 32 * 1024);
  b.stride(0, 4);
  for (auto _ : state) {
    for (std::uint16_t w = 0; w < max_warps; ++w) b.access(w, Kind::read);
    b.block.barrier(0, b.all);
  }
  state.SetItemsProcessed(state.iterations() * max_warps);
}
BENCHMARK(shared_row_read);

void atomic_one_word(benchmark::State& state) {
  Bench b(Space::shared, 1024);
  std::uint16_t warp = 0;
  for (auto _ : state) b.access(warp++ % max_warps, Kind::rmw, 4, Strength::relaxed);
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(atomic_one_word);

void stream_global_write(benchmark::State& state) {
  Bench b(Space::global, 64 << 20);
  std::uint64_t at = 0;
  for (auto _ : state) {
    b.stride(at, 4);
    b.access(0, Kind::write);
    at = (at + 128) % (64 << 20);
    if (at == 0) b.shadow.clear();
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(stream_global_write);

/// A block of a last-block reduction: fence, ticket, gone.
void ticket(benchmark::State& state) {
  Shadow shadow(Space::global, 64, 4);
  Reports reports;
  const std::array<std::uint64_t, warp_lanes> offsets{};
  std::uint32_t index = 0;
  for (auto _ : state) {
    Block block(index++, 32);
    block.fence(0, 1, Scope::gpu);
    shadow.access(
        block,
        {.mask = 1, .offsets = offsets.data(), .kind = Kind::rmw, .strength = Strength::relaxed},
        reports);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(ticket);

}  // namespace
}  // namespace assay::sim::race
