// SPDX-License-Identifier: Apache-2.0
// TOML text to a plain tree whose nodes know their place. The library behind it stays in toml.cpp;
// its limits against hostile files (length, nesting, dotted keys) are set there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace assay::task {

/// Line and column from 1, in the file that a person has open.
struct Spot {
  std::uint32_t line = 0, column = 0;
  [[nodiscard]] auto operator<=>(const Spot&) const = default;
};

struct TomlEntry;

struct Toml {
  enum class Kind : std::uint8_t { boolean, integer, real, text, list, table, date };
  Kind kind = Kind::table;
  Spot at;
  bool truth = false;
  std::int64_t integer = 0;
  double real = 0;
  std::string text;
  /// The text stands letter by letter in the file, from `at.column + 1` on: offsets into it are
  /// columns.
  bool verbatim = false;
  std::vector<Toml> items;         ///< of a list
  std::vector<TomlEntry> entries;  ///< of a table, in the order of the file
};

struct TomlEntry {
  std::string key;
  Spot at;
  Toml value;
};

struct TomlFault {
  Spot at;
  std::string description;  ///< "not TOML: …"
};

/// Longest TOML text that is read: a manifest is a page, not a book.
inline constexpr std::size_t toml_length_limit = std::size_t{128} << 10;

/// `first_line` is the line of the file that the text begins in.
[[nodiscard]] tl::expected<Toml, TomlFault> read_toml(std::string_view text,
                                                      std::uint32_t first_line = 1);

/// "'f31'", "3", "true", "a list": what stands there, for messages.
[[nodiscard]] std::string shown(const Toml& value);

}  // namespace assay::task
