// SPDX-License-Identifier: Apache-2.0
// Numbers as PTX writes them: 12, 0x1F, 017, 0b11, 7U, 1.5, 0f3F800000, 0d3FF0000000000000.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay::ptx {

struct Literal {
  bool real = false;
  bool single = false;     ///< 0f…: `bits` is an f32 pattern, else (when real) an f64 pattern
  bool unsigned_ = false;  ///< written with U, or too large for s64
  std::uint64_t bits = 0;
};

/// Nothing for text that is no number, or an integer beyond 64 bits.
[[nodiscard]] std::optional<Literal> read_literal(std::string_view text);

}  // namespace assay::ptx
