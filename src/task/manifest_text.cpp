// SPDX-License-Identifier: Apache-2.0
// Comments are all that needs to be understood of CUDA here: blanks, // to the end of the line, and
// /* to the next */.
#include "task/manifest_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace assay::task {
namespace {

constexpr std::string_view blanks = " \t\r\n\f\v";
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::string_view keyword = "assay";

std::size_t after_blanks(std::string_view source, std::size_t at) {
  return std::min(source.find_first_not_of(blanks, at), source.size());
}

/// Where the TOML begins, when the comment that opens at `at` is a manifest.
std::optional<std::size_t> manifest_start(std::string_view source, std::size_t at) {
  const auto word = after_blanks(source, at + 2);
  if (!source.substr(word).starts_with(keyword)) return {};
  const auto end = word + keyword.size();
  if (end < source.size() && blanks.find(source[end]) == std::string_view::npos &&
      !source.substr(end).starts_with("*/")) {
    return {};
  }
  return end;
}

// Blanks in place of "/* assay" keep the columns of the first line.
ManifestText text_between(std::string_view source, std::size_t begin, std::size_t end) {
  const auto before = source.substr(0, begin);
  const auto line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  ManifestText text;
  text.first_line = 1 + static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
  text.toml.assign(begin - line_start, ' ');
  text.toml += source.substr(begin, end - begin);
  return text;
}

std::string listed(const std::vector<std::string>& names) {
  return names.empty() ? "" : "\"" + join(names, "\", \"") + "\"";
}

}  // namespace

// Each round skips one comment; code or the end of the text ends the search.
std::optional<ManifestText> manifest_in(std::string_view source) {
  std::size_t at = source.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  for (;;) {
    at = after_blanks(source, at);
    const auto rest = source.substr(at);
    if (rest.starts_with("//")) {
      at = std::min(source.find('\n', at), source.size());
    } else if (rest.starts_with("/*")) {
      const auto end = source.find("*/", at + 2);
      if (end == std::string_view::npos) return {};
      if (const auto begin = manifest_start(source, at)) return text_between(source, *begin, end);
      at = end + 2;
    } else {
      return {};
    }
  }
}

std::string smallest_manifest(const Task& task) {
  std::vector<std::string> arguments;
  for (const auto& tensor : task.tensors) arguments.push_back(tensor.name);
  for (const auto& scalar : task.scalars) arguments.push_back(scalar.name);
  for (const auto& axis : task.axes) arguments.push_back(axis.name);
  const std::string grid = task.axes.empty() ? "1" : "\"" + task.axes.front().name + "\"";
  return fmt::format(
      "[[launch]]\nkernel = \"name_of_the_kernel\"\ngrid = [{}]\nblock = [256]\n"
      "args = [{}]\n",
      grid, listed(arguments));
}

}  // namespace assay::task
