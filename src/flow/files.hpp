// SPDX-License-Identifier: Apache-2.0
// Reading the files of a judge, and what is wrong with them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "flow/options.hpp"
#include "task/task.hpp"

namespace assay::flow {

/// The task, or an Error (usage) whose causes are all mistakes of its files.
[[nodiscard]] Result<task::Task> read_task(const std::filesystem::path& path);

/// The named candidates, or all below the task's folder; a named file that isn't there is an Error.
[[nodiscard]] Result<std::vector<std::filesystem::path>> candidate_paths(
    const task::Task& task, const JudgeOptions& options);

/// A path as a reader wants it: relative to the working folder where that is shorter.
[[nodiscard]] std::string shown_path(const std::filesystem::path& path);

/// What `assay check` says of one file.
struct FileCheck {
  std::string file;
  std::vector<std::string> mistakes;  ///< "softmax.cu:4:10: found …, expected …"
  std::vector<std::string> not_yet;   ///< valid, but can't be run yet, by name
  std::string summary;  ///< "3 cases and 11 drawn, 1 launch, parameters BLOCK (3 values)"
};

/// Reads and validates the task and its candidates; builds and runs nothing.
[[nodiscard]] Result<std::vector<FileCheck>> check_files(const JudgeOptions& options);

}  // namespace assay::flow
