// SPDX-License-Identifier: Apache-2.0
// Time behind a seam, so that what waits or stamps can be tested without either.
#pragma once

#include <chrono>
#include <string>

namespace assay {

struct Clock {
  virtual ~Clock() = default;
  /// Seconds since some fixed moment; never goes back.
  [[nodiscard]] virtual double seconds() const = 0;
  /// The wall clock, for stamps only.
  [[nodiscard]] virtual std::chrono::system_clock::time_point now() const = 0;
};

[[nodiscard]] const Clock& system_clock();

/// "2025-01-31T23:59:59Z"
[[nodiscard]] std::string iso8601(std::chrono::system_clock::time_point time);

}  // namespace assay
