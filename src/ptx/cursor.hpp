// SPDX-License-Identifier: Apache-2.0
// The parser's place in the text: one lexeme of look-ahead and the first mistake found. Every
// parsing function returns false (or nothing) once there is a mistake, and all give up at once.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ptx/lexer.hpp"
#include "ptx/parse.hpp"

namespace assay::ptx {

class Cursor {
 public:
  explicit Cursor(std::string_view text) : lexer_(text), now_(lexer_.next()) {}

  [[nodiscard]] const Lexeme& now() const { return now_; }
  [[nodiscard]] bool at_end() const { return now_.kind == Lexeme::Kind::end; }
  [[nodiscard]] bool at(Lexeme::Kind kind) const { return now_.kind == kind; }
  /// At this punctuation or directive?
  [[nodiscard]] bool at(std::string_view text) const {
    return now_.text == text && !at(Lexeme::Kind::string);
  }
  Lexeme take();
  bool accept(std::string_view text);
  /// Takes it, or fails with what is expected and what stands there. `where` ends the sentence:
  /// "after the name".
  bool expect(std::string_view text, std::string_view where);
  /// A word without a dotted tail.
  [[nodiscard]] std::optional<Lexeme> expect_name(std::string_view what);
  [[nodiscard]] std::optional<std::uint32_t> expect_count(std::string_view what);

  /// Notes the first mistake; always false.
  bool fail(Place place, std::string message);
  bool fail_here(std::string_view expected);
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] const SyntaxError& error() const { return *error_; }

  /// Takes from what this text may cost beyond its own size (array gaps and the like: a few bytes
  /// of text can ask for any number of them); false once it is spent.
  bool spend(std::uint64_t bytes, Place place);

  /// From here (the start of the lexeme at hand) to `end_of_last`, for Instruction::text.
  [[nodiscard]] const char* start() const { return now_.text.data(); }
  [[nodiscard]] const char* end_of_last() const { return last_end_; }

 private:
  Lexer lexer_;
  Lexeme now_;
  const char* last_end_ = nullptr;
  std::uint64_t budget_ = std::uint64_t{64} << 20;
  std::optional<SyntaxError> error_;
};

}  // namespace assay::ptx
