// SPDX-License-Identifier: Apache-2.0
// See literal.hpp.
#include "ptx/literal.hpp"

#include <bit>
#include <charconv>
#include <limits>

namespace assay::ptx {
namespace {

template <class Value, class... Format>
std::optional<Value> whole(std::string_view text, Format... format) {
  Value value{};
  const char* const first = text.data();
  const char* const last = first + text.size();
  const auto [end, error] = std::from_chars(first, last, value, format...);
  if (error != std::errc{} || end != last) return std::nullopt;
  return value;
}

bool is_prefix(std::string_view text, char lower) {
  return text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == lower;
}

std::optional<Literal> read_pattern(std::string_view digits, bool single) {
  const auto bits = whole<std::uint64_t>(digits, 16);
  if (!bits || digits.size() != (single ? 8 : 16)) return std::nullopt;
  return Literal{true, single, false, *bits};
}

std::optional<Literal> read_decimal_real(std::string_view text) {
  const auto value = whole<double>(text);
  if (!value) return std::nullopt;
  return Literal{true, false, false, std::bit_cast<std::uint64_t>(*value)};
}

std::optional<std::uint64_t> read_digits(std::string_view text) {
  if (is_prefix(text, 'x')) return whole<std::uint64_t>(text.substr(2), 16);
  if (is_prefix(text, 'b')) return whole<std::uint64_t>(text.substr(2), 2);
  if (text.size() > 1 && text[0] == '0') return whole<std::uint64_t>(text.substr(1), 8);
  return whole<std::uint64_t>(text, 10);
}

std::optional<Literal> read_integer(std::string_view text) {
  const bool suffix = text.ends_with('U');
  if (suffix) text.remove_suffix(1);
  const auto bits = read_digits(text);
  if (!bits) return std::nullopt;
  const bool large = *bits > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return Literal{false, false, suffix || large, *bits};
}

}  // namespace

std::optional<Literal> read_literal(std::string_view text) {
  if (is_prefix(text, 'f')) return read_pattern(text.substr(2), true);
  if (is_prefix(text, 'd')) return read_pattern(text.substr(2), false);
  const bool hex = is_prefix(text, 'x');
  if (!hex && text.find_first_of(".eE") != std::string_view::npos) return read_decimal_real(text);
  return read_integer(text);
}

}  // namespace assay::ptx
