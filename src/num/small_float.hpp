// SPDX-License-Identifier: Apache-2.0
// Bit-exact small floats: f16, bf16, e4m3, e5m2, tf32. Rounding to nearest even unless named
// otherwise.
#pragma once

#include <cstdint>

namespace assay {

[[nodiscard]] float f16_to_f32(std::uint16_t bits);
[[nodiscard]] float bf16_to_f32(std::uint16_t bits);
[[nodiscard]] float e4m3_to_f32(std::uint8_t bits);
[[nodiscard]] float e5m2_to_f32(std::uint8_t bits);

/// From double in ONE rounding (no double rounding through f32).
[[nodiscard]] std::uint16_t f16_from(double value);
[[nodiscard]] std::uint16_t bf16_from(double value);
[[nodiscard]] std::uint8_t e4m3_from(double value);  ///< saturates to ±448; NaN stays NaN (0x7f)
[[nodiscard]] std::uint8_t e5m2_from(double value);  ///< saturates to ±57344
[[nodiscard]] float tf32_from(double value);  ///< f32 with 10 mantissa bits, low 13 bits zero

}  // namespace assay
