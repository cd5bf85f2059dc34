// SPDX-License-Identifier: Apache-2.0
// Which files below a task's folder are its candidates.
#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "base/text.hpp"
#include "task/task.hpp"

namespace assay::task {
namespace {

namespace fs = std::filesystem;

constexpr int deepest = 16;
constexpr std::size_t most_files = 100'000;

bool has_kernel_extension(const fs::path& path) {
  const auto extension = path.extension();
  return extension == ".cu" || extension == ".ptx" || extension == ".cubin";
}

/// Any file, or a link to one below the folder: a link out of it could show any file of the
/// machine. A pipe or a link that leads nowhere counts: a row that says so is better than silence.
bool is_own_file(const fs::directory_entry& entry, const fs::path& root) {
  std::error_code error;
  if (entry.is_directory(error)) return false;
  if (!entry.is_symlink(error)) return true;
  const auto target = fs::weakly_canonical(entry.path(), error);
  return !error &&
         std::mismatch(root.begin(), root.end(), target.begin(), target.end()).first == root.end();
}

bool is_hidden(const fs::path& path) {
  return path.filename().string().starts_with('.');
}

// The same file by another name is the same file.
bool is_one_of(const fs::path& path, const std::vector<fs::path>& others) {
  return std::any_of(others.begin(), others.end(), [&](const fs::path& other) {
    std::error_code error;
    return fs::equivalent(path, other, error);
  });
}

std::vector<fs::path> taken_paths(const Task& task) {
  std::vector<fs::path> taken;
  if (task.golden.source) taken.push_back(task.golden.source->path);
  if (task.baseline && task.baseline->candidate) taken.push_back(*task.baseline->candidate);
  return taken;
}

}  // namespace

// Sorted, so that a report is the same on every file system.
Result<std::vector<fs::path>> find_candidates(const Task& task) {
  std::error_code error;
  const auto root = fs::canonical(task.folder, error);
  fs::recursive_directory_iterator at(task.folder, error);
  const fs::recursive_directory_iterator end;
  const auto taken = taken_paths(task);
  std::vector<fs::path> found;
  std::size_t seen = 0;
  for (; !error && at != end; at.increment(error)) {
    if (++seen > most_files) {
      return fail(
          fmt::format("more than {} files below '{}'", most_files, escaped(task.folder.string())),
          "name the candidates on the command line", Blame::usage);
    }
    if (at->is_directory(error) && (at.depth() >= deepest || is_hidden(at->path()))) {
      at.disable_recursion_pending();
    }
    const auto& path = at->path();
    if (!has_kernel_extension(path) || is_hidden(path) || !is_own_file(*at, root)) continue;
    if (!is_one_of(path, taken)) found.push_back(path);
  }
  if (error) {
    return fail(fmt::format("can't list '{}': {}", escaped(task.folder.string()), error.message()));
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace assay::task
