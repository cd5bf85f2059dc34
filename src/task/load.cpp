// SPDX-License-Identifier: Apache-2.0
// Task and candidate files from disk: which file holds what, size limits, and paths that stay in
// their folder.
#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "base/file.hpp"
#include "base/text.hpp"
#include "task/manifest_reading.hpp"
#include "task/manifest_text.hpp"
#include "task/task.hpp"

namespace assay::task {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t source_limit = std::size_t{4} << 20;
constexpr std::size_t cubin_limit = std::size_t{64} << 20;
constexpr std::size_t toml_file_limit = std::size_t{1} << 20;  // longer is a mistake with a place

// Links followed: where a path ends up is what counts.
bool lies_below(const fs::path& path, const fs::path& folder) {
  std::error_code error;
  const auto real = fs::weakly_canonical(path, error);
  if (error) return false;
  const auto root = fs::weakly_canonical(folder, error);
  if (error) return false;
  return std::mismatch(root.begin(), root.end(), real.begin(), real.end()).first == root.end();
}

/// How messages call a file of a task: relative to its folder where it lies below.
std::string name_of_file(const fs::path& path, const Task& task) {
  if (task.folder.empty() || !lies_below(path, task.folder)) return path.string();
  const auto relative = path.lexically_relative(task.folder);
  return relative.empty() ? path.string() : relative.string();
}

std::string kind_of_file(const fs::path& path) {
  const auto extension = path.extension().string();
  return extension == ".cu" || extension == ".ptx" || extension == ".cubin" ? extension.substr(1)
                                                                            : "";
}

// To suggest the nearest name; a folder with more than this is no place for suggestions.
std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (names.size() == 1000) break;
    names.push_back(at->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<fs::path> task_file(const fs::path& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!fs::exists(status)) {
    return fail(fmt::format("no task at '{}'", escaped(path.string())),
                "name a folder with a task.toml, or the file itself", Blame::usage);
  }
  if (!fs::is_directory(status)) return path;
  if (fs::exists(path / "task.toml", error)) return path / "task.toml";
  return fail(fmt::format("folder '{}' has no task.toml", escaped(path.string())),
              "docs/task.md says how to write one", Blame::usage);
}

/// A mistake about a file that the task names: the place is the text that names it.
Mistake missing_file(const Task& task, const std::string& name, std::string_view key) {
  Mistake mistake{.file = task.path.filename().string(), .line = 1, .column = 1};
  std::uint32_t number = 0;
  for (const auto line : lines_of(task.text)) {
    ++number;
    const auto at = line.find(name);
    if (at == std::string_view::npos || line.find(key) == std::string_view::npos) continue;
    mistake.line = number;
    mistake.column = static_cast<std::uint32_t>(at) + 1;
    break;
  }
  mistake.found = "no file " + in_quotes(name);
  mistake.expected = "a file beside the task";
  mistake.nearest = nearest_of(name, files_in(task.folder));
  return mistake;
}

Result<void> read_compiled(Candidate& candidate, const fs::path& path) {
  auto content = read_file(path, candidate.kind == "cubin" ? cubin_limit : source_limit);
  if (!content) return fail(std::move(content).error());
  candidate.source = std::move(*content);
  return {};
}

/// Includes reach the compiler as folders: they must exist and, links followed, stay below the
/// candidate's folder.
void check_includes(const Candidate& candidate, const std::string& name,
                    std::vector<Mistake>& mistakes) {
  const auto folder = candidate.path.parent_path();
  for (const auto& include : candidate.build.include) {
    std::error_code error;
    const auto path = folder / include;
    if (fs::is_directory(path, error) && lies_below(path, folder.empty() ? "." : folder)) continue;
    mistakes.push_back({name, 1, 1, "include folder " + in_quotes(include),
                        "an existing folder below the candidate's own", ""});
  }
}

Parsed<Candidate> without_manifest(const std::string& name, const fs::path& beside,
                                   const Task& task) {
  const auto expected =
      beside.empty() ? "a leading comment such as\n/* assay\n" + smallest_manifest(task) + "*/"
                     : fmt::format("a file {} beside it such as\n{}",
                                   in_quotes(beside.filename().string()), smallest_manifest(task));
  return {{}, {{name, 1, 1, "no manifest", expected, ""}}};
}

/// The manifest of a candidate whose source is read: inside a .cu, beside the others.
Result<Parsed<Candidate>> parse_manifest_of(const Candidate& file, const Task& task, bool golden) {
  ManifestSource source{.name = name_of_file(file.path, task), .kind = file.kind, .golden = golden};
  if (file.kind == "cu") {
    const auto manifest = manifest_in(file.source);
    if (!manifest) return without_manifest(source.name, "", task);
    source.first_line = manifest->first_line;
    return parse_manifest(manifest->toml, source, task);
  }
  auto beside = file.path;
  beside.replace_extension(".toml");
  std::error_code error;
  if (!fs::exists(beside, error)) return without_manifest(source.name, beside, task);
  auto text = read_file(beside, toml_file_limit);
  if (!text) return fail(std::move(text).error());
  source.name = name_of_file(beside, task);
  return parse_manifest(*text, source, task);
}

/// The compiler takes what stands before a NUL byte for the whole text: what is judged would not be
/// what a person sees.
std::optional<Mistake> nul_byte(const std::string& source, const std::string& name) {
  const auto at = source.find('\0');
  if (at == std::string::npos) return {};
  const auto line_start = source.rfind('\n', at);
  const auto line =
      1 + std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  const auto column = line_start == std::string::npos ? at + 1 : at - line_start;
  return Mistake{name,
                 static_cast<std::uint32_t>(line),
                 static_cast<std::uint32_t>(column),
                 "a NUL byte",
                 "text",
                 ""};
}

// A candidate or the golden: they differ in the names that their launches know.
Result<Parsed<Candidate>> load_any(const fs::path& path, const Task& task, bool golden) {
  Candidate file{.path = path, .kind = kind_of_file(path)};
  if (file.kind.empty()) {
    return fail(fmt::format("'{}' is no candidate", escaped(path.string())),
                "a candidate is a .cu, .ptx or .cubin file", Blame::usage);
  }
  if (auto read = read_compiled(file, path); !read) return fail(std::move(read).error());
  if (file.kind == "cu") {
    if (auto mistake = nul_byte(file.source, name_of_file(path, task)))
      return Parsed<Candidate>{{}, {std::move(*mistake)}};
  }
  auto parsed = parse_manifest_of(file, task, golden);
  if (!parsed || !parsed->value) return parsed;
  parsed->value->path = file.path;
  parsed->value->source = std::move(file.source);
  check_includes(*parsed->value, name_of_file(path, task), parsed->mistakes);
  if (!parsed->mistakes.empty()) parsed->value.reset();
  return parsed;
}

// Its manifest belongs to the task: without it no candidate can be judged.
Result<void> load_golden(Task& task, std::vector<Mistake>& mistakes) {
  std::error_code error;
  const auto name = task.golden.source ? task.golden.source->path : *task.golden.file;
  const auto path = task.folder / name;
  if (!fs::exists(path, error) || !lies_below(path, task.folder)) {
    mistakes.push_back(missing_file(task, name.string(), task.golden.source ? "source" : "file"));
    return {};
  }
  if (task.golden.file) {
    task.golden.file = path;
    return {};
  }
  auto golden = load_any(path, task, true);
  if (!golden) return fail(std::move(golden).error());
  mistakes.insert(mistakes.end(), golden->mistakes.begin(), golden->mistakes.end());
  if (golden->value) task.golden.source = std::move(*golden->value);
  return {};
}

// Read by whoever compares with it, like any candidate.
void check_baseline(Task& task, std::vector<Mistake>& mistakes) {
  if (!task.baseline || !task.baseline->candidate) return;
  const auto name = *task.baseline->candidate;
  std::error_code error;
  if (fs::exists(task.folder / name, error) && lies_below(task.folder / name, task.folder)) {
    task.baseline->candidate = task.folder / name;
  } else {
    mistakes.push_back(missing_file(task, name.string(), "candidate"));
  }
}

}  // namespace

Result<Parsed<Task>> load_task(const fs::path& path) {
  const auto file = task_file(path);
  if (!file) return fail(file.error());
  auto text = read_file(*file, toml_file_limit);
  if (!text) return fail(std::move(text).error());
  auto parsed = parse_task(*text, file->filename().string());
  if (!parsed.value) return parsed;
  auto& task = *parsed.value;
  task.path = *file;
  task.folder = file->has_parent_path() ? file->parent_path() : fs::path(".");
  if (auto golden = load_golden(task, parsed.mistakes); !golden) {
    return fail(std::move(golden).error());
  }
  check_baseline(task, parsed.mistakes);
  if (!parsed.mistakes.empty()) parsed.value.reset();
  return parsed;
}

Result<Parsed<Candidate>> load_candidate(const fs::path& path, const Task& task) {
  return load_any(path, task, false);
}

}  // namespace assay::task
