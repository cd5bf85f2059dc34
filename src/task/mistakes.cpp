// SPDX-License-Identifier: Apache-2.0
#include "task/mistakes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text.hpp"

namespace assay::task {
namespace {

// Enough to recognise what was meant; the rest is in the file.
constexpr std::size_t shown_length = 80;
// More than a person reads at once.
constexpr std::size_t most_mistakes = 100;

}  // namespace

void Mistakes::add(Spot at, std::string found, std::string expected, std::string nearest) {
  if (list_.size() > most_mistakes) return;
  list_.push_back(
      {file_, at.line, at.column, std::move(found), std::move(expected), std::move(nearest)});
}

void Mistakes::add(const Toml& text, const SyntaxFault& fault) {
  add(spot_inside(text, fault.at), fault.found, fault.expected, fault.nearest);
}

std::vector<Mistake> Mistakes::sorted() const {
  auto list = list_;
  std::stable_sort(list.begin(), list.end(), [](const Mistake& a, const Mistake& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  if (list.size() > most_mistakes) {
    list.resize(most_mistakes);
    list.push_back({file_, list.back().line, list.back().column, "more mistakes",
                    fmt::format("at most {}: these are the first", most_mistakes), ""});
  }
  return list;
}

std::string to_text(const Mistake& mistake) {
  auto text = fmt::format("{}:{}:{}: ", mistake.file, mistake.line, mistake.column);
  if (!mistake.found.empty()) text += "found " + mistake.found;
  if (!mistake.expected.empty()) {
    text += (mistake.found.empty() ? "expected " : ", expected ") + mistake.expected;
  }
  if (!mistake.nearest.empty()) text += fmt::format("; did you mean '{}'?", mistake.nearest);
  return text;
}

std::string in_quotes(std::string_view text) {
  std::string safe;
  for (const char c : escaped(text, shown_length)) {
    safe += c == '\n' ? "\\n" : c == '\t' ? "\\t" : std::string(1, c);
  }
  return "'" + safe + "'";
}

std::string one_of(const std::vector<std::string>& names) {
  return names.size() == 1 ? names.front() : "one of " + join(names, ", ");
}

// The distance costs the product of both lengths: no name is as long as this.
std::string nearest_of(std::string_view found, const std::vector<std::string>& names) {
  if (found.size() > shown_length) return {};
  return nearest_name(found, names).value_or("");
}

// Offsets are bytes, columns are code points, as TOML counts them.
Spot spot_inside(const Toml& text, std::size_t offset) {
  if (!text.verbatim) return text.at;
  const auto before = std::string_view(text.text).substr(0, offset);
  const auto code_points = std::count_if(before.begin(), before.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  });
  return {text.at.line, text.at.column + 1 + static_cast<std::uint32_t>(code_points)};
}

}  // namespace assay::task
