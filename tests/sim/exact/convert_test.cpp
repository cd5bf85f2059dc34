// SPDX-License-Identifier: Apache-2.0
// cvt between every pair of types, in every rounding, against MPFR; what starts from 16 bits,
// exhaustively.
#include <numeric>
#include <random>

#include "sim/exact/reference.hpp"
#include "sim/harness.hpp"

namespace assay::sim::testing {
namespace {

using exact::Format;
using exact::Number;

struct Rounding {
  const char* name;
  mpfr_rnd_t mpfr;
};
constexpr Rounding roundings[] = {
    {"rn", MPFR_RNDN}, {"rz", MPFR_RNDZ}, {"rm", MPFR_RNDD}, {"rp", MPFR_RNDU}};

struct Real {
  const char* name;
  Format format;
};
constexpr Real f16{"f16", exact::f16}, bf16{"bf16", exact::bf16}, f32{"f32", exact::f32},
    f64{"f64", exact::f64};

struct Whole {
  const char* name;
  int bits;
  bool is_signed;
};
constexpr Whole wholes[] = {{"s8", 8, true},    {"u8", 8, false},  {"s16", 16, true},
                            {"u16", 16, false}, {"s32", 32, true}, {"u32", 32, false},
                            {"s64", 64, true},  {"u64", 64, false}};

int register_bits(const Whole& type) {
  return std::max(type.bits, 16);
}

/// All 16-bit patterns, or many of a wider type.
std::vector<Operands> patterns(int bits, bool real) {
  std::vector<Operands> rows;
  if (bits == 16) {
    for (std::uint64_t n = 0; n < 0x10000; ++n) rows.push_back({n});
    return rows;
  }
  rows = real ? float_cases({bits}, 400) : cases({bits}, 400);
  std::mt19937_64 random(static_cast<std::uint64_t>(bits));
  for (int n = 0; n < 4000; ++n) {
    std::uint64_t value = random();
    // Half of the floats near what integers and small floats can hold.
    if (real && n % 2 == 0) {
      const auto exponent = static_cast<std::uint64_t>(n) % 160;
      value = bits == 32 ? (value & 0x807fffff) | (exponent + 40) << 23
                         : (value & 0x800fffffffffffff) | (exponent + 943) << 52;
    }
    if (!real) value >>= random() % static_cast<unsigned>(bits);
    rows.push_back({bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1)});
  }
  return rows;
}

void check(const std::string& text, int in, int out, const std::vector<Operands>& rows,
           const std::function<std::uint64_t(std::uint64_t)>& expected, Format format = {0, 0}) {
  const auto got = results({text + " %d, %a;", {in}, out}, rows);
  ASSERT_EQ(got.size(), rows.size()) << text;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const auto want = expected(rows[n][0]);
    if (format.bits != 0 && exact::is_nan(want, format) && exact::is_nan(got[n], format)) continue;
    ASSERT_EQ(got[n], want) << text << " of " << std::hex << rows[n][0];
  }
}

