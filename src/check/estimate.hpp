// SPDX-License-Identifier: Apache-2.0
// How long a run must take at least on a named device, by a model that is said in words. Never a
// measurement.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "record/verdict.hpp"

namespace assay::check {

/// Rates of a device; the sustained ones, not those of a data sheet.
struct DeviceRates {
  std::string_view name;
  double dram_bytes = 0;  ///< a second
  double multiprocessors = 0;
  double clock = 0;          ///< Hz
  double issue = 0;          ///< warp instructions a multiprocessor and clock
  double f32_lanes = 0;      ///< f32 operations (fma counts 2) a multiprocessor and clock, over 2
  double special_lanes = 0;  ///< ex2, rcp, … a multiprocessor and clock
};

/// nullptr for a device that the table does not have.
[[nodiscard]] const DeviceRates* device_rates(std::string_view name);

/// The task's `[work]` at a case: the least that any kernel must do.
struct Work {
  std::optional<double> flops;
  std::optional<double> bytes;
};

/// The largest of five times: DRAM (all sectors asked for, as if nothing were cached, but no less
/// than the work's bytes), instruction issue, f32 operations, special functions, shared memory.
/// `fraction_of_roofline` is the work's own least time over that; 0 where the task gives no
/// `[work]`. Launch overhead is left out.
[[nodiscard]] record::Estimate estimate(const record::RunCounters& counters, const Work& work,
                                        const DeviceRates& rates, std::string case_name);

}  // namespace assay::check
