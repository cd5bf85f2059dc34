// SPDX-License-Identifier: Apache-2.0
// PTX text to lexical tokens, one at a time. Knows no grammar; the only thing it decides is that a
// word carries its dotted tail (add.rn.f32, %tid.x), since what the tail means depends on the word.
#pragma once

#include <cstdint>
#include <string_view>

#include "ptx/module.hpp"

namespace assay::ptx {

struct Lexeme {
  enum class Kind : std::uint8_t {
    end,
    word,       ///< identifier with its dotted tail
    directive,  ///< .name, one step: `.visible.entry` is two
    number,     ///< as written; literal.hpp reads it
    string,     ///< with its quotes
    symbol,     ///< punctuation: one character, or one of << >> == != <= >= && ||
    broken,     ///< a byte that starts nothing, an open comment or string; `text` is it
  };
  Kind kind = Kind::end;
  std::string_view text;
  Place place;
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}
  [[nodiscard]] Lexeme next();

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const;
  bool skip_blank();
  bool skip_comment();
  void skip_line();
  void new_line();
  [[nodiscard]] std::size_t end_of_step(std::size_t at) const;
  [[nodiscard]] std::size_t end_of_number() const;
  [[nodiscard]] Lexeme string();
  [[nodiscard]] Lexeme symbol();
  [[nodiscard]] Lexeme word();
  [[nodiscard]] Lexeme make(Lexeme::Kind kind, std::size_t end);

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::size_t line_start_ = 0;
};

}  // namespace assay::ptx