std::uint64_t masked(std::uint64_t value, int bits) {
  return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

/// A float as an integer: rounded, clamped to the range; a NaN is 0, or for 64 bits the top bit
/// alone (recorded in vectors/conversions.txt).
std::uint64_t whole_of(std::uint64_t value, Format from, const Whole& to, mpfr_rnd_t rounding) {
  if (exact::is_nan(value, from)) {
    const bool wide = to.bits == 64 || from.bits == 64;
    const std::uint64_t top = wide ? std::uint64_t{1} << (to.bits - 1) : 0;
    return masked(to.is_signed ? ~top + 1 : top, register_bits(to));
  }
  Number number(value, from);
  if (!mpfr_inf_p(number.get())) mpfr_rint(number.get(), number.get(), rounding);
  Number low, high;
  mpfr_set_si(low.get(), 0, MPFR_RNDN);
  mpfr_set_ui_2exp(high.get(), 1, to.bits - (to.is_signed ? 1 : 0), MPFR_RNDN);
  if (to.is_signed) mpfr_neg(low.get(), high.get(), MPFR_RNDN);
  mpfr_sub_ui(high.get(), high.get(), 1, MPFR_RNDN);
  if (mpfr_less_p(number.get(), low.get())) mpfr_set(number.get(), low.get(), MPFR_RNDN);
  if (mpfr_greater_p(number.get(), high.get())) mpfr_set(number.get(), high.get(), MPFR_RNDN);
  const std::uint64_t bits = to.is_signed
                                 ? static_cast<std::uint64_t>(mpfr_get_sj(number.get(), MPFR_RNDN))
                                 : mpfr_get_uj(number.get(), MPFR_RNDN);
  return masked(bits, register_bits(to));
}

std::uint64_t real_of(std::uint64_t value, const Whole& from, Format to, mpfr_rnd_t rounding) {
  Number number;
  const int unused = 64 - from.bits;
  if (from.is_signed)
    mpfr_set_sj(number.get(), static_cast<std::int64_t>(value << unused) >> unused, MPFR_RNDN);
  else
    mpfr_set_uj(number.get(), value << unused >> unused, MPFR_RNDN);
  return exact::rounded(to, rounding,
                        [&](mpfr_ptr d, mpfr_rnd_t r) { return mpfr_set(d, number.get(), r); });
}

std::uint64_t real_of(std::uint64_t value, Format from, Format to, mpfr_rnd_t rounding) {
  Number number(value, from);
  return exact::rounded(to, rounding,
                        [&](mpfr_ptr d, mpfr_rnd_t r) { return mpfr_set(d, number.get(), r); });
}

TEST(ExactConversion, FloatsToIntegers) {
  for (const Real& from : {f16, bf16, f32, f64})
    for (const Whole& to : wholes)
      for (const auto& rounding : roundings) {
        if (to.bits == 8 && std::string_view(from.name) == "bf16") continue;
        check(std::string("cvt.") + rounding.name + "i." + to.name + "." + from.name,
              from.format.bits, register_bits(to), patterns(from.format.bits, true),
              [&](std::uint64_t value) { return whole_of(value, from.format, to, rounding.mpfr); });
      }
}

TEST(ExactConversion, FlushingComesFirst) {
  for (const Whole& to : wholes)
    for (const auto& rounding : roundings)
      check(std::string("cvt.") + rounding.name + "i.ftz." + to.name + ".f32", 32,
            register_bits(to), patterns(32, true), [&](std::uint64_t value) {
              return whole_of(exact::flushed(value, exact::f32), exact::f32, to, rounding.mpfr);
            });
}

TEST(ExactConversion, IntegersToFloats) {
  for (const Whole& from : wholes)
    for (const Real& to : {f16, bf16, f32, f64})
      for (const auto& rounding : roundings) {
        if (from.bits == 8 && std::string_view(to.name) == "bf16") continue;
        check(std::string("cvt.") + rounding.name + "." + to.name + "." + from.name,
              register_bits(from), to.format.bits, patterns(register_bits(from), false),
              [&](std::uint64_t value) { return real_of(value, from, to.format, rounding.mpfr); });
      }
}

TEST(ExactConversion, FloatsToNarrowerFloats) {
  for (const auto& [to, from] :
       {std::pair{f16, f32}, {f16, f64}, {bf16, f32}, {bf16, f64}, {bf16, f16}, {f32, f64}})
    for (const auto& rounding : roundings)
      check(
          std::string("cvt.") + rounding.name + "." + to.name + "." + from.name, from.format.bits,
          to.format.bits, patterns(from.format.bits, true),
          [&, f = from.format, t = to.format](std::uint64_t value) {
            return real_of(value, f, t, rounding.mpfr);
          },
          to.format);
}

TEST(ExactConversion, FloatsToWiderFloats) {
  for (const auto& [to, from] :
       {std::pair{f32, f16}, {f64, f16}, {f32, bf16}, {f64, bf16}, {f64, f32}})
    check(
        std::string("cvt.") + to.name + "." + from.name, from.format.bits, to.format.bits,
        patterns(from.format.bits, true),
        [f = from.format, t = to.format](std::uint64_t value) {
          return real_of(value, f, t, MPFR_RNDN);
        },
        to.format);
}

TEST(ExactConversion, FloatsToWholeFloats) {
  for (const Real& type : {f16, f32, f64})
    for (const auto& rounding : roundings)
      check(
          std::string("cvt.") + rounding.name + "i." + type.name + "." + type.name,
          type.format.bits, type.format.bits, patterns(type.format.bits, true),
          [&](std::uint64_t value) {
            Number number(value, type.format);
            return exact::rounded(type.format, rounding.mpfr, [&](mpfr_ptr d, mpfr_rnd_t r) {
              return mpfr_rint(d, number.get(), r);
            });
          },
          type.format);
}

}  // namespace
}  // namespace assay::sim::testing
