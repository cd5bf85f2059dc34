// SPDX-License-Identifier: Apache-2.0
#include "build/identity.hpp"

#include <algorithm>
#include <filesystem>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "build/prelude.hpp"
#include "build/toolkit.hpp"

namespace assay::build {
namespace {

namespace fs = std::filesystem;

/// Raise it when what a build record says of the same source changes.
constexpr std::string_view format = "assay build 2";

tl::unexpected<Error> too_much(const fs::path& folder) {
  return fail("include folder '" + folder.string() + "' holds more than " +
                  with_commas(most_include_files) + " files or " + human_bytes(most_include_bytes),
              "name a folder that holds the headers alone", Blame::usage);
}

/// Files and links below the folder, sorted; links are not followed (nor does the compiler get
/// outside).
Result<std::vector<fs::path>> list(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code failed;
  fs::recursive_directory_iterator each(folder, failed);
  for (; !failed && each != fs::recursive_directory_iterator(); each.increment(failed)) {
    std::error_code ignored;
    if (!each->is_directory(ignored) || each->is_symlink(ignored)) found.push_back(each->path());
    if (found.size() > most_include_files) return too_much(folder);
  }
  if (failed) {
    return fail("include folder '" + folder.string() + "': " + failed.message(),
                "create it, or leave it out", Blame::usage);
  }
  std::ranges::sort(found);
  return found;
}

/// What stands at a path: the target of a link, the content of a file, nothing for pipes and
/// devices.
std::string content_of(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_symlink(path, ignored)) return "-> " + fs::read_symlink(path, ignored).string();
  return read_file(path, most_include_bytes).value_or("");
}

/// 0 for what is no file.
std::uintmax_t size_of(const fs::path& path) {
  std::error_code failed;
  const bool is_file = !fs::is_symlink(path, failed) && fs::is_regular_file(path, failed);
  const auto size = is_file ? fs::file_size(path, failed) : 0;
  return failed ? 0 : size;
}

Result<void> add_folder(const fs::path& folder, Hasher& hasher) {
  const auto files = list(folder);
  if (!files) return fail(files.error());
  std::uintmax_t total = 0;
  for (const auto& file : *files) total += size_of(file);
  if (total > most_include_bytes) return too_much(folder);
  hasher.field(std::to_string(files->size()));
  for (const auto& file : *files) {
    hasher.field(file.lexically_relative(folder).string()).field(content_of(file));
  }
  return {};
}

void add_list(const std::vector<std::string>& items, Hasher& hasher) {
  hasher.field(std::to_string(items.size()));
  for (const auto& item : items) hasher.field(item);
}

}  // namespace

std::string compiler_of(const record::BuildRequest& request, const Toolkit& toolkit) {
  if (request.kind == "cu") return "nvrtc " + toolkit.version;
  if (request.kind == "ptx" && !toolkit.ptxas.empty()) return "ptxas " + toolkit.version;
  return "none";
}

Result<std::string> identity_of(const record::BuildRequest& request, const Toolkit& toolkit) {
  Hasher hasher;
  hasher.field(format).field(request.kind).field(request.name).field(request.source);
  hasher.field(request.arch).field(request.compiler).field(compiler_of(request, toolkit));
  add_list(request.flags, hasher);
  hasher.field(std::to_string(request.defines.size()));
  for (const auto& [name, value] : request.defines) hasher.field(name).field(value);
  add_list(request.kernels, hasher);
  hasher.field(request.prelude ? "prelude" : "plain");
  for (const auto& header : prelude_headers()) hasher.field(header.name).field(header.text);
  hasher.field(std::to_string(request.include_folders.size()));
  for (const auto& folder : request.include_folders) {
    if (auto added = add_folder(folder, hasher); !added) return fail(added.error());
  }
  return hasher.hex();
}

}  // namespace assay::build
