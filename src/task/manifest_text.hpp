// SPDX-License-Identifier: Apache-2.0
// Finding the manifest in a .cu file: the leading comment that starts with `assay`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "task/task.hpp"

namespace assay::task {

struct ManifestText {
  /// The TOML; what stands before it in its first line is blanks, so that columns are those of the
  /// file.
  std::string toml;
  std::uint32_t first_line = 1;
};

/// Comments of other kinds (a licence, say) may stand before it; nothing when code comes first.
[[nodiscard]] std::optional<ManifestText> manifest_in(std::string_view source);

/// The smallest manifest that fits a task, to show where none was found.
[[nodiscard]] std::string smallest_manifest(const Task& task);

}  // namespace assay::task
