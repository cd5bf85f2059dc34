// SPDX-License-Identifier: Apache-2.0
// Arithmetic as IEEE 754 and the PTX ISA define it, computed by MPFR: an independent reference for
// the simulator's results, bit for bit.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include <mpfr.h>

namespace assay::sim::testing::exact {

/// A binary floating-point format: `precision` counts the hidden bit.
struct Format {
  int bits;
  int precision;
  [[nodiscard]] int exponent_bits() const { return bits - precision; }
  [[nodiscard]] int bias() const { return (1 << (exponent_bits() - 1)) - 1; }
};
inline constexpr Format f16{16, 11}, bf16{16, 8}, f32{32, 24}, f64{64, 53};

/// The NaN that PTX gives: all ones but the sign, and the quiet one of x86 for f64.
[[nodiscard]] std::uint64_t nan_of(Format format);
[[nodiscard]] bool is_nan(std::uint64_t value, Format format);
/// A subnormal number becomes a zero of its sign.
[[nodiscard]] std::uint64_t flushed(std::uint64_t value, Format format);

/// One MPFR number, with room for any exact sum or product here.
class Number {
 public:
  Number() { mpfr_init2(value_, 6000); }
  Number(std::uint64_t bits, Format format);
  ~Number() { mpfr_clear(value_); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  [[nodiscard]] mpfr_ptr get() { return value_; }

 private:
  mpfr_t value_;
};

/// What comes out of rounding the value that `operation` computes (it is handed a result of the
/// format's precision and the rounding, and gives MPFR's ternary value) once, to `format`.
[[nodiscard]] std::uint64_t rounded(Format format, mpfr_rnd_t rounding,
                                    const std::function<int(mpfr_ptr, mpfr_rnd_t)>& operation);

}  // namespace assay::sim::testing::exact
