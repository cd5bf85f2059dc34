// SPDX-License-Identifier: Apache-2.0
// Recursive descent over
//   either     := both { "||" both }
//   both       := comparison { "&&" comparison }
//   comparison := sum [ ( "==" | "!=" | "<=" | ">=" | "<" | ">" ) sum ]
//   sum        := product { ( "+" | "-" ) product }
//   product    := unary { ( "*" | "/" | "%" ) unary }
//   unary      := { "-" | "!" } primary
//   primary    := number | name | name "(" either { "," either } ")" | "(" either ")"
// A manual parser rather than a library's: the packaged ones know doubles only, and each fault
// needs its column.
#include "task/grammar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "task/mistakes.hpp"

namespace assay::task::grammar {
namespace {

struct Operator {
  std::string_view sign;
  Op op;
  int level;
};

// Longer signs first, so that "<=" is not read as "<".
constexpr std::array<Operator, 13> operators{{
    {"||", Op::either, 0},
    {"&&", Op::both, 1},
    {"==", Op::equal, 2},
    {"!=", Op::unequal, 2},
    {"<=", Op::less_equal, 2},
    {">=", Op::greater_equal, 2},
    {"<", Op::less, 2},
    {">", Op::greater, 2},
    {"+", Op::add, 3},
    {"-", Op::subtract, 3},
    {"*", Op::multiply, 4},
    {"/", Op::divide, 4},
    {"%", Op::modulo, 4},
}};
constexpr int comparison_level = 2;
constexpr int unary_level = 5;

/// What may stand before a parenthesis, and how many arguments it takes.
struct Function {
  std::string_view name;
  Op op;
  std::size_t least, most;
  bool real_only;
};

constexpr std::array<Function, 8> functions{{
    {"min", Op::minimum, 2, 16, false},
    {"max", Op::maximum, 2, 16, false},
    {"ceil_div", Op::ceil_div, 2, 2, false},
    {"round_up", Op::round_up, 2, 2, false},
    {"sqrt", Op::square_root, 1, 1, true},
    {"exp", Op::exponential, 1, 1, true},
    {"log", Op::logarithm, 1, 1, true},
    {"pow", Op::power, 2, 2, true},
}};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

using Tree = tl::expected<Syntax, SyntaxFault>;

/// Reads one text; faults carry the byte where they were noticed.
class Parser {
 public:
  Parser(std::string_view text, Kind kind) : text_(text), kind_(kind) {}

  Tree whole() {
    auto tree = binary(0);
    if (!tree) return tree;
    skip_space();
    if (at_ < text_.size()) return unexpected("an operator or the end");
    return tree;
  }

 private:
  // Expressions in multi-line TOML strings hold newlines.
  void skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      ++at_;
    }
  }

