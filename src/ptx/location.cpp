// SPDX-License-Identifier: Apache-2.0
// See location.hpp.
#include "ptx/location.hpp"

#include "ptx/expression.hpp"

namespace assay::ptx {
namespace {

constexpr std::uint32_t most_files = 1 << 16;

/// Without quotes, \" and \\ undone.
std::string unquoted(std::string_view text) {
  std::string plain;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    const bool escape = text[i] == '\\' && (text[i + 1] == '"' || text[i + 1] == '\\');
    if (escape && i + 2 < text.size()) ++i;
    plain += text[i];
  }
  return plain;
}

}  // namespace

bool Locations::parse_file() {
  const Place place = cursor_.now().place;
  const auto index = cursor_.expect_count("the number of a file");
  if (!index) return false;
  // Numbers are dense in what compilers write; a wild one would cost memory beyond the text's own.
  if (*index >= most_files) return cursor_.fail(place, "file numbers end at 65535");
  if (!cursor_.at(Lexeme::Kind::string)) return cursor_.fail_here("the name of a file in quotes");
  if (module_.files.size() <= *index) module_.files.resize(*index + 1);
  module_.files[*index] = unquoted(cursor_.take().text);
  while (cursor_.accept(",")) {  // time stamp and size: nobody needs them
    if (!parse_integer(cursor_)) return false;
  }
  return true;
}

bool Locations::parse_place(Loc& loc) {
  const auto file = cursor_.expect_count("a file number");
  const auto line = file ? cursor_.expect_count("a line number") : std::nullopt;
  const auto column = line ? cursor_.expect_count("a column number") : std::nullopt;
  if (!column) return false;
  loc = {*file, *line, *column, 0};
  return true;
}

bool Locations::parse_loc() {
  Loc loc;
  if (!parse_place(loc)) return false;
  if (cursor_.accept(",") && !parse_inline(loc)) return false;
  seen_[{loc.file, loc.line, loc.column}] = loc.inlined_at;
  now_ = loc;
  return true;
}

/// Behind the comma: `function_name L + 4, inlined_at 1 35 9`.
bool Locations::parse_inline(Loc& loc) {
  if (!cursor_.expect("function_name", "after the comma of .loc")) return false;
  const auto label = cursor_.expect_name("the label of a function's name");
  const auto offset = label ? parse_offset(cursor_) : std::nullopt;
  if (!offset || !cursor_.expect(",", "before inlined_at")) return false;
  Loc at;
  if (!cursor_.expect("inlined_at", "after the function's name") || !parse_place(at)) return false;
  if (const auto outer = seen_.find({at.file, at.line, at.column}); outer != seen_.end()) {
    at.inlined_at = outer->second;
  }
  loc.inlined_at = inline_of(label->text, *offset, at);
  return true;
}

std::uint32_t Locations::inline_of(std::string_view label, std::int64_t offset, const Loc& at) {
  const auto next = static_cast<std::uint32_t>(module_.inlines.size() + 1);
  const InlineKey key{label, offset, at.file, at.line, at.column, at.inlined_at};
  const auto [found, fresh] = inlines_.try_emplace(key, next);
  if (fresh) module_.inlines.push_back({std::string(label), at});
  return found->second;
}

void Locations::reset() {
  now_ = {};
  seen_.clear();
}

bool Locations::parse_section() {
  if (!cursor_.at(Lexeme::Kind::directive) && !cursor_.at(Lexeme::Kind::word)) {
    return cursor_.fail_here("the name of a section");
  }
  const bool strings = cursor_.take().text == ".debug_str";
  while (cursor_.at(Lexeme::Kind::directive)) cursor_.take();  // .nv.info
  if (!cursor_.expect("{", "after the name of a section")) return false;
  return strings ? parse_strings() : skip_section();
}

bool Locations::skip_section() {
  while (!cursor_.accept("}")) {
    if (cursor_.at_end() || cursor_.at(Lexeme::Kind::broken)) {
      return cursor_.fail_here("'}' to end the section");
    }
    cursor_.take();
  }
  return true;
}

bool Locations::parse_strings() {
  while (!cursor_.accept("}")) {
    if (cursor_.at(Lexeme::Kind::word)) {
      string_labels_[cursor_.take().text] = strings_.size();
      if (!cursor_.expect(":", "after a label")) return false;
    } else if (cursor_.accept(".b8")) {
      if (!parse_bytes()) return false;
    } else {
      return cursor_.fail_here("a label, .b8 or '}' in .debug_str");
    }
  }
  return true;
}

bool Locations::parse_bytes() {
  do {
    const auto byte = cursor_.expect_count("a byte");
    if (!byte) return false;
    strings_ += static_cast<char>(*byte);
  } while (cursor_.accept(","));
  return true;
}

std::string Locations::string_at(std::string_view label, std::int64_t offset) const {
  const auto found = string_labels_.find(label);
  if (found == string_labels_.end() || offset < 0) return std::string(label);
  const std::size_t room = strings_.size() - found->second;
  if (static_cast<std::uint64_t>(offset) >= room) return std::string(label);
  const std::string_view rest = std::string_view(strings_).substr(found->second + offset);
  return std::string(rest.substr(0, rest.find('\0')));
}

void Locations::name_functions() {
  for (const auto& [key, index] : inlines_) {
    module_.inlines[index - 1].function = string_at(std::get<0>(key), std::get<1>(key));
  }
}

}  // namespace assay::ptx
