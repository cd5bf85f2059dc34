// SPDX-License-Identifier: Apache-2.0
// How many steps (warp instructions of the simulator) a judge spends. Counted, never timed, so that
// the same seed covers the same cases on every machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace assay::flow {

/// Of the golden over all cases, where the caller names none; a few tenths of a second.
inline constexpr std::int64_t default_step_budget = 6'000'000;

/// A candidate may take so many times the golden's steps at a case, so many for each warp that it
/// launches, and at least the floor: at 8192 rows of two columns a block a row is honest work, and
/// far more than a thread a row.
inline constexpr std::int64_t steps_over_golden = 50;
inline constexpr std::int64_t steps_for_each_warp = 1'000;
/// Warps that wait for others (a grid barrier, a look-back) spend steps on waiting: more a warp, up
/// to a bound.
inline constexpr std::int64_t steps_for_each_waiting_warp = 20'000;
inline constexpr std::int64_t most_steps_for_waiting = 100'000'000;
inline constexpr std::int64_t least_step_limit = 1'000'000;
inline constexpr std::int64_t golden_step_limit = 2'000'000'000;

/// When a run is stopped as endless: `declared` is the task's `[limits] steps`, and then it alone
/// counts.
struct StepRule {
  std::int64_t golden_steps = 0;
  std::optional<std::int64_t> declared;

  [[nodiscard]] std::int64_t limit(std::int64_t warps) const {
    if (declared) return *declared;
    const std::int64_t for_warps =
        steps_for_each_warp * std::min(warps, golden_step_limit / steps_for_each_warp);
    const std::int64_t for_waiting =
        std::min(most_steps_for_waiting / steps_for_each_waiting_warp, warps) *
        steps_for_each_waiting_warp;
    return std::max({least_step_limit, steps_over_golden * golden_steps, for_warps, for_waiting});
  }
};

/// Beyond any budget, and what an int64 holds: a cast of more would be undefined.
inline constexpr double most_expected_steps = 1e18;

/// What the next case will cost if steps grow with the elements it touches.
[[nodiscard]] inline std::int64_t expected_steps(std::int64_t steps_before, double elements_before,
                                                 double elements_next) {
  if (steps_before <= 0 || elements_before <= 0) return 0;
  const double steps = static_cast<double>(steps_before) * elements_next / elements_before;
  return static_cast<std::int64_t>(std::min(steps, most_expected_steps));
}

}  // namespace assay::flow
