// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace assay {
namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

// Optimal string alignment: Damerau–Levenshtein in which no part is edited twice. Three rolling
// rows.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines = split(text, '\n');
  if (lines.back().empty()) lines.pop_back();
  for (std::string_view& line : lines) {
    if (line.ends_with('\r')) line.remove_suffix(1);
  }
  return lines;
}

std::string join(std::span<const std::string> items, std::string_view separator) {
  std::string text;
  for (const std::string& item : items) {
    if (&item != items.data()) text += separator;
    text += item;
  }
  return text;
}

std::optional<std::string> nearest_name(std::string_view found,
                                        std::span<const std::string> valid) {
  const std::size_t furthest = std::max<std::size_t>(1, found.size() / 3);
  std::size_t least = furthest + 1;
  const std::string* nearest = nullptr;
  for (const std::string& name : valid) {
    // A difference in length alone is a lower bound, and keeps a huge foreign name cheap.
    const std::size_t gap =
        name.size() > found.size() ? name.size() - found.size() : found.size() - name.size();
    if (gap >= least || found.size() > 256) continue;
    const std::size_t distance = edit_distance(found, name);
    if (distance >= least) continue;
    least = distance;
    nearest = &name;
  }
  if (nearest == nullptr) return std::nullopt;
  return *nearest;
}

std::string with_commas(std::int64_t value) {
  std::string digits = std::to_string(value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

namespace {

// Three significant digits, but whole numbers of three digits and more without a point.
std::string three_digits(double value) {
  const double size = std::fabs(value);
  return fmt::format("{:.{}f}", value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}

}  // namespace

std::string human_bytes(double bytes) {
  constexpr std::array units = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  if (!std::isfinite(bytes)) return fmt::format("{} B", bytes);
  if (std::fabs(bytes) < 999.5) return fmt::format("{:.0f} B", bytes);
  std::size_t unit = 0;
  // 999.5 and more would print as 1000.
  for (; std::fabs(bytes) >= 999.5 && unit + 1 < units.size(); ++unit) bytes /= 1000;
  return three_digits(bytes) + " " + units[unit];
}

std::string human_seconds(double seconds) {
  constexpr std::array units = {"s", "ms", "µs", "ns"};
  if (!std::isfinite(seconds)) return fmt::format("{} s", seconds);
  std::size_t unit = 0;
  for (; seconds != 0 && std::fabs(seconds) < 0.9995 && unit + 1 < units.size(); ++unit) {
    seconds *= 1000;
  }
  return three_digits(seconds) + " " + units[unit];
}

}  // namespace assay
