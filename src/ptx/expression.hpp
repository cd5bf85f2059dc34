// SPDX-License-Identifier: Apache-2.0
// Constant expressions (PTX ISA, 4.6): integers of 64 bits with C's operators, single real numbers,
// and addresses of symbols. What the value is used for decides whether a symbol or a real number
// may stand there.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ptx/cursor.hpp"

namespace assay::ptx {

struct Constant {
  bool real = false;
  bool single = false;
  bool unsigned_ = false;
  bool negative = false;  ///< began with a minus
  std::uint64_t bits =
      0;  ///< the integer or the pattern; with a symbol, what is added to its address
  std::string_view symbol;  ///< "" for a plain number
  bool generic = false;     ///< generic(symbol)
  std::uint64_t mask = 0;   ///< 0xFF(symbol)
  Place place;
};

[[nodiscard]] std::optional<Constant> parse_constant(Cursor& cursor);
/// One that must be a plain integer.
[[nodiscard]] std::optional<Constant> parse_integer(Cursor& cursor);
/// What follows a minus that is already taken, with that minus applied: -2 * 3.
[[nodiscard]] std::optional<Constant> parse_after_minus(Cursor& cursor, Place minus);
/// The sum of `+ n` and `- n` that may follow a symbol or an address; 0 if nothing does.
[[nodiscard]] std::optional<std::int64_t> parse_offset(Cursor& cursor);

}  // namespace assay::ptx
