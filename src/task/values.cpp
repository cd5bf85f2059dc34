// SPDX-License-Identifier: Apache-2.0
// "normal(0, 1)" to a checked input family.
#include "num/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.hpp"
#include "task/expression.hpp"
#include "task/grammar.hpp"
#include "task/mistakes.hpp"

namespace assay::task {
namespace {

using Family = Values::Family;

/// A family as people write it; a new one is a line in the table and a case in num.
struct Form {
  std::string_view name;
  Family family;
  std::size_t arguments;
  std::string_view shown;
};

constexpr std::array<Form, 8> forms{{
    {"normal", Family::normal, 2, "normal(mean, deviation)"},
    {"uniform", Family::uniform, 2, "uniform(low, high)"},
    {"integers", Family::integers, 2, "integers(low, high)"},
    {"zeros", Family::zeros, 0, "zeros"},
    {"ones", Family::ones, 0, "ones"},
    {"spikes", Family::spikes, 2, "spikes(probability, size)"},
    {"permutation", Family::permutation, 0, "permutation"},
    {"file", Family::file, 1, "file(\"x.npy\")"},
}};

using Fault = std::optional<SyntaxFault>;

SyntaxFault fault_at(std::size_t at, std::string found, std::string expected,
                     std::string nearest = {}) {
  return {at, std::move(found), std::move(expected), std::move(nearest)};
}

/// One argument of a family, and where it stands in the text.
struct Piece {
  std::size_t at = 0;
  std::string_view text;  // trimmed, quotes taken off
  bool quoted = false;
};

Piece piece_of(std::string_view whole, std::size_t begin, std::size_t end) {
  const auto raw = whole.substr(begin, end - begin);
  const auto inside = trim(raw);
  Piece piece{begin + (inside.empty() ? 0 : static_cast<std::size_t>(inside.data() - raw.data())),
              inside, false};
  if (inside.size() >= 2 && (inside.front() == '"' || inside.front() == '\'') &&
      inside.back() == inside.front()) {
    piece = {piece.at + 1, inside.substr(1, inside.size() - 2), true};
  }
  return piece;
}

// Commas inside parentheses and quotes do not part arguments: integers(0, min(rows, cols)).
std::vector<Piece> pieces_of(std::string_view whole, std::size_t begin, std::size_t end) {
  std::vector<Piece> pieces;
  int depth = 0;
  char quote = '\0';
  std::size_t start = begin;
  for (std::size_t i = begin; i < end; ++i) {
    const char c = whole[i];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == ')') {
      depth += c == '(' ? 1 : -1;
    } else if (c == ',' && depth == 0) {
      pieces.push_back(piece_of(whole, start, i));
      start = i + 1;
    }
  }
  if (!pieces.empty() || !trim(whole.substr(begin, end - begin)).empty()) {
    pieces.push_back(piece_of(whole, start, end));
  }
  return pieces;
}

std::string all_forms() {
  std::vector<std::string> shown;
  for (const auto& form : forms) shown.emplace_back(form.shown);
  return "one of " + join(shown, ", ");
}

tl::expected<Form, SyntaxFault> form_of(std::string_view name, std::size_t at) {
  std::vector<std::string> names;
  for (const auto& form : forms) {
    if (form.name == name) return form;
    names.emplace_back(form.name);
  }
  return tl::unexpected(fault_at(at, in_quotes(name), all_forms(),
                                 nearest_name(name.substr(0, 64), names).value_or("")));
}

// A fault of an argument, seen from the whole text.
SyntaxFault moved(SyntaxFault fault, std::size_t by) {
  fault.at += by;
  return fault;
}

// Numbers are expressions as well, so that "1 / 3" need not be written out; they use no names.
Fault read_number(const Piece& piece, double& value) {
  const auto parsed = RealExpression::parse_or_fault(piece.text);
  if (!parsed) return moved(parsed.error(), piece.at);
  if (!parsed->names().empty()) {
    return fault_at(piece.at, in_quotes(piece.text),
                    "a number (only bounds of integers may use axes)");
  }
  const auto evaluated = parsed->evaluate({});
  if (!evaluated) {
    return fault_at(piece.at, in_quotes(piece.text), "a finite number");
  }
  value = *evaluated;
  return {};
}

// Bounds stay expressions until a case says how large the axes are; literals are checked now.
Fault read_bounds(const std::vector<Piece>& pieces, ValuesSpec& spec) {
  for (const auto& piece : pieces) {
    auto parsed = Expression::parse_or_fault(piece.text);
    if (!parsed) return moved(parsed.error(), piece.at);
    spec.arguments.push_back(std::move(*parsed));
    spec.argument_offsets.push_back(piece.at);
  }
  const auto low = spec.arguments[0].literal();
  const auto high = spec.arguments[1].literal();
  if (low) spec.values.a = static_cast<double>(*low);
  if (high) spec.values.b = static_cast<double>(*high);
  if (low && high && *low >= *high) {
    return fault_at(pieces[1].at, fmt::format("'{}'", *high),
                    fmt::format("more than {} (the upper bound is exclusive)", *low));
  }
  return {};
}

Fault read_path(const Piece& piece, ValuesSpec& spec) {
  const std::string path(piece.text);
  if (piece.quoted && path.ends_with(".npy") && path.size() <= 255) {
    spec.values.path = path;
    return {};
  }
  return fault_at(piece.at, in_quotes(piece.text), "a quoted path of an .npy file");
}

// What two numbers must fulfil beyond being finite.
Fault check_range(const Form& form, const std::vector<Piece>& pieces, const Values& values) {
  const auto wrong = [&](std::size_t which, std::string expected) {
    return fault_at(pieces[which].at, in_quotes(pieces[which].text), std::move(expected));
  };
  if (form.family == Family::normal && values.b <= 0) return wrong(1, "a deviation above 0");
  if (form.family == Family::uniform && values.a >= values.b) {
    return wrong(1, "an upper bound above the lower one");
  }
  if (form.family == Family::spikes && (values.a < 0 || values.a > 1)) {
    return wrong(0, "a probability from 0 to 1");
  }
  return {};
}

Fault read_arguments(const Form& form, const std::vector<Piece>& pieces, ValuesSpec& spec) {
  if (form.arguments == 0) return {};
  if (form.family == Family::integers) return read_bounds(pieces, spec);
  if (form.family == Family::file) return read_path(pieces[0], spec);
  if (auto fault = read_number(pieces[0], spec.values.a)) return fault;
  if (auto fault = read_number(pieces[1], spec.values.b)) return fault;
  return check_range(form, pieces, spec.values);
}

// Values keeps its bounds in double: beyond this they would move.
constexpr std::int64_t exact_in_double = std::int64_t{1} << 53;

}  // namespace

