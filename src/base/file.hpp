// SPDX-License-Identifier: Apache-2.0
// Files: read whole, write atomically (temporary file, fsync, rename), temporary folders.
#pragma once

#include <filesystem>
#include <string>

#include "base/bytes.hpp"
#include "base/result.hpp"

namespace assay {

/// At most `limit` bytes; larger, missing, unreadable or not a regular file is an Error that says
/// which.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& path,
                                            std::size_t limit = std::size_t{64} << 20);

/// Either the whole new content stands at `path` or what stood there before; nothing half-written
/// stays behind, also when the disk is full.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& path, ByteView content);

/// A folder of its own below the system's temporary folder, removed with all in it.
class TemporaryFolder {
 public:
  [[nodiscard]] static Result<TemporaryFolder> create(std::string_view prefix = "assay");
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
  ~TemporaryFolder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

/// The folder that the running executable stands in (/proc/self/exe).
[[nodiscard]] std::filesystem::path executable_folder();

}  // namespace assay
