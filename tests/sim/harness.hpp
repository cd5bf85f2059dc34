// SPDX-License-Identifier: Apache-2.0
// Runs small PTX kernels for the simulator's tests: one statement over many operands, or a whole
// kernel text.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "ptx/parse.hpp"
#include "sim/simulator.hpp"

namespace assay::sim::testing {

/// A module with one version header; `body` holds functions and variables.
[[nodiscard]] std::string module_text(std::string_view body);
/// Parsed and loaded; a failure is reported to GoogleTest and ends the process's test.
[[nodiscard]] Simulator loaded(std::string_view text);

/// One statement for every row of operands. Registers: %a, %b, %c, %e of the widths `in` (bits),
/// result %d of `out` bits; %p, %q predicates; %r0…%r9 32 bits, %h0…%h9 16, %x0…%x9 64, %f0…%f9
/// f32, %g0…%g9 f64.
struct Statement {
  std::string text;
  std::vector<int> in;
  int out = 32;
};
using Operands = std::vector<std::uint64_t>;
[[nodiscard]] std::vector<std::uint64_t> results(const Statement& statement,
                                                 const std::vector<Operands>& rows);

/// Expects `text` to give `expected(row)` for each row.
template <class F>
void expect_lanes(const Statement& statement, const std::vector<Operands>& rows, F expected) {
  const auto got = results(statement, rows);
  ASSERT_EQ(got.size(), rows.size());
  const std::uint64_t keep =
      statement.out == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << statement.out) - 1;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const std::uint64_t want = static_cast<std::uint64_t>(expected(rows[n])) & keep;
    ASSERT_EQ(got[n], want) << statement.text << " of " << std::hex
                            << ::testing::PrintToString(rows[n]);
  }
}

/// Interesting bit patterns of a width, paired in many ways (deterministic).
[[nodiscard]] std::vector<Operands> cases(const std::vector<int>& widths, int count = 96);
/// Float patterns: zeros, subnormals, infinities, NaN and random ones.
[[nodiscard]] std::vector<Operands> float_cases(const std::vector<int>& widths, int count = 96);

/// A whole kernel with buffers of 32-bit words.
struct Job {
  std::string text;  ///< module body
  std::string kernel = "k";
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{32, 1, 1};
  std::vector<std::vector<std::uint32_t>> buffers;
  std::vector<bool> read_only, uninitialised;
  std::uint32_t shared = 0;
  bool cooperative = false;
  RunSpec spec;  ///< launches are filled in when empty
};
struct Done {
  RunOutcome outcome;
  std::vector<std::vector<std::uint32_t>> buffers;
};
[[nodiscard]] Done run(const Job& job);
/// Everything that must not depend on the number of host threads, as one text.
[[nodiscard]] std::string fingerprint(const Done& done);

}  // namespace assay::sim::testing
