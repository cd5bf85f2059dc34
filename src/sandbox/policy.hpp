// SPDX-License-Identifier: Apache-2.0
// What a process that touches hostile input gives up before it does so, and what of that this
// machine could enforce. Not for starting processes (base/process.hpp) nor for deadlines: the
// parent keeps those.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace assay::sandbox {

/// Everything that is not granted here is refused: files by Landlock, system calls by seccomp,
/// amounts by rlimits.
struct Policy {
  std::string name;
  std::vector<std::filesystem::path>
      readable;  ///< files, or folders with all below; also executable mappings
  std::optional<std::filesystem::path>
      writable;              ///< one folder for temporary files, with all below
  bool may_execute = false;  ///< execve of what is readable; new processes are refused always
  std::optional<std::chrono::seconds> cpu_time;
  std::optional<std::uint64_t> memory_bytes;
  std::optional<std::uint64_t> file_bytes;  ///< the largest file that it may write
  std::optional<std::uint64_t> open_files;
};

/// Limits by name ("landlock abi 7", "seccomp", "rlimit cpu", …): those in force from now on, and
/// those that this machine refused, each with the reason.
struct Report {
  std::vector<std::string> applied;
  std::vector<std::string> missing;
};

/// For a compiler: reads the toolkit and its own include folders, writes below `temporary`.
[[nodiscard]] Policy builder_policy(std::vector<std::filesystem::path> readable,
                                    std::filesystem::path temporary);

/// For a process that runs candidates: after its start it opens no file at all.
[[nodiscard]] Policy worker_policy();

/// Narrows the calling process, for good. Call it before a second thread is started: Landlock holds
/// for the calling thread and its children only (threads that stood before are reported as
/// missing).
[[nodiscard]] Report apply(const Policy& policy);

}  // namespace assay::sandbox
