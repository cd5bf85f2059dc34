// SPDX-License-Identifier: Apache-2.0
// See reference.hpp.
#include "sim/exact/reference.hpp"

namespace assay::sim::testing::exact {
namespace {

std::uint64_t sign_bit(Format format) {
  return std::uint64_t{1} << (format.bits - 1);
}
std::uint64_t fraction_mask(Format format) {
  return (std::uint64_t{1} << (format.precision - 1)) - 1;
}
std::uint64_t infinity(Format format) {
  return (sign_bit(format) - 1) & ~fraction_mask(format);
}

/// MPFR's numbers are 0.1xxx · 2^e, so its exponents are one above IEEE's.
struct ExponentRange {
  explicit ExponentRange(Format format) : low(mpfr_get_emin()), high(mpfr_get_emax()) {
    mpfr_set_emin(3 - format.bias() - format.precision);
    mpfr_set_emax(format.bias() + 1);
  }
  ~ExponentRange() {
    mpfr_set_emin(low);
    mpfr_set_emax(high);
  }
  mpfr_exp_t low, high;
};

std::uint64_t encoded(mpfr_ptr value, Format format) {
  if (mpfr_nan_p(value)) return nan_of(format);
  const std::uint64_t sign = mpfr_signbit(value) ? sign_bit(format) : 0;
  if (mpfr_inf_p(value)) return sign | infinity(format);
  if (mpfr_zero_p(value)) return sign;
  // The value as an integer of the last place of the smallest numbers, or of its own.
  const long exponent = std::max<long>(mpfr_get_exp(value) - 1, 1 - format.bias());
  mpz_t significand;
  mpz_init(significand);
  Number scaled;
  mpfr_mul_2si(scaled.get(), value, format.precision - 1 - exponent, MPFR_RNDN);
  mpfr_get_z(significand, scaled.get(), MPFR_RNDN);
  mpz_abs(significand, significand);
  const std::uint64_t digits = mpz_get_ui(significand);
  mpz_clear(significand);
  const auto biased = static_cast<std::uint64_t>(exponent + format.bias());
  // A subnormal's missing hidden bit takes the exponent from 1 to 0.
  return sign | (((biased - 1) << (format.precision - 1)) + digits);
}

}  // namespace

std::uint64_t nan_of(Format format) {
  return format.bits == 64 ? 0xfff8000000000000 : sign_bit(format) - 1;
}

bool is_nan(std::uint64_t value, Format format) {
  return (value & (sign_bit(format) - 1)) > infinity(format);
}

std::uint64_t flushed(std::uint64_t value, Format format) {
  return (value & infinity(format)) == 0 ? value & sign_bit(format) : value;
}

Number::Number(std::uint64_t bits, Format format) : Number() {
  const std::uint64_t magnitude = bits & (sign_bit(format) - 1);
  const bool negative = (bits & sign_bit(format)) != 0;
  if (is_nan(bits, format)) {
    mpfr_set_nan(value_);
  } else if (magnitude == infinity(format)) {
    mpfr_set_inf(value_, negative ? -1 : 1);
  } else if (magnitude == 0) {
    mpfr_set_zero(value_, negative ? -1 : 1);
  } else {
    const std::uint64_t biased = magnitude >> (format.precision - 1);
    const std::uint64_t digits =
        (magnitude & fraction_mask(format)) | (biased == 0 ? 0 : fraction_mask(format) + 1);
    const long exponent = static_cast<long>(std::max<std::uint64_t>(biased, 1)) - format.bias() -
                          (format.precision - 1);
    mpfr_set_ui_2exp(value_, digits, exponent, MPFR_RNDN);
    if (negative) mpfr_neg(value_, value_, MPFR_RNDN);
  }
}

std::uint64_t rounded(Format format, mpfr_rnd_t rounding,
                      const std::function<int(mpfr_ptr, mpfr_rnd_t)>& operation) {
  mpfr_t result;
  mpfr_init2(result, format.precision);
  int ternary = operation(result, rounding);
  {
    const ExponentRange range(format);
    ternary = mpfr_check_range(result, ternary, rounding);
    mpfr_subnormalize(result, ternary, rounding);
  }
  const std::uint64_t bits = encoded(result, format);
  mpfr_clear(result);
  return bits;
}

}  // namespace assay::sim::testing::exact
