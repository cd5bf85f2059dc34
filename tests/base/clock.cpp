// SPDX-License-Identifier: Apache-2.0
#include "base/clock.hpp"

#include <gtest/gtest.h>

namespace assay {
namespace {

using std::chrono::seconds;
using std::chrono::sys_seconds;

TEST(Clock, DatesAreIso8601InUtc) {
  EXPECT_EQ(iso8601(sys_seconds(seconds(0))), "1970-01-01T00:00:00Z");
  EXPECT_EQ(iso8601(sys_seconds(seconds(1709251199))), "2024-02-29T23:59:59Z");
  EXPECT_EQ(iso8601(sys_seconds(seconds(4102444800))), "2100-01-01T00:00:00Z");
}

TEST(Clock, FractionsAndTimesBeforeTheEpochRoundDown) {
  using std::chrono::milliseconds;
  EXPECT_EQ(iso8601(std::chrono::system_clock::time_point(milliseconds(1999))),
            "1970-01-01T00:00:01Z");
  EXPECT_EQ(iso8601(std::chrono::system_clock::time_point(milliseconds(-1))),
            "1969-12-31T23:59:59Z");
}

TEST(Clock, TheSystemsClockNeverGoesBack) {
  const Clock& clock = system_clock();
  const double before = clock.seconds();
  EXPECT_GE(clock.seconds(), before);
  EXPECT_GT(clock.now().time_since_epoch().count(), 0);
}

}  // namespace
}  // namespace assay
