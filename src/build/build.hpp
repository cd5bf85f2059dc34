// SPDX-License-Identifier: Apache-2.0
// A candidate's source to its artifacts: from the cache, or by the builder process under its
// limits.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "base/process.hpp"
#include "base/result.hpp"
#include "build/cache.hpp"
#include "build/toolkit.hpp"
#include "record/build.hpp"

namespace assay::build {

struct Settings {
  std::filesystem::path builder;  ///< the executable assay-builder
  std::shared_ptr<Cache> cache;   ///< none: every build is made anew
  std::chrono::milliseconds time_limit{30'000};
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;

  /// $ASSAY_BUILDER, else assay-builder beside the running executable; the cache of
  /// `Cache::folder_from_environment`.
  [[nodiscard]] static Settings from_environment();
};

/// A build that fails is a value: `ok` is false, `failure` says how ("compile", "format",
/// "forbidden", "output", "timeout", "memory", "crash"), `log` says why. Error: no toolkit or no
/// builder, or the builder itself failed; also "interrupted". `deadline` shortens the time limit.
/// Several threads may build at once.
[[nodiscard]] Result<record::Build> build(const record::BuildRequest& request,
                                          const Toolkit& toolkit, Deadline deadline = {},
                                          const Settings& settings = Settings::from_environment());

}  // namespace assay::build
