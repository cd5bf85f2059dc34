// SPDX-License-Identifier: Apache-2.0
// The exact meaning of the shared grammar: int64, each step checked, in 128 bits before it is
// narrowed.
#include "task/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>

#include "base/text.hpp"
#include "task/grammar.hpp"

namespace assay::task {

using grammar::Op;
using grammar::Syntax;

struct Expression::Node {
  Syntax syntax;
};

namespace {

__extension__ typedef __int128 Wide;

// C++ truncates towards zero; sizes want the floor, whatever the signs.
Wide floor_of(Wide a, Wide b) {
  const Wide quotient = a / b;
  return quotient - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

Wide ceiling_of(Wide a, Wide b) {
  return -floor_of(-a, b);
}

/// Walks a tree once; the operands of one operation fit 64 bits, so that 128 bits hold any result
/// exactly.
class Evaluation {
 public:
  Evaluation(std::string_view text, const Names& names) : text_(text), names_(names) {}

  Result<std::int64_t> of(const Syntax& node) const {
    if (node.op == Op::literal) return node.integer;
    if (node.op == Op::name) return named(node);
    if (node.op == Op::both || node.op == Op::either) return shortcut(node);
    std::vector<std::int64_t> operands;
    for (const auto& child : node.children) {
      auto value = of(child);
      if (!value) return value;
      operands.push_back(*value);
    }
    return applied(node, operands);
  }

 private:
  // How messages quote a part; nesting is bounded, so the text is too.
  std::string part(const Syntax& node) const {
    return escaped(text_.substr(node.begin, node.end - node.begin), 120);
  }

  Result<std::int64_t> named(const Syntax& node) const {
    const auto found = names_.find(node.name);
    if (found != names_.end()) return found->second;
    return fail(fmt::format("name '{}' has no value here", node.name), "", Blame::usage);
  }

  // The right side counts only where the left one leaves it open: "cols != 0 && 100 / cols > 2".
  Result<std::int64_t> shortcut(const Syntax& node) const {
    auto left = of(node.children[0]);
    if (!left || (*left != 0) == (node.op == Op::either)) {
      return left.map([](std::int64_t value) { return std::int64_t{value != 0}; });
    }
    return of(node.children[1]).map([](std::int64_t value) { return std::int64_t{value != 0}; });
  }

  Result<std::int64_t> applied(const Syntax& node, const std::vector<std::int64_t>& v) const {
    if (v.size() == 1) {
      return node.op == Op::invert ? Result<std::int64_t>(v[0] == 0 ? 1 : 0)
                                   : narrowed(node, -Wide{v[0]}, v);
    }
    switch (node.op) {
      case Op::minimum:
        return *std::min_element(v.begin(), v.end());
      case Op::maximum:
        return *std::max_element(v.begin(), v.end());
      case Op::less:
        return v[0] < v[1] ? 1 : 0;
      case Op::less_equal:
        return v[0] <= v[1] ? 1 : 0;
      case Op::greater:
        return v[0] > v[1] ? 1 : 0;
      case Op::greater_equal:
        return v[0] >= v[1] ? 1 : 0;
      case Op::equal:
        return v[0] == v[1] ? 1 : 0;
      case Op::unequal:
        return v[0] != v[1] ? 1 : 0;
      case Op::add:
        return narrowed(node, Wide{v[0]} + v[1], v);
      case Op::subtract:
        return narrowed(node, Wide{v[0]} - v[1], v);
      case Op::multiply:
        return narrowed(node, Wide{v[0]} * v[1], v);
      default:
        return divided(node, v);
    }
  }

  // All that has a divisor; round_up also needs a positive one, or "up" would mean nothing.
  Result<std::int64_t> divided(const Syntax& node, const std::vector<std::int64_t>& v) const {
    if (v[1] == 0) return fail(fmt::format("'{}' divides by zero", part(node)), "", Blame::usage);
    const Wide a = v[0];
    const Wide b = v[1];
    switch (node.op) {
      case Op::divide:
        return narrowed(node, floor_of(a, b), v);
      case Op::modulo:
        return narrowed(node, a - floor_of(a, b) * b, v);
      case Op::ceil_div:
        return narrowed(node, ceiling_of(a, b), v);
      default:
        break;
    }
    assert(node.op == Op::round_up);
    if (v[1] < 0) {
      return fail(fmt::format("'{}' rounds up to a multiple of {}, expected a positive number",
                              part(node), v[1]),
                  "", Blame::usage);
    }
    return narrowed(node, ceiling_of(a, b) * b, v);
  }

  // The only way back to 64 bits.
  Result<std::int64_t> narrowed(const Syntax& node, Wide value,
                                const std::vector<std::int64_t>& operands) const {
    if (value >= std::numeric_limits<std::int64_t>::min() &&
        value <= std::numeric_limits<std::int64_t>::max()) {
      return static_cast<std::int64_t>(value);
    }
    return fail(fmt::format("'{}' overflows a 64-bit integer ({} of {})", part(node),
                            grammar::sign_of(node.op), fmt::join(operands, " and ")),
                "", Blame::usage);
  }

  std::string_view text_;
  const Names& names_;
};

}  // namespace

tl::expected<Expression, SyntaxFault> Expression::parse_or_fault(std::string_view text) {
  auto tree = grammar::parse(text, grammar::Kind::integer);
  if (!tree) return tl::unexpected(std::move(tree.error()));
  Expression expression;
  expression.text_ = std::string(text);
  expression.root_ = std::make_shared<const Node>(Node{std::move(*tree)});
  return expression;
}

Result<Expression> Expression::parse(std::string_view text) {
  auto parsed = parse_or_fault(text);
  if (!parsed) return fail(grammar::to_error(text, parsed.error()));
  return std::move(*parsed);
}

Expression Expression::constant(std::int64_t value) {
  Expression expression;
  expression.text_ = std::to_string(value);
  expression.root_ = std::make_shared<const Node>(
      Node{Syntax{.op = Op::literal, .end = expression.text_.size(), .integer = value}});
  return expression;
}

Result<std::int64_t> Expression::evaluate(const Names& names) const {
  assert(root_ != nullptr);
  return Evaluation(text_, names).of(root_->syntax);
}

std::vector<NameUse> Expression::uses() const {
  return root_ == nullptr ? std::vector<NameUse>{} : grammar::uses_of(root_->syntax);
}

std::vector<std::string> Expression::names() const {
  return grammar::distinct(uses());
}

std::optional<std::int64_t> Expression::literal() const {
  if (root_ == nullptr || !uses().empty()) return {};
  const auto value = evaluate({});
  if (!value) return {};
  return *value;
}

}  // namespace assay::task
