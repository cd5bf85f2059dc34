// SPDX-License-Identifier: Apache-2.0
// See lexer.hpp.
#include "ptx/lexer.hpp"

#include <array>

namespace assay::ptx {
namespace {

constexpr std::uint8_t letter = 1;  // may start a word
constexpr std::uint8_t digit = 2;
constexpr std::uint8_t blank = 4;

constexpr std::array<std::uint8_t, 256> character_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[c] = letter;
  for (int c = 'A'; c <= 'Z'; ++c) classes[c] = letter;
  for (int c = '0'; c <= '9'; ++c) classes[c] = digit;
  for (const char c : {'_', '$'}) classes[static_cast<unsigned char>(c)] = letter;
  for (const char c : {' ', '\t', '\r', '\f', '\v'}) classes[static_cast<unsigned char>(c)] = blank;
  return classes;
}

constexpr auto classes = character_classes();

bool is(char c, std::uint8_t kinds) {
  return (classes[static_cast<unsigned char>(c)] & kinds) != 0;
}

constexpr std::string_view pairs[] = {"<<", ">>", "==", "!=", "<=", ">=", "&&", "||"};
constexpr std::string_view singles = "{}()[]<>,;:@!|&^~+-*/%?=";

}  // namespace

char Lexer::peek(std::size_t ahead) const {
  return ahead < text_.size() - at_ ? text_[at_ + ahead] : '\0';
}

void Lexer::new_line() {
  ++line_;
  line_start_ = at_;
}

void Lexer::skip_line() {
  while (at_ < text_.size() && text_[at_] != '\n') ++at_;
}

/// At "/*". False if it never ends.
bool Lexer::skip_comment() {
  const std::size_t end = text_.find("*/", at_ + 2);
  if (end == std::string_view::npos) return false;
  while (at_ < end + 2) {
    if (text_[at_++] == '\n') new_line();
  }
  return true;
}

/// Blanks, comments and lines of a preprocessor; false at a comment that never ends.
bool Lexer::skip_blank() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\n') {
      ++at_;
      new_line();
    } else if (is(c, blank)) {
      ++at_;
    } else if (c == '/' && peek(1) == '/') {
      skip_line();
    } else if (c == '#' && at_ == line_start_) {
      skip_line();
    } else if (c == '/' && peek(1) == '*') {
      if (!skip_comment()) return false;
    } else {
      return true;
    }
  }
  return true;
}

Lexeme Lexer::make(Lexeme::Kind kind, std::size_t end) {
  const Place place{line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)};
  const Lexeme made{kind, text_.substr(at_, end - at_), place};
  at_ = end;
  return made;
}

/// The end of `.name` or `.name::name` that starts at `at`; `at` itself if none does.
std::size_t Lexer::end_of_step(std::size_t at) const {
  const auto here = [&](std::size_t i) { return i < text_.size() ? text_[i] : '\0'; };
  if (here(at) != '.' || !is(here(at + 1), letter | digit)) return at;
  std::size_t end = at + 1;
  for (;;) {
    while (is(here(end), letter | digit)) ++end;
    const bool joined =
        here(end) == ':' && here(end + 1) == ':' && is(here(end + 2), letter | digit);
    if (!joined) return end;
    end += 2;
  }
}

Lexeme Lexer::word() {
  std::size_t end = at_ + 1;
  while (end < text_.size() && is(text_[end], letter | digit)) ++end;
  for (std::size_t step = end_of_step(end); step != end; step = end_of_step(end)) end = step;
  return make(Lexeme::Kind::word, end);
}

std::size_t Lexer::end_of_number() const {
  std::size_t end = at_;
  const char second = peek(1);
  const bool prefixed = peek() == '0' && is(second, letter) && second != 'e' && second != 'E';
  while (end < text_.size()) {
    const char c = text_[end];
    const bool sign = !prefixed && (c == '+' || c == '-') && end > at_ &&
                      (text_[end - 1] == 'e' || text_[end - 1] == 'E');
    if (!is(c, letter | digit) && !(c == '.' && !prefixed) && !sign) break;
    ++end;
  }
  return end;
}

Lexeme Lexer::string() {
  std::size_t end = at_ + 1;
  while (end < text_.size() && text_[end] != '"' && text_[end] != '\n') {
    end += text_[end] == '\\' && end + 1 < text_.size() && text_[end + 1] != '\n' ? 2 : 1;
  }
  if (end >= text_.size() || text_[end] != '"') return make(Lexeme::Kind::broken, at_ + 1);
  return make(Lexeme::Kind::string, end + 1);
}

Lexeme Lexer::symbol() {
  for (const std::string_view pair : pairs) {
    if (text_.substr(at_).starts_with(pair)) return make(Lexeme::Kind::symbol, at_ + 2);
  }
  const bool known = singles.find(text_[at_]) != std::string_view::npos;
  return make(known ? Lexeme::Kind::symbol : Lexeme::Kind::broken, at_ + 1);
}

Lexeme Lexer::next() {
  if (!skip_blank()) return make(Lexeme::Kind::broken, at_ + 2);
  if (at_ == text_.size()) return make(Lexeme::Kind::end, at_);
  const char c = text_[at_];
  if (is(c, letter)) return word();
  if (c == '%' && is(peek(1), letter | digit)) return word();
  if (is(c, digit)) return make(Lexeme::Kind::number, end_of_number());
  if (c == '"') return string();
  if (const std::size_t end = end_of_step(at_); end != at_) {
    return make(Lexeme::Kind::directive, end);
  }
  return symbol();
}

}  // namespace assay::ptx
