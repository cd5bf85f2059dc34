// SPDX-License-Identifier: Apache-2.0
// Builds kept on disk by identity, shared by all processes of one user: each entry is one file,
// written whole or not at all, checked when it is read, and the least recently used go first.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "record/build.hpp"

namespace assay::build {

class Cache {
 public:
  static constexpr std::uint64_t default_limit = 2'000'000'000;  ///< bytes

  explicit Cache(const std::filesystem::path& folder, std::uint64_t limit = default_limit);

  /// The build of that identity; nothing when there is none, or when its file is damaged (and then
  /// it is removed).
  [[nodiscard]] std::optional<record::Build> find(const std::string& identity) const;

  /// Error: the folder can't be written. A build that was killed (timeout, memory, crash) is not
  /// kept: the next try may fare better.
  [[nodiscard]] Result<void> store(const record::Build& build);

  /// Removes the least recently used entries until the rest is within the limit.
  void trim();

  /// $ASSAY_CACHE, else $XDG_CACHE_HOME/assay, else ~/.cache/assay; nothing when none of them is
  /// set.
  [[nodiscard]] static std::optional<std::filesystem::path> folder_from_environment();

 private:
  [[nodiscard]] std::filesystem::path path_of(const std::string& identity) const;

  std::filesystem::path folder_;
  std::uint64_t limit_;
  std::mutex mutex_;
  std::optional<std::uint64_t>
      size_;  ///< bytes in the folder as far as we know; counted at the first store
};

}  // namespace assay::build
