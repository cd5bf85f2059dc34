// SPDX-License-Identifier: Apache-2.0
// How the builder process is called and how it ends, shared by both sides. What it may touch is on
// its command line, since its sandbox stands before it reads the request itself.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "build/toolkit.hpp"

namespace assay::build {

struct BuilderArguments {
  std::string kind;  ///< "cu" | "ptx" | "cubin"
  Toolkit toolkit;
  std::vector<std::filesystem::path> include_folders;  ///< the candidate's
  std::filesystem::path temporary;                     ///< the one folder that it may write in
  std::uint64_t memory_bytes = 0;
};

[[nodiscard]] std::vector<std::string> to_argv(const BuilderArguments& arguments);
[[nodiscard]] Result<BuilderArguments> from_argv(std::span<const char* const> arguments);

/// Exit codes of the builder beside 0 (a frame was written).
namespace builder_exit {
inline constexpr int error = 70;   ///< ours or the machine's; the reason is on stderr
inline constexpr int memory = 71;  ///< the compiler ran out of memory
inline constexpr int crash = 72;   ///< the compiler crashed
}  // namespace builder_exit

/// Bounds on what comes back; more is failure "output".
inline constexpr std::size_t largest_artifact = std::size_t{256} << 20;
inline constexpr std::size_t largest_answer = 2 * largest_artifact + (std::size_t{16} << 20);

}  // namespace assay::build
