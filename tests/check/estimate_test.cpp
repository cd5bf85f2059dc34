// SPDX-License-Identifier: Apache-2.0
// The model's times by hand, and that it says what bounds them.
#include "check/estimate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace assay::check {
namespace {

using testing::HasSubstr;

const DeviceRates& h200() {
  return *device_rates("h200");
}

TEST(Estimate, knows_its_devices) {
  EXPECT_NE(device_rates("h200"), nullptr);
  EXPECT_EQ(device_rates("abacus"), nullptr);
}

TEST(Estimate, is_bound_by_the_slowest_part) {
  record::RunCounters counters;
  counters.global_load_sectors = 1'000'000'000;
  counters.global_store_sectors = 250'000'000;
  const record::Estimate memory = estimate(counters, {{}, 20e9}, h200(), "bench");
  EXPECT_DOUBLE_EQ(memory.seconds, 0.01);  // 40 GB at 4 TB/s
  EXPECT_DOUBLE_EQ(memory.fraction_of_roofline, 0.5);
  EXPECT_THAT(memory.model, HasSubstr("bound by DRAM"));
  EXPECT_EQ(memory.case_name, "bench");
  counters.warp_instructions = 100'000'000'000;
  const record::Estimate issue = estimate(counters, {{}, 20e9}, h200(), "bench");
  EXPECT_NEAR(issue.seconds, 1e11 / (132 * 4 * 1.98e9), 1e-9);
  EXPECT_THAT(issue.model, HasSubstr("bound by instruction issue"));
  counters.shared_wavefronts = 100'000'000'000;
  EXPECT_THAT(estimate(counters, {}, h200(), "").model, HasSubstr("bound by shared memory"));
  counters = {};
  counters.float_operations = 67'000'000'000;
  EXPECT_NEAR(estimate(counters, {}, h200(), "").seconds, 1e-3, 1e-5);
  counters.special_operations = 67'000'000'000;
  EXPECT_THAT(estimate(counters, {}, h200(), "").model, HasSubstr("bound by special functions"));
}

TEST(Estimate, is_never_below_the_work_of_the_task) {
  const record::Estimate least = estimate({}, {1e9, 4e9}, h200(), "");
  EXPECT_DOUBLE_EQ(least.seconds, 1e-3);
  EXPECT_EQ(least.fraction_of_roofline, 1);
  EXPECT_THAT(estimate({}, {1e15, 4e9}, h200(), "").model, HasSubstr("bound by f32"));
}

TEST(Estimate, without_work_or_counts_claims_nothing) {
  EXPECT_EQ(estimate({}, {}, h200(), "").seconds, 0);
  EXPECT_EQ(estimate({}, {}, h200(), "").fraction_of_roofline, 0);
}

TEST(Estimate, more_work_is_never_faster_and_the_fraction_is_one_at_most) {
  rc::check([] {
    record::RunCounters counters;
    for (std::int64_t* each :
         {&counters.warp_instructions, &counters.float_operations, &counters.special_operations,
          &counters.global_load_sectors, &counters.shared_wavefronts})
      *each = *rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 40);
    const Work work{static_cast<double>(*rc::gen::inRange(0, 1 << 30)),
                    static_cast<double>(*rc::gen::inRange(0, 1 << 30))};
    const record::Estimate before = estimate(counters, work, h200(), "");
    counters.global_load_sectors += 1'000'000;
    RC_ASSERT(estimate(counters, work, h200(), "").seconds >= before.seconds);
    RC_ASSERT(before.fraction_of_roofline >= 0 && before.fraction_of_roofline <= 1);
  });
}

}  // namespace
}  // namespace assay::check
