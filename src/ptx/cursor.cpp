// SPDX-License-Identifier: Apache-2.0
// See cursor.hpp.
#include "ptx/cursor.hpp"

#include <limits>

#include "base/text.hpp"
#include "ptx/literal.hpp"

namespace assay::ptx {
namespace {

std::string described(const Lexeme& lexeme) {
  switch (lexeme.kind) {
    case Lexeme::Kind::end:
      return "the end of the text";
    case Lexeme::Kind::string:
      return "a string";
    case Lexeme::Kind::broken:
      if (lexeme.text == "/*") return "a comment that never ends";
      if (lexeme.text == "\"") return "a string that never ends";
      return "the byte '" + escaped(lexeme.text) + "'";
    default:
      return "'" + escaped(lexeme.text, 64) + "'";
  }
}

}  // namespace

Lexeme Cursor::take() {
  const Lexeme taken = now_;
  last_end_ = taken.text.data() + taken.text.size();
  now_ = lexer_.next();
  return taken;
}

bool Cursor::accept(std::string_view text) {
  if (!at(text)) return false;
  take();
  return true;
}

bool Cursor::expect(std::string_view text, std::string_view where) {
  if (accept(text)) return true;
  return fail_here("'" + std::string(text) + "' " + std::string(where));
}

std::optional<Lexeme> Cursor::expect_name(std::string_view what) {
  if (at(Lexeme::Kind::word) && now_.text.find('.') == std::string_view::npos) return take();
  fail_here(what);
  return std::nullopt;
}

std::optional<std::uint32_t> Cursor::expect_count(std::string_view what) {
  if (at(Lexeme::Kind::number)) {
    const auto literal = read_literal(now_.text);
    if (literal && !literal->real && literal->bits <= std::numeric_limits<std::uint32_t>::max()) {
      take();
      return static_cast<std::uint32_t>(literal->bits);
    }
  }
  fail_here(std::string(what) + " (a whole number below 2^32)");
  return std::nullopt;
}

bool Cursor::spend(std::uint64_t bytes, Place place) {
  if (bytes > budget_) return fail(place, "this asks for more memory than a module may take");
  budget_ -= bytes;
  return true;
}

bool Cursor::fail(Place place, std::string message) {
  if (!error_) error_ = SyntaxError{place, std::move(message)};
  return false;
}

bool Cursor::fail_here(std::string_view expected) {
  return fail(now_.place, "expected " + std::string(expected) + ", found " + described(now_));
}

}  // namespace assay::ptx
