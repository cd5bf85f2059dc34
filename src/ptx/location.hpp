// SPDX-License-Identifier: Apache-2.0
// Source places: `.file`, `.loc` with its chain of inlined calls, and the names in section
// .debug_str. The other debug sections are skipped.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "ptx/cursor.hpp"
#include "ptx/module.hpp"

namespace assay::ptx {

class Locations {
 public:
  Locations(Cursor& cursor, Module& module) : cursor_(cursor), module_(module) {}

  /// Each stands behind its directive's name.
  [[nodiscard]] bool parse_file();
  [[nodiscard]] bool parse_loc();
  [[nodiscard]] bool parse_section();
  /// The last `.loc`.
  [[nodiscard]] Loc now() const { return now_; }
  /// A new function begins: nothing said before holds.
  void reset();
  /// Puts names in place of labels, once the whole text is read.
  void name_functions();

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  using InlineKey = std::tuple<std::string_view, std::int64_t, std::uint32_t, std::uint32_t,
                               std::uint32_t, std::uint32_t>;

  [[nodiscard]] bool parse_place(Loc& loc);
  [[nodiscard]] bool parse_inline(Loc& loc);
  [[nodiscard]] std::uint32_t inline_of(std::string_view label, std::int64_t offset, const Loc& at);
  [[nodiscard]] bool skip_section();
  [[nodiscard]] bool parse_strings();
  [[nodiscard]] bool parse_bytes();
  [[nodiscard]] std::string string_at(std::string_view label, std::int64_t offset) const;

  Cursor& cursor_;
  Module& module_;
  Loc now_;
  std::map<Key, std::uint32_t> seen_;  ///< place → inlined_at of its latest .loc
  std::map<InlineKey, std::uint32_t> inlines_;
  std::string strings_;  ///< the bytes of .debug_str
  std::unordered_map<std::string_view, std::size_t> string_labels_;
};

}  // namespace assay::ptx