tl::expected<ValuesSpec, SyntaxFault> ValuesSpec::parse_or_fault(std::string_view text) {
  if (text.size() > expression_length_limit) {
    return tl::unexpected(fault_at(0, fmt::format("a text of {} bytes", text.size()),
                                   fmt::format("at most {}", expression_length_limit)));
  }
  const auto open = std::min(text.find('('), text.size());
  const auto head = piece_of(text, 0, open);
  const auto form = form_of(head.text, head.at);
  if (!form) return tl::unexpected(form.error());
  std::size_t close = text.size();
  if (open < text.size()) {
    close = text.find_last_not_of(" \t\r\n");
    if (text[close] != ')') return tl::unexpected(fault_at(text.size(), "the end", "')'"));
  }
  const auto pieces = open < text.size() ? pieces_of(text, open + 1, close) : std::vector<Piece>{};
  if (pieces.size() != form->arguments) {
    return tl::unexpected(fault_at(
        head.at, fmt::format("{} argument{}", pieces.size(), pieces.size() == 1 ? "" : "s"),
        std::string(form->shown)));
  }
  ValuesSpec spec;
  spec.values.family = form->family;
  spec.text = std::string(text);
  if (auto fault = read_arguments(*form, pieces, spec)) return tl::unexpected(std::move(*fault));
  return spec;
}

// Only integers depend on a case.
Result<Values> ValuesSpec::bind(const Names& axes) const {
  if (values.family != Family::integers) return values;
  const auto low = arguments[0].evaluate(axes);
  if (!low) return fail(low.error());
  const auto high = arguments[1].evaluate(axes);
  if (!high) return fail(high.error());
  if (*low >= *high) {
    return fail(fmt::format("'{}' is the empty range {} to {}", text, *low, *high), "",
                Blame::usage);
  }
  if (*low < -exact_in_double || *high > exact_in_double) {
    return fail(fmt::format("'{}' goes beyond 2^53: {} to {}", text, *low, *high), "",
                Blame::usage);
  }
  Values bound = values;
  bound.a = static_cast<double>(*low);
  bound.b = static_cast<double>(*high);
  return bound;
}

std::vector<NameUse> ValuesSpec::uses() const {
  std::vector<NameUse> all;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    for (auto use : arguments[i].uses()) {
      use.at += argument_offsets[i];
      all.push_back(std::move(use));
    }
  }
  return all;
}

}  // namespace assay::task
