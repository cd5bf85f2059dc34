// SPDX-License-Identifier: Apache-2.0
// The only file that includes toml++.
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 16
#include "task/toml.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

#include "base/text.hpp"
#include "task/mistakes.hpp"

namespace assay::task {
namespace {

// A dotted key of n parts makes n nested tables, which the library takes apart recursively. With
// values nested at most 16 deep, this keeps the depth far below any stack.
constexpr std::ptrdiff_t dots_in_a_line = 200;
// The library looks tables up one by one, so that their number squared is the time to read them.
constexpr std::ptrdiff_t headers_in_a_file = 2000;

// Before the library sees the text. Dots in strings and comments count too, which no honest file
// notices.
std::optional<TomlFault> over_limits(std::string_view text, std::uint32_t first_line) {
  if (text.size() > toml_length_limit) {
    return TomlFault{{first_line, 1},
                     fmt::format("{} of TOML, expected at most {}",
                                 human_bytes(static_cast<double>(text.size())),
                                 human_bytes(static_cast<double>(toml_length_limit)))};
  }
  std::uint32_t line = first_line;
  std::ptrdiff_t headers = 0;
  for (const auto content : lines_of(text)) {
    if (std::count(content.begin(), content.end(), '.') > dots_in_a_line) {
      return TomlFault{{line, 1}, fmt::format("a line with more than {} dots", dots_in_a_line)};
    }
    headers += trim(content).starts_with('[') ? 1 : 0;
    if (headers > headers_in_a_file) {
      return TomlFault{{line, 1}, fmt::format("more than {} tables", headers_in_a_file)};
    }
    ++line;
  }
  return {};
}

/// Turns the library's tree into ours.
class Conversion {
 public:
  Conversion(std::string_view text, std::uint32_t first_line)
      : lines_(lines_of(text)), offset_(first_line - 1) {}

  Toml table(const toml::table& from) const {
    Toml node{.kind = Toml::Kind::table, .at = spot(from.source().begin)};
    for (const auto& [key, value] : from) {
      node.entries.push_back({std::string(key.str()), spot(key.source().begin), any(value)});
    }
    std::stable_sort(node.entries.begin(), node.entries.end(),
                     [](const auto& a, const auto& b) { return a.at < b.at; });
    return node;
  }

  Spot spot(const toml::source_position& position) const {
    return {static_cast<std::uint32_t>(position.line) + offset_,
            static_cast<std::uint32_t>(position.column)};
  }

 private:
  // Dates and times are values of TOML that no key of ours takes.
  Toml any(const toml::node& from) const {
    if (const auto* inner = from.as_table()) return table(*inner);
    Toml node{.kind = Toml::Kind::date, .at = spot(from.source().begin)};
    if (const auto* list = from.as_array()) {
      node.kind = Toml::Kind::list;
      for (const auto& item : *list) node.items.push_back(any(item));
    } else if (const auto* text = from.as_string()) {
      node.kind = Toml::Kind::text;
      node.text = text->get();
      node.verbatim = stands_verbatim(node.text, from.source().begin);
    } else if (const auto* integer = from.as_integer()) {
      node.kind = Toml::Kind::integer;
      node.integer = integer->get();
    } else if (const auto* real = from.as_floating_point()) {
      node.kind = Toml::Kind::real;
      node.real = real->get();
    } else if (const auto* truth = from.as_boolean()) {
      node.kind = Toml::Kind::boolean;
      node.truth = truth->get();
    }
    return node;
  }

  // Columns count code points: walk over them to the byte where the string begins.
  bool stands_verbatim(std::string_view content, const toml::source_position& at) const {
    if (at.line < 1 || at.line > lines_.size()) return false;
    const auto line = lines_[at.line - 1];
    std::size_t byte = 0;
    for (toml::source_index column = 1; column < at.column && byte < line.size(); ++column) {
      ++byte;
      while (byte < line.size() && (static_cast<unsigned char>(line[byte]) & 0xc0) == 0x80) ++byte;
    }
    const auto rest = byte < line.size() ? line.substr(byte + 1) : std::string_view{};
    return rest.starts_with(content) && rest.size() > content.size() &&
           rest[content.size()] == line[byte];
  }

  std::vector<std::string_view> lines_;
  std::uint32_t offset_;
};

}  // namespace

tl::expected<Toml, TomlFault> read_toml(std::string_view text, std::uint32_t first_line) {
  if (auto fault = over_limits(text, first_line)) return tl::unexpected(std::move(*fault));
  const Conversion conversion(text, first_line);
  const auto parsed = toml::parse(text);
  if (!parsed) {
    return tl::unexpected(TomlFault{
        conversion.spot(parsed.error().source().begin),
        fmt::format("text that is not TOML ({})", escaped(parsed.error().description(), 300))});
  }
  return conversion.table(parsed.table());
}

std::string shown(const Toml& value) {
  switch (value.kind) {
    case Toml::Kind::boolean:
      return value.truth ? "true" : "false";
    case Toml::Kind::integer:
      return std::to_string(value.integer);
    case Toml::Kind::real:
      return fmt::format("{}", value.real);
    case Toml::Kind::text:
      return in_quotes(value.text);
    case Toml::Kind::list:
      return value.items.empty() ? "an empty list" : "a list";
    case Toml::Kind::table:
      return "a table";
    default:
      return "a date";
  }
}

}  // namespace assay::task
