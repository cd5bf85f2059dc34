// SPDX-License-Identifier: Apache-2.0
#include "report/layout.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

#include "base/text.hpp"

namespace assay::report {
namespace {

struct Range {
  std::uint32_t first, last;
};

// Unicode 15: general category Mn and zero-width format characters, the blocks in use.
constexpr auto zero_width = std::to_array<Range>({{0x300, 0x36f},
                                                  {0x483, 0x489},
                                                  {0x591, 0x5bd},
                                                  {0x610, 0x61a},
                                                  {0x64b, 0x65f},
                                                  {0x1ab0, 0x1aff},
                                                  {0x1dc0, 0x1dff},
                                                  {0x200b, 0x200d},
                                                  {0x20d0, 0x20ff},
                                                  {0xfe00, 0xfe0f},
                                                  {0xfe20, 0xfe2f}});
// East Asian Width W and F.
constexpr auto double_width = std::to_array<Range>({{0x1100, 0x115f},
                                                    {0x2e80, 0x303e},
                                                    {0x3041, 0x33ff},
                                                    {0x3400, 0x4dbf},
                                                    {0x4e00, 0x9fff},
                                                    {0xa000, 0xa4cf},
                                                    {0xac00, 0xd7a3},
                                                    {0xf900, 0xfaff},
                                                    {0xfe30, 0xfe6f},
                                                    {0xff00, 0xff60},
                                                    {0xffe0, 0xffe6},
                                                    {0x1f300, 0x1f64f},
                                                    {0x1f680, 0x1f6ff},
                                                    {0x1f900, 0x1f9ff},
                                                    {0x20000, 0x3fffd}});

template <std::size_t n>
bool in(const std::array<Range, n>& ranges, std::uint32_t value) {
  return std::ranges::any_of(
      ranges, [&](const Range& each) { return value >= each.first && value <= each.last; });
}

/// One character of valid UTF-8.
struct Character {
  std::string_view text;
  std::size_t width;
};

Character next_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const std::string_view bytes = text.substr(0, length);
  std::uint32_t value = length == 1 ? first : first & (0x7fU >> length);
  for (const char byte : bytes.substr(1))
    value = value << 6 | (static_cast<unsigned char>(byte) & 0x3fU);
  return {bytes, in(zero_width, value) ? 0U : in(double_width, value) ? 2U : 1U};
}

}  // namespace

std::string shown(std::string_view text, std::size_t limit) {
  std::string safe = escaped(text, limit);
  std::ranges::replace_if(safe, [](char each) { return each == '\n' || each == '\t'; }, ' ');
  return safe;
}

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Character next = next_character(text);
    width += next.width;
    text.remove_prefix(next.text.size());
  }
  return width;
}

std::string short_count(double value) {
  constexpr std::array<std::string_view, 6> units{"", " k", " M", " G", " T", " P"};
  std::size_t unit = 0;
  for (; value >= 999.5 && unit + 1 < units.size(); ++unit) value /= 1000;
  return fmt::format("{:.{}f}{}", value,
                     unit == 0 || value >= 99.95 ? 0
                     : value >= 9.995            ? 1
                                                 : 2,
                     units[unit]);
}

std::string padded(std::string_view text, std::size_t width, bool right) {
  const std::size_t own = width_of(text);
  const std::string space(own < width ? width - own : 0, ' ');
  return right ? space + std::string(text) : std::string(text) + space;
}

std::string cut(std::string_view text, std::size_t width) {
  if (width_of(text) <= width) return std::string(text);
  std::string kept;
  std::size_t used = 0;
  while (!text.empty()) {
    const Character next = next_character(text);
    if (used + next.width + 1 > width) break;
    kept += next.text;
    used += next.width;
    text.remove_prefix(next.text.size());
  }
  return width == 0 ? kept : kept + "…";
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  for (const std::string_view word : split(text, ' ')) {
    std::string& line = lines.back();
    if (!line.empty() && width_of(line) + 1 + width_of(word) > width)
      lines.emplace_back(word);
    else
      line += (line.empty() ? "" : " ") + std::string(word);
  }
  return lines;
}

std::string paragraph(std::string_view text, std::size_t indent, std::size_t width,
                      std::size_t hanging) {
  const std::size_t room = width > indent + hanging + 20 ? width - indent - hanging : 20;
  std::string all;
  for (const std::string& line : wrapped(text, room))
    all += std::string(indent + (all.empty() ? 0 : hanging), ' ') + line + "\n";
  return all;
}

}  // namespace assay::report
