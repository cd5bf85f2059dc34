// SPDX-License-Identifier: Apache-2.0
// Runs of random numbers, fast. Element i of a run is the same as that of num/random.hpp for the
// same seed and stream; the sizes of runs and the instruction set used make no difference to any
// bit.
#pragma once

#include <cstdint>
#include <span>

namespace assay {

/// The loops compiled for one instruction set. All make the same bits.
struct DrawKernels;

/// Those that this machine can run, the fastest last.
[[nodiscard]] std::span<const DrawKernels* const> usable_draw_kernels();
[[nodiscard]] inline const DrawKernels& fastest_draw_kernels() {
  return *usable_draw_kernels().back();
}

/// random_bits(seed, stream, first + i). `first` is even.
void draw_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
               std::span<std::uint64_t> to, const DrawKernels& kernels = fastest_draw_kernels());

/// u in [0, 1), multiples of 2^-53. `first` is even.
void draw_uniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
                  std::span<double> to, const DrawKernels& kernels = fastest_draw_kernels());

/// Mean 0, deviation 1, |x| < 8.6. `first` is even. Box and Muller's method: the pair of draws (2j,
/// 2j + 1) comes from the two words of bits of these numbers.
void draw_normal(std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
                 std::span<double> to, const DrawKernels& kernels = fastest_draw_kernels());

/// x → offset + factor x, in one rounding.
void scale(std::span<double> values, double offset, double factor,
           const DrawKernels& kernels = fastest_draw_kernels());
/// u → low (1 - u) + high u, which overflows for no finite bounds; `high` itself may come out by
/// rounding.
void interpolate(std::span<double> values, double low, double high,
                 const DrawKernels& kernels = fastest_draw_kernels());

}  // namespace assay
