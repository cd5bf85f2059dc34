// SPDX-License-Identifier: Apache-2.0
// Two small grammars: exact int64 expressions (sizes, grids, arguments) and f64 ones (a scalar's
// value). docs/task.md: overflow and division by zero are errors; `/` floors.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "num/values.hpp"

namespace assay::task {

using Names = std::map<std::string, std::int64_t>;

/// Why a text is not an expression, and where: `at` is a byte offset into it.
struct SyntaxFault {
  std::size_t at = 0;
  std::string found, expected, nearest;
};

/// A name as it stands in an expression.
struct NameUse {
  std::string name;
  std::size_t at = 0;  ///< byte offset into the text
};

/// Longest text and deepest nesting of an expression: both come from hostile files.
inline constexpr std::size_t expression_length_limit = 1000;
inline constexpr int expression_depth_limit = 64;

/// + - * / % min max ceil_div round_up, comparisons and && || ! (1 or 0), parentheses, integer
/// literals, names.
class Expression {
 public:
  struct Node;
  [[nodiscard]] static Result<Expression> parse(std::string_view text);
  [[nodiscard]] static tl::expected<Expression, SyntaxFault> parse_or_fault(std::string_view text);
  [[nodiscard]] static Expression constant(std::int64_t value);
  /// Error: unknown name, overflow, division by zero; says which part of the text.
  [[nodiscard]] Result<std::int64_t> evaluate(const Names& names) const;
  [[nodiscard]] std::vector<std::string> names() const;  ///< used names, each once
  [[nodiscard]] std::vector<NameUse> uses() const;       ///< every use, from left to right
  /// The value, where no name is used and evaluation succeeds.
  [[nodiscard]] std::optional<std::int64_t> literal() const;
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::shared_ptr<const Node> root_;
};

/// The same grammar in double, with sqrt exp log pow and real literals.
class RealExpression {
 public:
  struct Node;
  [[nodiscard]] static Result<RealExpression> parse(std::string_view text);
  [[nodiscard]] static tl::expected<RealExpression, SyntaxFault> parse_or_fault(
      std::string_view text);
  /// Error also where the result, or a part of it, is not finite.
  [[nodiscard]] Result<double> evaluate(const Names& names) const;
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] std::vector<NameUse> uses() const;
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::shared_ptr<const Node> root_;
};

/// A distribution whose integer bounds may use axes: integers(0, "vocab").
struct ValuesSpec {
  Values values;                              ///< a and b are set where they are literals
  std::vector<Expression> arguments;          ///< for `integers` only, both bounds
  std::vector<std::size_t> argument_offsets;  ///< where they stand in `text`
  std::string text;                           ///< as written
  [[nodiscard]] static tl::expected<ValuesSpec, SyntaxFault> parse_or_fault(std::string_view text);
  [[nodiscard]] Result<Values> bind(const Names& axes) const;
  [[nodiscard]] std::vector<NameUse> uses() const;  ///< names in the bounds, offsets into `text`
};

}  // namespace assay::task
