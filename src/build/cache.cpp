// SPDX-License-Identifier: Apache-2.0
#include "build/cache.hpp"

#include <zstd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <vector>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "record/message.hpp"

namespace assay::build {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t hash_digits = 64;
constexpr std::size_t largest_entry = std::size_t{1} << 30;
constexpr int compression_level = 3;

/// A file is the hash of what follows, then that: the record's frame, compressed.
std::optional<std::string> packed(ByteView frame) {
  std::string compressed(ZSTD_compressBound(frame.size()), '\0');
  const auto size = ZSTD_compress(compressed.data(), compressed.size(), frame.data(), frame.size(),
                                  compression_level);
  if (ZSTD_isError(size) != 0) return std::nullopt;
  compressed.resize(size);
  return hash_hex(bytes_of(compressed)) + compressed;
}

std::optional<std::string> unpacked(std::string_view entry) {
  if (entry.size() < hash_digits) return std::nullopt;
  const auto compressed = entry.substr(hash_digits);
  if (hash_hex(bytes_of(compressed)) != entry.substr(0, hash_digits)) return std::nullopt;
  const auto size = ZSTD_getFrameContentSize(compressed.data(), compressed.size());
  if (size > largest_entry) return std::nullopt;  // also what zstd says for "unknown" and "damaged"
  std::string frame(size, '\0');
  const auto got =
      ZSTD_decompress(frame.data(), frame.size(), compressed.data(), compressed.size());
  if (ZSTD_isError(got) != 0 || got != size) return std::nullopt;
  return frame;
}

bool is_kept(const record::Build& build) {
  return build.ok || build.failure == "compile" || build.failure == "format" ||
         build.failure == "forbidden" || build.failure == "output";
}

struct Entry {
  fs::file_time_type used;
  std::uint64_t size = 0;
  fs::path path;
};

/// Whatever stands in the folder, left-overs of a crash included. Files that vanish meanwhile are
/// another process's doing and no fault.
std::vector<Entry> entries_below(const fs::path& folder) {
  std::vector<Entry> entries;
  std::error_code failed;
  fs::recursive_directory_iterator each(folder, failed);
  for (; !failed && each != fs::recursive_directory_iterator(); each.increment(failed)) {
    std::error_code ignored;
    if (!each->is_regular_file(ignored) || each->is_symlink(ignored)) continue;
    const auto size = each->file_size(ignored);
    if (ignored) continue;
    entries.push_back({each->last_write_time(ignored), size, each->path()});
  }
  return entries;
}

std::uint64_t total_of(const std::vector<Entry>& entries) {
  std::uint64_t total = 0;
  for (const auto& entry : entries) total += entry.size;
  return total;
}

}  // namespace

Cache::Cache(const fs::path& folder, std::uint64_t limit)
    : folder_(folder / "builds"), limit_(limit) {}

fs::path Cache::path_of(const std::string& identity) const {
  return folder_ / identity.substr(0, 2) / (identity + ".build");
}

std::optional<record::Build> Cache::find(const std::string& identity) const {
  const auto path = path_of(identity);
  const auto entry = read_file(path, largest_entry);
  if (!entry) return std::nullopt;
  const auto frame = unpacked(*entry);
  auto build = frame ? record::from_frame<record::Build>(bytes_of(*frame)) : fail("damaged");
  std::error_code ignored;
  if (!build || build->identity != identity) {
    fs::remove(path, ignored);
    return std::nullopt;
  }
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);  // used just now
  build->from_cache = true;
  return std::move(*build);
}

Result<void> Cache::store(const record::Build& build) {
  if (!is_kept(build) || build.identity.size() != hash_digits) return {};
  const auto entry = packed(record::to_frame(build));
  if (!entry || entry->size() > std::min<std::uint64_t>(largest_entry, limit_)) return {};
  const auto path = path_of(build.identity);
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  if (failed)
    return fail("the build cache '" + folder_.string() + "' can't be written: " + failed.message());
  if (auto written = write_file(path, bytes_of(*entry)); !written) return written;
  const std::scoped_lock lock(mutex_);
  size_ = size_ ? *size_ + entry->size() : total_of(entries_below(folder_));
  if (*size_ > limit_) trim();
  return {};
}

void Cache::trim() {
  auto entries = entries_below(folder_);
  std::ranges::sort(entries, {}, &Entry::used);
  // a little below the limit, so that not every store has to count anew
  const auto target = limit_ - limit_ / 10;
  auto total = total_of(entries);
  for (const auto& entry : entries) {
    if (total <= target) break;
    std::error_code ignored;
    fs::remove(entry.path, ignored);
    total -= entry.size;
  }
  size_ = total;
}

std::optional<fs::path> Cache::folder_from_environment() {
  const auto variable = [](const char* name) {
    return std::string(std::getenv(name) ? std::getenv(name) : "");
  };
  if (const auto own = variable("ASSAY_CACHE"); !own.empty()) return fs::path(own);
  if (const auto xdg = variable("XDG_CACHE_HOME"); !xdg.empty()) return fs::path(xdg) / "assay";
  if (const auto home = variable("HOME"); !home.empty()) return fs::path(home) / ".cache/assay";
  return std::nullopt;
}

}  // namespace assay::build
