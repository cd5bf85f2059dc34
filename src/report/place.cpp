// SPDX-License-Identifier: Apache-2.0
#include "report/place.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.hpp"
#include "report/layout.hpp"

namespace assay::report {
namespace {

std::string coordinates(const std::array<std::int64_t, 3>& at) {
  return fmt::format("({}, {}, {})", at[0], at[1], at[2]);
}

/// "a.cu:12, kernel k, launch 2, block (0, 0, 0), thread (3, 0, 0)".
std::string where(const record::Place& place) {
  std::vector<std::string> parts;
  if (!place.file.empty())
    parts.push_back(shown(place.file) + (place.line > 0 ? fmt::format(":{}", place.line) : ""));
  if (!place.kernel.empty()) parts.push_back("kernel " + shown(place.kernel));
  if (place.launch > 0) parts.push_back(fmt::format("launch {}", place.launch + 1));
  if (place.block) parts.push_back("block " + coordinates(*place.block));
  if (place.thread) parts.push_back("thread " + coordinates(*place.thread));
  return join(parts, ", ");
}

std::string_view base_name(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

/// The line of the candidate's own text; "" when the place is elsewhere.
std::string_view source_line(const record::Place& place, const record::Verdict& verdict) {
  if (place.line <= 0 || base_name(place.file) != base_name(verdict.name)) return {};
  const std::vector<std::string_view> lines = lines_of(verdict.source);
  const auto index = static_cast<std::size_t>(place.line - 1);
  return index < lines.size() ? lines[index] : std::string_view{};
}

/// The line as it stands in the file, but for what it is indented by, and a mark below its
/// statement.
std::string quoted(std::string_view line, std::int64_t number, const Style& style,
                   std::size_t indent) {
  const std::string_view statement = trim(line);
  if (statement.empty()) return "";
  const std::string gutter = fmt::format("{:>{}}{} | ", "", indent, number);
  const std::string space(width_of(gutter) - 2, ' ');
  const auto room = static_cast<std::size_t>(std::max(style.width, 60)) -
                    std::min<std::size_t>(gutter.size(), 40);
  const std::string text = cut(shown(statement), room);
  const std::string mark = "^" + std::string(std::max<std::size_t>(width_of(text), 1) - 1, '~');
  return gutter + text + "\n" + space + "| " + inked(mark, Ink::bad, style) + "\n";
}

}  // namespace

std::string place_text(std::string_view label, const record::Place& place,
                       const record::Verdict& verdict, const Style& style, std::size_t indent) {
  const auto width = static_cast<std::size_t>(std::max(style.width, 60));
  std::string text;
  if (const std::string at = where(place); !at.empty())
    text += paragraph(fmt::format("{} {}", label, at), indent, width, 2);
  text += quoted(source_line(place, verdict), place.line, style, indent + 2);
  if (!place.instruction.empty()) {
    const std::string line = place.ptx_line > 0 ? fmt::format(" line {}", place.ptx_line) : "";
    text += paragraph(fmt::format("PTX{}: {}", line, shown(trim(place.instruction))), indent + 2,
                      width, 2);
  }
  return text;
}

}  // namespace assay::report
