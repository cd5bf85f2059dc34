// SPDX-License-Identifier: Apache-2.0
// What a judge is asked to do, and how it tells how far it is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::flow {

struct JudgeOptions {
  std::filesystem::path task;                     ///< a folder or its task.toml
  std::vector<std::filesystem::path> candidates;  ///< none: all below the task's folder
  std::string device = "auto";                    ///< auto | sim | cuda:N
  std::vector<std::string> cases;                 ///< none: all, and the drawn ones
  std::vector<std::pair<std::string, std::string>> params;
  std::string arch = "90";  ///< where the manifest names none
  std::uint64_t seed = 0;
  int jobs = 1;                               ///< host threads in all
  std::int64_t step_budget = 0;               ///< of the golden over all cases; 0 = default
  std::optional<std::filesystem::path> dump;  ///< folder for the arrays of a failing case
};

/// Told about each finished step; may be called from any thread.
class Progress {
 public:
  virtual ~Progress() = default;
  virtual void step(std::string_view phase, std::string_view item, int done, int total) = 0;
};

}  // namespace assay::flow
