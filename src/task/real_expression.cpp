// SPDX-License-Identifier: Apache-2.0
// The f64 meaning of the shared grammar: a scalar's value.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/text.hpp"
#include "task/expression.hpp"
#include "task/grammar.hpp"

namespace assay::task {

using grammar::Op;
using grammar::Syntax;

struct RealExpression::Node {
  Syntax syntax;
};

namespace {

// Like % of integers: the sign is that of the divisor. fmod is exact.
double floored_remainder(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

double of_one(Op op, double a) {
  switch (op) {
    case Op::negate:
      return -a;
    case Op::invert:
      return a == 0 ? 1 : 0;
    case Op::square_root:
      return std::sqrt(a);
    case Op::exponential:
      return std::exp(a);
    default:
      return std::log(a);
  }
}

double of_two(Op op, double a, double b) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::subtract:
      return a - b;
    case Op::multiply:
      return a * b;
    case Op::divide:
      return a / b;
    case Op::modulo:
      return floored_remainder(a, b);
    case Op::ceil_div:
      return std::ceil(a / b);
    case Op::round_up:
      return std::ceil(a / b) * b;
    case Op::power:
      return std::pow(a, b);
    case Op::less:
      return a < b ? 1 : 0;
    case Op::less_equal:
      return a <= b ? 1 : 0;
    case Op::greater:
      return a > b ? 1 : 0;
    case Op::greater_equal:
      return a >= b ? 1 : 0;
    case Op::equal:
      return a == b ? 1 : 0;
    default:
      return a != b ? 1 : 0;
  }
}

bool divides(Op op) {
  return op == Op::divide || op == Op::modulo || op == Op::ceil_div || op == Op::round_up;
}

/// Walks a tree once; a part that is not finite ends it, so that no later step hides it (1 /
/// exp(1000)).
class Evaluation {
 public:
  Evaluation(std::string_view text, const Names& names) : text_(text), names_(names) {}

  Result<double> of(const Syntax& node) const {
    if (node.op == Op::literal) return node.real;
    if (node.op == Op::name) return named(node);
    if (node.op == Op::both || node.op == Op::either) return shortcut(node);
    std::vector<double> operands;
    for (const auto& child : node.children) {
      auto value = of(child);
      if (!value) return value;
      operands.push_back(*value);
    }
    return applied(node, operands);
  }

 private:
  std::string part(const Syntax& node) const {
    return escaped(text_.substr(node.begin, node.end - node.begin), 120);
  }

  Result<double> named(const Syntax& node) const {
    const auto found = names_.find(node.name);
    if (found != names_.end()) return static_cast<double>(found->second);
    return fail(fmt::format("name '{}' has no value here", node.name), "", Blame::usage);
  }

  Result<double> shortcut(const Syntax& node) const {
    const auto truth = [](double value) { return value != 0 ? 1.0 : 0.0; };
    auto left = of(node.children[0]);
    if (!left || (*left != 0) == (node.op == Op::either)) return left.map(truth);
    return of(node.children[1]).map(truth);
  }

  Result<double> applied(const Syntax& node, const std::vector<double>& v) const {
    if (node.op == Op::minimum) return *std::min_element(v.begin(), v.end());
    if (node.op == Op::maximum) return *std::max_element(v.begin(), v.end());
    if (divides(node.op) && v[1] == 0) {
      return fail(fmt::format("'{}' divides by zero", part(node)), "", Blame::usage);
    }
    const double value = v.size() == 1 ? of_one(node.op, v[0]) : of_two(node.op, v[0], v[1]);
    if (std::isfinite(value)) return value;
    // The sign of a NaN differs between machines.
    return fail(fmt::format("'{}' is {}, expected a finite number", part(node),
                            std::isnan(value) ? "NaN" : fmt::format("{}", value)),
                "", Blame::usage);
  }

  std::string_view text_;
  const Names& names_;
};

}  // namespace

tl::expected<RealExpression, SyntaxFault> RealExpression::parse_or_fault(std::string_view text) {
  auto tree = grammar::parse(text, grammar::Kind::real);
  if (!tree) return tl::unexpected(std::move(tree.error()));
  RealExpression expression;
  expression.text_ = std::string(text);
  expression.root_ = std::make_shared<const Node>(Node{std::move(*tree)});
  return expression;
}

Result<RealExpression> RealExpression::parse(std::string_view text) {
  auto parsed = parse_or_fault(text);
  if (!parsed) return fail(grammar::to_error(text, parsed.error()));
  return std::move(*parsed);
}

Result<double> RealExpression::evaluate(const Names& names) const {
  assert(root_ != nullptr);
  return Evaluation(text_, names).of(root_->syntax);
}

std::vector<NameUse> RealExpression::uses() const {
  return root_ == nullptr ? std::vector<NameUse>{} : grammar::uses_of(root_->syntax);
}

std::vector<std::string> RealExpression::names() const {
  return grammar::distinct(uses());
}

}  // namespace assay::task
