// SPDX-License-Identifier: Apache-2.0
#include "build/compiler_log.hpp"

#include <algorithm>
#include <charconv>

#include "base/text.hpp"

namespace assay::build {
namespace {

std::size_t number_at(std::string_view text) {
  std::size_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// What stands between `before` and `after` at each place where they occur, without repeats.
std::vector<std::string> all_between(std::string_view text, std::string_view before,
                                     std::string_view after) {
  std::vector<std::string> found;
  for (auto at = text.find(before); at != std::string_view::npos; at = text.find(before, at)) {
    at += before.size();
    const auto end = text.find(after, at);
    if (end == std::string_view::npos) break;
    const std::string item(trim(text.substr(at, end - at)));
    if (!item.empty() && std::ranges::count(found, item) == 0) found.push_back(item);
    if (found.size() == 64) break;
  }
  return found;
}

/// The folder that a line starts in: "/usr/local/cuda/include/cuda_fp16.h(12): …".
const FolderName* folder_of(std::string_view line, const std::vector<FolderName>& folders) {
  for (const auto& folder : folders) {
    if (line.starts_with(folder.path + '/')) return &folder;
  }
  return nullptr;
}

bool is_remark(std::string_view line) {
  return line.starts_with("Remark: ") || line.starts_with("Compilation terminated") ||
         line.starts_with("ptxas info    : 0 bytes gmem");
}

bool starts_noise(std::string_view line, const FolderName* folder) {
  return folder != nullptr && folder->ours && line.find("): warning") != std::string_view::npos;
}

std::string shortened(std::string_view line, const std::vector<FolderName>& folders) {
  std::string text(line);
  for (const auto& folder : folders) {
    const auto prefix = folder.path + '/';
    for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) {
      const auto shown = folder.shown.empty() ? "" : folder.shown + '/';
      text.replace(at, prefix.size(), shown);
      at += shown.size();
    }
  }
  return text;
}

void cut(std::string& log) {
  if (log.size() <= longest_log) return;
  const auto note =
      "\n… " + with_commas(static_cast<std::int64_t>(log.size() - longest_log)) + " more bytes\n";
  log.resize(longest_log - note.size());
  log += note;
}

}  // namespace

std::string readable_log(std::string_view log, const std::vector<FolderName>& folders) {
  std::string text;
  bool dropping = false;       // inside a diagnostic that is dropped; an empty line ends it
  bool after_dropped = false;  // its empty line goes with it
  for (const auto line : lines_of(log)) {
    if (starts_noise(line, folder_of(line, folders)) || is_remark(line)) dropping = true;
    if (dropping) {
      if (trim(line).empty() || is_remark(line)) dropping = false;
      after_dropped = true;
      continue;
    }
    if (after_dropped && trim(line).empty()) continue;
    after_dropped = false;
    text += shortened(line, folders) + '\n';
    // the rest would be cut anyhow, and each line costs a search
    if (text.size() > 2 * longest_log) break;
  }
  cut(text);
  return text;
}

std::string without_name_map(std::string_view log) {
  std::string text;
  bool dropping = false;  // until the empty line that ends a diagnostic, that line included
  for (const auto line : lines_of(log)) {
    if (line.starts_with("__nv_name_map(")) dropping = true;
    const bool counts = line.find(" detected in the compilation of ") != std::string_view::npos;
    if (!dropping && !counts) text.append(line).append("\n");
    if (trim(line).empty()) dropping = false;
  }
  return text;
}

std::vector<std::string> missing_names_in(std::string_view log) {
  return all_between(log, "Input name expression was: \"", "\"\n");
}

std::vector<std::string> unresolved_functions_in(std::string_view log) {
  auto names = all_between(log, "Unresolved extern function '", "'");
  // what it says of functions of the device runtime that newer devices no longer have
  for (auto& name : all_between(log, "Unsupported Function '", "'"))
    names.push_back(std::move(name));
  return names;
}

std::size_t assembler_line_in(std::string_view log) {
  constexpr std::string_view before = "ptxas application ptx input, line ";
  const auto at = log.find(before);
  return at == std::string_view::npos ? 0 : number_at(log.substr(at + before.size()));
}

std::string assembler_note(std::string_view ptx, std::size_t line, std::string_view file) {
  const auto lines = lines_of(ptx);
  if (line == 0 || line > lines.size()) return {};
  const std::string statement(trim(lines[line - 1]));
  for (auto at = line; at-- > 0;) {
    const auto text = trim(lines[at]);
    if (!text.starts_with(".loc")) continue;
    const auto words = split(text.substr(4), ' ');  // ".loc\t1 12 3"
    const auto source_line = words.size() > 1 ? number_at(words[1]) : 0;
    if (source_line == 0) break;
    return std::string(file) + '(' + std::to_string(source_line) +
           "): note: this line became the PTX statement\n  " + statement + '\n';
  }
  return "the PTX statement is\n  " + statement + '\n';
}

}  // namespace assay::build
