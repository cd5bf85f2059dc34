// SPDX-License-Identifier: Apache-2.0
#include "check/estimate.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace assay::check {
namespace {

constexpr double sector_bytes = 32;

// H200 SXM: 4.8 TB/s by the data sheet, 4.0 to 4.3 achieved; 132 SMs at 1.98 GHz with 4 schedulers
// and 128 f32 lanes each make the data sheet's 67 TFLOP/s; 16 special functions a clock (CUDA
// programming guide, throughput of arithmetic instructions, compute capability 9.0).
constexpr auto devices = std::to_array<DeviceRates>({
    {"h200", 4.0e12, 132, 1.98e9, 4, 128, 16},
});

struct Bound {
  std::string_view by;
  double seconds;
};

double per_second(const DeviceRates& rates, double each) {
  return rates.multiprocessors * rates.clock * each;
}

double f32_rate(const DeviceRates& rates) {
  return per_second(rates, 2 * rates.f32_lanes);
}

std::array<Bound, 5> bounds(const record::RunCounters& counters, const Work& work,
                            const DeviceRates& rates) {
  const double sectors = static_cast<double>(counters.global_load_sectors) +
                         static_cast<double>(counters.global_store_sectors);
  const double bytes = std::max(sectors * sector_bytes, work.bytes.value_or(0));
  const double flops =
      std::max(static_cast<double>(counters.float_operations), work.flops.value_or(0));
  const auto over = [](std::int64_t count, double rate) {
    return static_cast<double>(count) / rate;
  };
  return {{{"DRAM", bytes / rates.dram_bytes},
           {"instruction issue", over(counters.warp_instructions, per_second(rates, rates.issue))},
           {"f32 operations", flops / f32_rate(rates)},
           {"special functions",
            over(counters.special_operations, per_second(rates, rates.special_lanes))},
           {"shared memory", over(counters.shared_wavefronts, per_second(rates, 1))}}};
}

double least_seconds(const Work& work, const DeviceRates& rates) {
  return std::max(work.bytes.value_or(0) / rates.dram_bytes,
                  work.flops.value_or(0) / f32_rate(rates));
}

}  // namespace

const DeviceRates* device_rates(std::string_view name) {
  const auto found = std::ranges::find(devices, name, &DeviceRates::name);
  return found == devices.end() ? nullptr : &*found;
}

record::Estimate estimate(const record::RunCounters& counters, const Work& work,
                          const DeviceRates& rates, std::string case_name) {
  const auto all = bounds(counters, work, rates);
  const Bound& slowest = *std::ranges::max_element(all, {}, &Bound::seconds);
  record::Estimate made;
  made.model = fmt::format(
      "{} model: {:.1f} TB/s DRAM without caches, {:.0f} TFLOP/s f32, {} SMs at {:.2f} GHz; bound "
      "by {}",
      rates.name, rates.dram_bytes / 1e12, f32_rate(rates) / 1e12, rates.multiprocessors,
      rates.clock / 1e9, slowest.by);
  made.case_name = std::move(case_name);
  made.seconds = slowest.seconds;
  if (made.seconds > 0) made.fraction_of_roofline = least_seconds(work, rates) / made.seconds;
  return made;
}

}  // namespace assay::check
