// SPDX-License-Identifier: Apache-2.0
// See expression.hpp. Precedence climbing over a table; depth is bounded, so that nested
// parentheses can't overflow the stack.
#include "ptx/expression.hpp"

#include <limits>

#include "ptx/literal.hpp"

namespace assay::ptx {
namespace {

constexpr int most_nested = 32;
constexpr std::uint64_t warp_size = 32;

struct Infix {
  std::string_view spelling;
  int precedence;
};
constexpr Infix infixes[] = {
    {"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5},  {"==", 6},
    {"!=", 6}, {"<", 7},  {"<=", 7}, {">", 7},  {">=", 7}, {"<<", 8},
    {">>", 8}, {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10},
};
constexpr int additive = 9;

std::int64_t as_signed(std::uint64_t bits) {
  return static_cast<std::int64_t>(bits);
}

Constant integer(std::uint64_t bits, bool unsigned_, Place place) {
  Constant made;
  made.bits = bits;
  made.unsigned_ = unsigned_;
  made.place = place;
  return made;
}

class Evaluator {
 public:
  explicit Evaluator(Cursor& cursor) : cursor_(cursor) {}

  std::optional<Constant> expression() {
    auto value = binary(0);
    if (!value || !cursor_.accept("?")) return value;
    return choice(*value);
  }

  std::optional<Constant> binary(int least) {
    if (++depth_ > most_nested) return nothing(cursor_.now().place, "expression nested too deep");
    auto left = unary();
    while (left && !cursor_.failed()) {
      const Infix* infix = infix_here();
      if (infix == nullptr || infix->precedence <= least) break;
      const Place place = cursor_.take().place;
      const auto right = binary(infix->precedence);
      left = right ? apply(infix->spelling, *left, *right, place) : std::nullopt;
    }
    --depth_;
    return left;
  }

  std::optional<Constant> signed_with(char sign, Constant value, Place place) {
    if (sign == '+') return value;
    if (value.real && sign == '-') {
      value.bits ^= std::uint64_t{1} << (value.single ? 31 : 63);
      return value;
    }
    if (!is_plain(value)) return nothing(place, "only a number can have a sign here");
    if (sign == '!') return integer(value.bits == 0 ? 1 : 0, false, place);
    if (sign == '~') return integer(~value.bits, value.unsigned_, place);
    Constant negated = integer(0 - value.bits, value.unsigned_, place);
    negated.negative = !value.negative;
    return negated;
  }

 private:
  std::optional<Constant> nothing(Place place, std::string message) {
    cursor_.fail(place, std::move(message));
    return std::nullopt;
  }

  const Infix* infix_here() const {
    if (!cursor_.at(Lexeme::Kind::symbol)) return nullptr;
    for (const Infix& infix : infixes) {
      if (infix.spelling == cursor_.now().text) return &infix;
    }
    return nullptr;
  }

  std::optional<Constant> choice(const Constant& condition) {
    if (!is_plain(condition)) return nothing(condition.place, "'?' needs an integer before it");
    const auto yes = binary(0);
    if (!yes || !cursor_.expect(":", "in a conditional expression")) return std::nullopt;
    const auto no = binary(0);
    if (!no) return std::nullopt;
    return condition.bits != 0 ? yes : no;
  }

  static bool is_plain(const Constant& value) { return !value.real && value.symbol.empty(); }

  std::optional<Constant> unary() {
    const Lexeme lexeme = cursor_.now();
    for (const char sign : {'-', '+', '!', '~'}) {
      if (!cursor_.at(std::string_view(&sign, 1))) continue;
      if (++depth_ > most_nested) return nothing(lexeme.place, "expression nested too deep");
      cursor_.take();
      auto value = unary();
      --depth_;
      return value ? signed_with(sign, *value, lexeme.place) : std::nullopt;
    }
    return primary();
  }

  std::optional<Constant> primary() {
    if (cursor_.at(Lexeme::Kind::number)) return number();
    if (cursor_.at(Lexeme::Kind::word)) return named();
    if (!cursor_.accept("(")) {
      cursor_.fail_here("a constant");
      return std::nullopt;
    }
    if (cursor_.at(".s64") || cursor_.at(".u64")) return cast();
    const auto inner = expression();
    if (!inner || !cursor_.expect(")", "to close the expression")) return std::nullopt;
    return inner;
  }

  std::optional<Constant> cast() {
    const bool unsigned_ = cursor_.take().text == ".u64";
    if (!cursor_.expect(")", "to close the cast")) return std::nullopt;
    if (++depth_ > most_nested) return nothing(cursor_.now().place, "expression nested too deep");
    auto value = unary();
    --depth_;
    if (value) value->unsigned_ = unsigned_;
    return value;
  }

  std::optional<Constant> number() {
    const Lexeme lexeme = cursor_.take();
    const auto literal = read_literal(lexeme.text);
    if (!literal) {
      return nothing(lexeme.place, "'" + std::string(lexeme.text.substr(0, 64)) +
                                       "' is no number that PTX knows, or needs more than 64 bits");
    }
    Constant value = integer(literal->bits, literal->unsigned_, lexeme.place);
    value.real = literal->real;
    value.single = literal->single;
    if (!value.real && cursor_.accept("(")) return masked(value);
    return value;
  }

  std::optional<Constant> masked(const Constant& mask) {
    auto value = expression();
    if (!value || !cursor_.expect(")", "after a masked address")) return std::nullopt;
    if (value->symbol.empty()) return nothing(value->place, "a mask needs the address of a symbol");
    value->mask = mask.bits;
    return value;
  }

  std::optional<Constant> named() {
    const auto name = cursor_.expect_name("a symbol");
    if (!name) return std::nullopt;
    Constant value = integer(0, false, name->place);
    if (name->text == "WARP_SZ") {
      value.bits = warp_size;
    } else if (name->text == "generic" && cursor_.accept("(")) {
      const auto inner = expression();
      if (!inner || !cursor_.expect(")", "after generic(…")) return std::nullopt;
      if (inner->symbol.empty()) return nothing(inner->place, "generic() needs a symbol");
      value = *inner;
      value.generic = true;
    } else {
      value.symbol = name->text;
    }
    return value;
  }

  std::optional<Constant> apply(std::string_view spelling, const Constant& left,
                                const Constant& right, Place place) {
    if (left.real || right.real) return nothing(place, "no arithmetic on real numbers here");
    const bool sum = spelling == "+" || spelling == "-";
    if (!right.symbol.empty() || (!left.symbol.empty() && !sum)) {
      return nothing(place, "only a number can be added to or taken from a symbol's address");
    }
    Constant result = left;
    if (left.symbol.empty()) result.negative = false;
    result.unsigned_ = left.unsigned_ || right.unsigned_;
    const auto bits = combined(spelling, left.bits, right.bits, result.unsigned_);
    if (!bits) return nothing(place, "division by zero in a constant");
    result.bits = *bits;
    return result;
  }

  static std::optional<std::uint64_t> combined(std::string_view spelling, std::uint64_t a,
                                               std::uint64_t b, bool unsigned_) {
    if (spelling == "+") return a + b;
    if (spelling == "-") return a - b;
    if (spelling == "*") return a * b;
    if (spelling == "&") return a & b;
    if (spelling == "|") return a | b;
    if (spelling == "^") return a ^ b;
    if (spelling == "&&") return a != 0 && b != 0;
    if (spelling == "||") return a != 0 || b != 0;
    if (spelling == "==") return a == b;
    if (spelling == "!=") return a != b;
    if (spelling == "<<") return b > 63 ? 0 : a << b;
    if (spelling == ">>") return shifted_right(a, b, unsigned_);
    if (spelling == "/" || spelling == "%") return divided(spelling, a, b, unsigned_);
    return compared(spelling, a, b, unsigned_);
  }

  static std::uint64_t shifted_right(std::uint64_t a, std::uint64_t b, bool unsigned_) {
    if (unsigned_) return b > 63 ? 0 : a >> b;
    return static_cast<std::uint64_t>(as_signed(a) >> (b > 63 ? 63 : b));
  }

  static std::optional<std::uint64_t> divided(std::string_view spelling, std::uint64_t a,
                                              std::uint64_t b, bool unsigned_) {
    if (b == 0) return std::nullopt;
    const bool quotient = spelling == "/";
    if (unsigned_) return quotient ? a / b : a % b;
    if (as_signed(b) == -1) return quotient ? 0 - a : 0;
    return static_cast<std::uint64_t>(quotient ? as_signed(a) / as_signed(b)
                                               : as_signed(a) % as_signed(b));
  }

  static std::uint64_t compared(std::string_view spelling, std::uint64_t a, std::uint64_t b,
                                bool unsigned_) {
    const bool less = unsigned_ ? a < b : as_signed(a) < as_signed(b);
    if (spelling == "<") return less;
    if (spelling == "<=") return less || a == b;
    if (spelling == ">") return !less && a != b;
    return !less;
  }

  Cursor& cursor_;
  int depth_ = 0;
};

}  // namespace

std::optional<Constant> parse_constant(Cursor& cursor) {
  return Evaluator(cursor).expression();
}

std::optional<Constant> parse_integer(Cursor& cursor) {
  auto value = parse_constant(cursor);
  if (value && (value->real || !value->symbol.empty())) {
    cursor.fail(value->place, "expected an integer here");
    return std::nullopt;
  }
  return value;
}

std::optional<Constant> parse_after_minus(Cursor& cursor, Place minus) {
  Evaluator evaluator(cursor);
  const auto value = evaluator.binary(additive);
  return value ? evaluator.signed_with('-', *value, minus) : std::nullopt;
}

std::optional<std::int64_t> parse_offset(Cursor& cursor) {
  std::uint64_t offset = 0;
  while (cursor.at("+") || cursor.at("-")) {
    const Lexeme sign = cursor.take();
    const auto step = Evaluator(cursor).binary(additive);
    if (!step) return std::nullopt;
    if (step->real || !step->symbol.empty()) {
      cursor.fail(step->place, "expected an integer offset");
      return std::nullopt;
    }
    offset = sign.text == "+" ? offset + step->bits : offset - step->bits;
  }
  return as_signed(offset);
}

}  // namespace assay::ptx
