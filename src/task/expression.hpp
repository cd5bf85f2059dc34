// SPDX-License-Identifier: Apache-2.0
// Two small grammars: exact int64 expressions (sizes, grids, arguments) and f64 ones (a scalar's value).
// Design §4.3: overflow and division by zero are errors; `/` floors.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "num/values.hpp"

namespace assay::task {

using Names = std::map<std::string, std::int64_t>;

/// + - * / % min max ceil_div round_up, comparisons and && || ! (1 or 0), parentheses, integer literals, names.
class Expression {
 public:
  struct Node;
  [[nodiscard]] static Result<Expression> parse(std::string_view text);
  [[nodiscard]] static Expression constant(std::int64_t value);
  /// Error: unknown name, overflow, division by zero; says which part of the text.
  [[nodiscard]] Result<std::int64_t> evaluate(const Names& names) const;
  [[nodiscard]] std::vector<std::string> names() const;  ///< used names, each once
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
  [[nodiscard]] Result<double> evaluate(const Names& names) const;
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::shared_ptr<const Node> root_;
};

/// A distribution whose integer bounds may use axes: integers(0, "vocab").
struct ValuesSpec {
  Values values;                      ///< a and b are set where they are literals
  std::vector<Expression> arguments;  ///< for `integers` only, both bounds
  std::string text;                   ///< as written
  [[nodiscard]] Result<Values> bind(const Names& axes) const;
};

}  // namespace assay::task
