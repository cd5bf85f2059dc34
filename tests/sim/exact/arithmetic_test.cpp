// SPDX-License-Identifier: Apache-2.0
// add, sub, mul, fma, div, rcp and sqrt of every float type, rounding and modifier against MPFR.
#include <random>

#include "sim/exact/reference.hpp"
#include "sim/harness.hpp"

namespace assay::sim::testing {
namespace {

using exact::Format;
using exact::Number;

struct Type {
  const char* name;
  Format format;
};
constexpr Type halves[] = {{"f16", exact::f16}, {"bf16", exact::bf16}};
constexpr Type singles{"f32", exact::f32}, doubles{"f64", exact::f64};

struct Rounding {
  const char* name;
  mpfr_rnd_t mpfr;
};
constexpr Rounding roundings[] = {
    {"rn", MPFR_RNDN}, {"rz", MPFR_RNDZ}, {"rm", MPFR_RNDD}, {"rp", MPFR_RNDU}};

struct Operation {
  const char* name;
  std::size_t operands;
  int (*mpfr)(mpfr_ptr, std::span<Number>, mpfr_rnd_t);
};
constexpr Operation operations[] = {
    {"add", 2,
     [](mpfr_ptr d, std::span<Number> a, mpfr_rnd_t r) {
       return mpfr_add(d, a[0].get(), a[1].get(), r);
     }},
    {"sub", 2,
     [](mpfr_ptr d, std::span<Number> a, mpfr_rnd_t r) {
       return mpfr_sub(d, a[0].get(), a[1].get(), r);
     }},
    {"mul", 2,
     [](mpfr_ptr d, std::span<Number> a, mpfr_rnd_t r) {
       return mpfr_mul(d, a[0].get(), a[1].get(), r);
     }},
    {"fma", 3,
     [](mpfr_ptr d, std::span<Number> a, mpfr_rnd_t r) {
       return mpfr_fma(d, a[0].get(), a[1].get(), a[2].get(), r);
     }},
    {"div", 2,
     [](mpfr_ptr d, std::span<Number> a, mpfr_rnd_t r) {
       return mpfr_div(d, a[0].get(), a[1].get(), r);
     }},
    {"rcp", 1,
     [](mpfr_ptr d, std::span<Number> a, mpfr_rnd_t r) {
       return mpfr_ui_div(d, 1, a[0].get(), r);
     }},
    {"sqrt", 1,
     [](mpfr_ptr d, std::span<Number> a, mpfr_rnd_t r) { return mpfr_sqrt(d, a[0].get(), r); }},
};
constexpr std::size_t first_of_floats = 4;  // what halves have ends with fma

struct Modifiers {
  bool ftz = false, sat = false, relu = false;
  [[nodiscard]] std::string text() const {
    return std::string(ftz ? ".ftz" : "") + (sat ? ".sat" : "") + (relu ? ".relu" : "");
  }
};

/// The PTX ISA's .sat and .relu: what is below zero, and for .sat a NaN too, becomes +0.
std::uint64_t clamped(std::uint64_t value, Format format, const Modifiers& with) {
  const bool nan = exact::is_nan(value, format);
  const bool negative = (value >> (format.bits - 1)) != 0;
  const auto one = static_cast<std::uint64_t>(format.bias()) << (format.precision - 1);
  if (with.sat) return nan || negative ? 0 : std::min(value, one);
  return with.relu && !nan && negative ? 0 : value;
}

std::uint64_t expected(const Operation& operation, Format format, mpfr_rnd_t rounding,
                       const Modifiers& with, const Operands& row) {
  std::vector<std::uint64_t> bits(row);
  if (with.ftz)
    for (auto& each : bits) each = exact::flushed(each, format);
  std::array<Number, 3> numbers;
  for (std::size_t n = 0; n < bits.size(); ++n) {
    Number number(bits[n], format);
    mpfr_set(numbers[n].get(), number.get(), MPFR_RNDN);
  }
  std::uint64_t value = exact::rounded(
      format, rounding, [&](mpfr_ptr d, mpfr_rnd_t r) { return operation.mpfr(d, numbers, r); });
  if (with.ftz) value = exact::flushed(value, format);
  return clamped(value, format, with);
}

/// Numbers near each other, near the ends of the range, and anywhere: sums that cancel, products
/// that fall just out of the range, ties.
std::vector<Operands> random_rows(Format format, std::size_t operands, int count) {
  std::mt19937_64 random(static_cast<std::uint64_t>(format.bits * 8 + format.precision));
  const auto exponents = static_cast<std::uint64_t>(1) << format.exponent_bits();
  const auto fraction = format.precision - 1;
  const auto pick = [&](std::uint64_t around) {
    std::uint64_t exponent = random() % exponents;
    if (random() % 4 != 0) exponent = (around + random() % 7 - 3) % exponents;
    std::uint64_t digits = random() & ((std::uint64_t{1} << fraction) - 1);
    if (random() % 3 == 0)
      digits &= ~std::uint64_t{0} << (random() % static_cast<unsigned>(fraction));
    if (random() % 8 == 0)
      digits = ((std::uint64_t{1} << fraction) - 1) ^ (digits >> (fraction / 2));
    return (random() & 1) << (format.bits - 1) | exponent << fraction | digits;
  };
  std::vector<Operands> rows;
  for (int n = 0; n < count; ++n) {
    Operands row;
    const std::uint64_t middle = random() % 2 ? exponents / 2 : random() % exponents;
    for (std::size_t k = 0; k < operands; ++k)
      row.push_back(pick(k == 2 ? 2 * middle - exponents / 2 : middle));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<Operands> rows_for(Format format, std::size_t operands, int count) {
  auto rows = float_cases(std::vector<int>(operands, format.bits), count / 4);
  const auto more = random_rows(format, operands, count);
  rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

void check(const Operation& operation, const Type& type, const std::string& rounding_text,
           mpfr_rnd_t rounding, const Modifiers& with, int count) {
  const std::string operands[] = {"", "%a", "%a, %b", "%a, %b, %c"};
  const Statement statement{std::string(operation.name) + rounding_text + with.text() + "." +
                                type.name + " %d, " + operands[operation.operands] + ";",
                            std::vector<int>(operation.operands, type.format.bits),
                            type.format.bits};
  const auto rows = rows_for(type.format, operation.operands, count);
  const auto got = results(statement, rows);
  ASSERT_EQ(got.size(), rows.size()) << statement.text;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const auto want = expected(operation, type.format, rounding, with, rows[n]);
    if (exact::is_nan(want, type.format) && type.format.bits == 64) {
      // The payload is the operand's: vectors_test has it.
      ASSERT_TRUE(exact::is_nan(got[n], type.format)) << statement.text;
      continue;
    }
    ASSERT_EQ(got[n], want) << statement.text << " of " << std::hex
                            << ::testing::PrintToString(rows[n]);
  }
}

TEST(Exact, SinglesInEveryRounding) {
  for (const auto& operation : operations)
    for (const auto& rounding : roundings)
      for (const Modifiers& with :
           {Modifiers{}, Modifiers{true}, Modifiers{false, true}, Modifiers{true, true}}) {
        const bool division =
            &operation - operations >= static_cast<std::ptrdiff_t>(first_of_floats);
        if (division && with.sat) continue;
        check(operation, singles, std::string(".") + rounding.name, rounding.mpfr, with, 2000);
      }
}

TEST(Exact, DoublesInEveryRounding) {
  for (const auto& operation : operations)
    for (const auto& rounding : roundings)
      check(operation, doubles, std::string(".") + rounding.name, rounding.mpfr, {}, 2000);
}

TEST(Exact, HalvesRoundOnce) {
  for (const Type& type : halves)
    for (std::size_t n = 0; n < first_of_floats; ++n) {
      check(operations[n], type, ".rn", MPFR_RNDN, {}, 4000);
      if (std::string_view(type.name) == "bf16") continue;
      check(operations[n], type, ".rn", MPFR_RNDN, {true}, 4000);
      check(operations[n], type, ".rn", MPFR_RNDN, {false, true}, 4000);
      check(operations[n], type, ".rn", MPFR_RNDN, {true, true}, 4000);
    }
  for (const Type& type : halves)
    check(operations[3], type, ".rn", MPFR_RNDN, {false, false, true}, 4000);
}

/// Both halves of a pair are the single operation.
TEST(Exact, PairsAreTwoHalves) {
  for (const Type& type : halves)
    for (std::size_t n = 0; n < first_of_floats; ++n) {
      const auto operands = operations[n].operands;
      const auto low = rows_for(type.format, operands, 1000);
      auto rows = low;
      for (std::size_t row = 0; row < rows.size(); ++row)
        for (std::size_t k = 0; k < operands; ++k)
          rows[row][k] |= low[rows.size() - 1 - row][k] << 16;
      const std::string names[] = {"", "", "%a, %b", "%a, %b, %c"};
      const Statement statement{
          std::string(operations[n].name) + ".rn." + type.name + "x2 %d, " + names[operands] + ";",
          std::vector<int>(operands, 32), 32};
      const auto got = results(statement, rows);
      for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto half = [&](std::size_t at) {
          return expected(operations[n], type.format, MPFR_RNDN, {}, low[at]);
        };
        ASSERT_EQ(got[row], half(row) | half(rows.size() - 1 - row) << 16) << statement.text;
      }
    }
}

}  // namespace
}  // namespace assay::sim::testing
