// SPDX-License-Identifier: Apache-2.0
// The grammar that both kinds of expression share: text to a syntax tree. What a tree means (exact
// int64 or double) is decided by whoever evaluates it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "task/expression.hpp"

namespace assay::task::grammar {

enum class Op : std::uint8_t {
  literal,
  name,
  negate,
  invert,
  add,
  subtract,
  multiply,
  divide,
  modulo,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  unequal,
  both,
  either,
  minimum,
  maximum,
  ceil_div,
  round_up,
  square_root,
  exponential,
  logarithm,
  power,  // in real expressions only
};

/// A part of an expression; its text is [begin, end).
struct Syntax {
  Op op = Op::literal;
  std::size_t begin = 0, end = 0;
  std::int64_t integer = 0;  ///< literal of an integer expression
  double real = 0;           ///< literal of a real expression
  std::string name;
  std::vector<Syntax> children;
};

enum class Kind : std::uint8_t { integer, real };

/// At most `expression_length_limit` bytes and `expression_depth_limit` levels, so recursion over
/// the tree is bounded.
[[nodiscard]] tl::expected<Syntax, SyntaxFault> parse(std::string_view text, Kind kind);

/// Every name in the tree, from left to right.
[[nodiscard]] std::vector<NameUse> uses_of(const Syntax& tree);
[[nodiscard]] std::vector<std::string> distinct(const std::vector<NameUse>& uses);

/// "+", "min", …: how an operation is written.
[[nodiscard]] std::string_view sign_of(Op op);

/// Names of functions: nothing else may be called so (one namespace).
[[nodiscard]] const std::vector<std::string>& function_names();

/// [A-Za-z_][A-Za-z0-9_]*, at most 64 characters.
[[nodiscard]] bool is_identifier(std::string_view text);

/// "expression: column 7: found '*', expected a number" for callers without a file.
[[nodiscard]] Error to_error(std::string_view text, const SyntaxFault& fault);

}  // namespace assay::task::grammar