  // The next character that counts, '\0' at the end. A text may hold '\0' itself: callers that take
  // it check the position.
  char peek() {
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool take(char wanted) {
    if (peek() != wanted || at_ >= text_.size()) return false;
    ++at_;
    return true;
  }

  std::string_view word_at(std::size_t from) const {
    std::size_t end = from;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
    return text_.substr(from, end - from);
  }

  static Tree fault(std::size_t at, std::string found, std::string expected,
                    std::string nearest = {}) {
    return tl::unexpected(
        SyntaxFault{at, std::move(found), std::move(expected), std::move(nearest)});
  }

  // Names a whole word rather than its first letter.
  Tree unexpected(std::string expected) {
    skip_space();
    if (at_ >= text_.size()) return fault(text_.size(), "the end", std::move(expected));
    const auto word = word_at(at_);
    const auto shown = word.empty() ? text_.substr(at_, sign_length()) : word;
    return fault(at_, in_quotes(shown), std::move(expected));
  }

  // One UTF-8 character, so that a message does not cut it.
  std::size_t sign_length() const {
    std::size_t length = 1;
    while (at_ + length < text_.size() && length < 4 &&
           (static_cast<unsigned char>(text_[at_ + length]) & 0xc0) == 0x80) {
      ++length;
    }
    return length;
  }

  // Of another level is none: the caller further up takes it.
  std::optional<Operator> operator_at(int level) {
    skip_space();
    for (const auto& candidate : operators) {
      if (text_.substr(at_).starts_with(candidate.sign)) {
        if (candidate.level != level) return {};
        return candidate;
      }
    }
    return {};
  }

  // Operators of one level lean to the left: a - b - c is (a - b) - c.
  Tree binary(int level) {
    if (level == unary_level) return unary();
    auto left = binary(level + 1);
    for (bool first = true; left; first = false) {
      const auto found = operator_at(level);
      if (!found) break;
      if (level == comparison_level && !first) {
        return fault(at_, fmt::format("a second '{}'", found->sign),
                     "comparisons joined by && or ||");
      }
      at_ += found->sign.size();
      auto right = binary(level + 1);
      if (!right) return right;
      left = joined(found->op, std::move(*left), std::move(*right));
    }
    return left;
  }

  static Syntax joined(Op op, Syntax left, Syntax right) {
    Syntax node{.op = op, .begin = left.begin, .end = right.end};
    node.children.push_back(std::move(left));
    node.children.push_back(std::move(right));
    return node;
  }

  // Every way to nest leads through here, so this is where depth is counted.
  Tree unary() {
    if (++depth_ > expression_depth_limit) {
      return fault(at_, "an expression nested too deeply",
                   fmt::format("at most {} levels", expression_depth_limit));
    }
    auto tree = unary_inside();
    --depth_;
    return tree;
  }

  Tree unary_inside() {
    const char sign = peek();
    const auto begin = at_;
    if (sign != '-' && sign != '!') return primary();
    ++at_;
    // The magnitude of INT64_MIN is no int64 of its own.
    if (sign == '-' && is_digit(peek())) return number(begin, true);
    auto operand = unary();
    if (!operand) return operand;
    Syntax node{.op = sign == '-' ? Op::negate : Op::invert, .begin = begin, .end = operand->end};
    node.children.push_back(std::move(*operand));
    return node;
  }

  // A parenthesis widens the text of what it holds, so that messages quote it whole.
  Tree primary() {
    const char c = peek();
    if (is_digit(c) || c == '.') return number(at_, false);
    if (is_letter(c)) return name_or_call();
    if (c != '(' || at_ >= text_.size()) return unexpected("a number, a name or '('");
    const auto begin = at_++;
    auto inner = binary(0);
    if (!inner) return inner;
    if (!take(')')) return unexpected("')'");
    inner->begin = begin;
    inner->end = at_;
    return inner;
  }

  Tree name_or_call() {
    const auto begin = at_;
    const auto word = word_at(at_);
    at_ += word.size();
    if (peek() == '(' && at_ < text_.size()) return call(begin, word);
    if (!is_identifier(word)) {
      return fault(begin, fmt::format("a name of {} characters", word.size()),
                   "at most 64 characters");
    }
    return Syntax{
        .op = Op::name, .begin = begin, .end = begin + word.size(), .name = std::string(word)};
  }

  // Functions of real numbers are unknown to integer expressions.
  const Function* function(std::string_view word) const {
    const auto* found = std::find_if(functions.begin(), functions.end(),
                                     [&](const Function& f) { return f.name == word; });
    if (found == functions.end() || (found->real_only && kind_ == Kind::integer)) return nullptr;
    return found;
  }

  std::vector<std::string> callable() const {
    std::vector<std::string> names;
    for (const auto& f : functions) {
      if (!f.real_only || kind_ == Kind::real) names.emplace_back(f.name);
    }
    return names;
  }

  Tree call(std::size_t begin, std::string_view word) {
    const auto* target = function(word);
    if (target == nullptr) {
      const auto names = callable();
      return fault(begin, "function " + in_quotes(word), "one of " + join(names, ", "),
                   nearest_name(word.substr(0, 64), names).value_or(""));
    }
    Syntax node{.op = target->op, .begin = begin};
    take('(');
    do {
      auto argument = binary(0);
      if (!argument) return argument;
      node.children.push_back(std::move(*argument));
    } while (take(','));
    if (!take(')')) return unexpected("',' or ')'");
    node.end = at_;
    const auto count = node.children.size();
    if (count < target->least || count > target->most) {
      return fault(begin, fmt::format("{} argument{} of {}", count, count == 1 ? "" : "s", word),
                   target->least == target->most
                       ? fmt::format("{}", target->least)
                       : fmt::format("{} to {}", target->least, target->most));
    }
    return node;
  }

  // Digits, a point, an exponent: taken whole, so that "1.5" in an integer expression is named as
  // it stands.
  std::string_view digits_at(std::size_t from) const {
    std::size_t end = from;
    while (end < text_.size()) {
      const char c = text_[end];
      const bool signed_exponent = (c == '+' || c == '-') && end > from &&
                                   (text_[end - 1] == 'e' || text_[end - 1] == 'E') &&
                                   end + 1 < text_.size() && is_digit(text_[end + 1]);
      if (!is_digit(c) && !is_letter(c) && c != '.' && !signed_exponent) break;
      ++end;
    }
    return text_.substr(from, end - from);
  }

  Tree number(std::size_t begin, bool negative) {
    const auto start = at_;
    const auto digits = digits_at(start);
    at_ += digits.size();
    Syntax node{.op = Op::literal, .begin = begin, .end = at_};
    const bool good = kind_ == Kind::integer ? read_integer(digits, negative, node.integer)
                                             : read_real(digits, negative, node.real);
    if (good) return node;
    const bool all_digits = std::all_of(digits.begin(), digits.end(), is_digit);
    return fault(start, in_quotes(digits),
                 kind_ == Kind::real ? "a finite number"
                 : all_digits        ? "an integer of 64 bits"
                                     : "an integer");
  }

  // Unsigned first: from_chars of a signed type would refuse the magnitude of the least number.
  static bool read_integer(std::string_view digits, bool negative, std::int64_t& value) {
    std::uint64_t magnitude = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
    if (error != std::errc{} || end != digits.data() + digits.size()) return false;
    constexpr auto most = static_cast<std::uint64_t>(INT64_MAX);
    if (magnitude > most + (negative ? 1 : 0)) return false;
    value = static_cast<std::int64_t>(negative ? ~magnitude + 1 : magnitude);
    return true;
  }

  // from_chars knows no locale, which strtod does.
  static bool read_real(std::string_view digits, bool negative, double& value) {
    if (!is_digit(digits.front()) && digits.front() != '.') return false;  // "inf", "nan"
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size()) return false;
    if (negative) value = -value;
    return std::isfinite(value);
  }

