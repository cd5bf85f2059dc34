// SPDX-License-Identifier: Apache-2.0
// Counter-based random numbers (Philox4x32-10; Salmon et al., SC'11): value i of stream s under
// seed k is a pure function of (k, s, i), so any part of a tensor can be made anew anywhere, in any
// order.
#pragma once

#include <array>
#include <cstdint>

namespace assay {

[[nodiscard]] std::array<std::uint32_t, 4> philox(std::uint64_t key,
                                                  std::array<std::uint32_t, 4> counter);

/// 64 random bits: element `index` of stream `stream`.
[[nodiscard]] std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream,
                                        std::uint64_t index);

/// A seed for a named purpose derived from another seed ("schedule", "noise/y", …).
[[nodiscard]] std::uint64_t derived_seed(std::uint64_t seed, const char* purpose,
                                         std::uint64_t index = 0);

}  // namespace assay
