// SPDX-License-Identifier: Apache-2.0
// Collecting what is wrong with a file: all of it at once, in the order of the file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "task/task.hpp"
#include "task/toml.hpp"

namespace assay::task {

class Mistakes {
 public:
  explicit Mistakes(std::string file) : file_(std::move(file)) {}

  /// `found` and `expected` are phrases ("key 'vales'", "one of name, role"), `nearest` a bare
  /// name.
  void add(Spot at, std::string found, std::string expected, std::string nearest = {});
  /// A fault inside a TOML string: its column where the string stands letter by letter, else where
  /// it begins.
  void add(const Toml& text, const SyntaxFault& fault);

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] std::size_t count() const { return list_.size(); }
  /// Sorted by place; a hostile file can't make the list endless.
  [[nodiscard]] std::vector<Mistake> sorted() const;

 private:
  std::string file_;
  std::vector<Mistake> list_;
};

/// Foreign text on one line, made safe to show, cut, in quotes.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// "one of a, b, c"
[[nodiscard]] std::string one_of(const std::vector<std::string>& names);

/// nearest_name, for a text of any length.
[[nodiscard]] std::string nearest_of(std::string_view found, const std::vector<std::string>& names);

/// Where byte `offset` of a TOML string stands in the file.
[[nodiscard]] Spot spot_inside(const Toml& text, std::size_t offset);

}  // namespace assay::task