  std::string_view text_;
  Kind kind_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

void gather(const Syntax& tree, std::vector<NameUse>& uses) {
  if (tree.op == Op::name) uses.push_back({tree.name, tree.begin});
  for (const auto& child : tree.children) gather(child, uses);
}

}  // namespace

Tree parse(std::string_view text, Kind kind) {
  if (text.size() > expression_length_limit) {
    return tl::unexpected(SyntaxFault{0, fmt::format("an expression of {} bytes", text.size()),
                                      fmt::format("at most {}", expression_length_limit), ""});
  }
  return Parser(text, kind).whole();
}

std::vector<NameUse> uses_of(const Syntax& tree) {
  std::vector<NameUse> uses;
  gather(tree, uses);
  return uses;
}

std::vector<std::string> distinct(const std::vector<NameUse>& uses) {
  std::vector<std::string> names;
  for (const auto& use : uses) {
    if (std::find(names.begin(), names.end(), use.name) == names.end()) names.push_back(use.name);
  }
  return names;
}

std::string_view sign_of(Op op) {
  if (op == Op::negate) return "-";
  if (op == Op::invert) return "!";
  for (const auto& entry : operators) {
    if (entry.op == op) return entry.sign;
  }
  for (const auto& entry : functions) {
    if (entry.op == op) return entry.name;
  }
  return "";
}

const std::vector<std::string>& function_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& f : functions) all.emplace_back(f.name);
    return all;
  }();
  return names;
}

bool is_identifier(std::string_view text) {
  return !text.empty() && text.size() <= 64 && is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

Error to_error(std::string_view text, const SyntaxFault& fault) {
  auto message = fmt::format("expression '{}', column {}: found {}, expected {}",
                             escaped(text, 200), fault.at + 1, fault.found, fault.expected);
  std::string hint = fault.nearest.empty() ? "" : fmt::format("did you mean '{}'?", fault.nearest);
  return Error{std::move(message), std::move(hint), Blame::usage, {}};
}

}  // namespace assay::task::grammar
