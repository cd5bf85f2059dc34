// SPDX-License-Identifier: Apache-2.0
// Named barriers, barrier reductions, threads that leave before a barrier.
#include <gmock/gmock.h>

#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

using ::testing::HasSubstr;
using u32 = std::uint32_t;

Job wide(const std::string& body, u32 threads = 64, const std::string& before = "") {
  Job j = kernel(body, 512, before);
  j.block = {threads, 1, 1};
  return j;
}

TEST(Barrier, ReductionsCountAndCombine) {
  for (const u32 below : {0u, 1u, 40u, 64u}) {
    const auto out = output(wide(
        "setp.lt.u32 %p1, %r1, " + std::to_string(below) +
        "; bar.red.popc.u32 %r2, 0, %p1; bar.red.and.pred %p2, 0, %p1; bar.red.or.pred %p3, 0, %p1;"
        "selp.b32 %r3, 1000, 0, %p2; selp.b32 %r4, 2000, 0, %p3; add.u32 %r2, %r2, %r3; add.u32 "
        "%r2, %r2, %r4; st.global.u32 [%x3], %r2;"));
    for (const u32 l : {0u, 31u, 32u, 63u})
      EXPECT_EQ(out[l], below + (below == 64 ? 1000 : 0) + (below > 0 ? 2000 : 0)) << below;
  }
}

TEST(Barrier, ReductionsOfANegatedPredicate) {
  const auto out = output(wide(
      "setp.lt.u32 %p1, %r1, 10; bar.red.popc.u32 %r2, 3, 64, !%p1; st.global.u32 [%x3], %r2;"));
  EXPECT_EQ(out[5], 54u);
}

/// Warp 0 makes values in shared memory, warp 1 takes them: full on barrier 1, empty on 2.
constexpr const char* producer =
    ".shared .align 4 .b32 box[32]; mov.u32 %r2, box; shl.b32 %r3, %r1, 2; and.b32 %r3, %r3, 127;"
    "add.u32 %r2, %r2, %r3; mov.u32 %r5, 0; mov.u32 %r6, 0; setp.ge.u32 %p1, %r1, 32; @%p1 bra "
    "TAKE;"
    "MAKE: mad.lo.u32 %r7, %r5, 100, %r1; st.shared.u32 [%r2], %r7; bar.arrive 1, 64; add.u32 %r5, "
    "%r5, 1; setp.ge.u32 %p2, %r5, 5; @%p2 bra END; bar.sync 2, 64; bra MAKE;"
    "TAKE: bar.sync 1, 64; ld.shared.u32 %r7, [%r2]; add.u32 %r6, %r6, %r7; add.u32 %r5, %r5, 1;"
    "setp.ge.u32 %p2, %r5, 5; @%p2 bra STORE; bar.arrive 2, 64; bra TAKE;"
    "STORE: st.global.u32 [%x3], %r6; END:";

TEST(Barrier, ProducersArriveAndConsumersSync) {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    Job j = wide(producer);
    j.spec.schedule_seed = seed;
    const auto out = output(j);
    for (u32 l = 0; l < 32; ++l) EXPECT_EQ(out[32 + l], 5 * l + 1000);
  }
}

TEST(Barrier, APairThatForgetsTheWayBackRaces) {
  std::string body = producer;
  for (const char* gone : {"bar.sync 2, 64;", "bar.arrive 2, 64;"})
    body.replace(body.find(gone), std::string(gone).size(), "");
  bool raced = false;
  for (std::uint64_t seed = 0; seed < 8 && !raced; ++seed) {
    Job j = wide(body);
    j.spec.schedule_seed = seed;
    for (const auto& f : run(j).outcome.faults) raced = raced || f.code == "race.shared";
  }
  EXPECT_TRUE(raced);
}

TEST(Barrier, NumbersMayComeFromRegisters) {
  const auto out = output(wide(
      "shr.u32 %r2, %r1, 6; add.u32 %r2, %r2, 1; mov.u32 %r3, 64; bar.sync %r2, %r3; st.global.u32 "
      "[%x3], %r2;",
      128));
  EXPECT_EQ(out[0], 1u);
  EXPECT_EQ(out[127], 2u);
}

TEST(Barrier, ThereAreSixteen) {
  const Fault f = only_fault(wide("mov.u32 %r2, 16; bar.sync %r2;"));
  EXPECT_EQ(f.code, "run.fault");
  EXPECT_THAT(f.message, HasSubstr("there are 16 barriers"));
}

TEST(Barrier, UnalignedOnesTakeLanesFromDifferentPlaces) {
  const auto out = output(
      wide("setp.lt.u32 %p1, %r1, 16; @%p1 bra A; barrier.sync 0; mov.u32 %r2, 1; bra END; A: "
           "barrier.sync 0; mov.u32 %r2, 2; END: st.global.u32 [%x3], %r2;"));
  EXPECT_EQ(out[0], 2u);
  EXPECT_EQ(out[63], 1u);
}

TEST(Barrier, OrdersSharedMemoryOfTheWholeBlock) {
  const auto out = output(
      wide(".shared .b32 s[128]; mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3;"
           "st.shared.u32 [%r4], %r1; bar.sync 0; xor.b32 %r5, %r3, 508; add.u32 %r5, %r2, %r5;"
           "ld.shared.u32 %r6, [%r5]; st.global.u32 [%x3], %r6;",
           128));
  for (u32 l = 0; l < 128; ++l) EXPECT_EQ(out[l], 127 - l);
}

TEST(Barrier, ANamedOneOrdersOnlyThoseWhoCame) {
  // Warps 0 and 1 meet at barrier 1; warp 2 reads what they wrote without having been there.
  const Done done = run(wide(
      ".shared .b32 s[32]; mov.u32 %r2, s; and.b32 %r3, %r1, 31; shl.b32 %r3, %r3, 2; add.u32 %r2, "
      "%r2, %r3; setp.lt.u32 %p1, %r1, 32; @%p1 st.shared.u32 [%r2], %r1; setp.ge.u32 %p2, %r1, 64;"
      "@%p2 bra READ; bar.sync 1, 64; READ: setp.ge.u32 %p1, %r1, 32; @%p1 ld.shared.u32 %r5, "
      "[%r2];",
      96));
  ASSERT_FALSE(done.outcome.faults.empty());
  bool raced = false;
  for (const auto& f : done.outcome.faults) {
    if (f.code != "race.shared") continue;
    raced = true;
    ASSERT_TRUE(f.other);
    EXPECT_TRUE(f.site.thread[0] >= 64 || f.other->thread[0] >= 64);
  }
  EXPECT_TRUE(raced);
}

TEST(Barrier, WholeWarpsMayHaveLeft) {
  const auto out = output(wide(
      "setp.ge.u32 %p1, %r1, 64; @%p1 exit; bar.sync 0; bar.sync 0; st.global.u32 [%x3], 1;", 256));
  EXPECT_EQ(out[63], 1u);
  EXPECT_EQ(out[64], 0u);
}

TEST(Barrier, LanesThatLeaveLaterReleaseThoseWhoWait) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Job j = wide(
        "mov.u32 %r2, 0; setp.lt.u32 %p1, %r1, 32; @%p1 bra WAIT; L: add.u32 %r2, %r2, 1; "
        "setp.lt.u32 "
        "%p2, %r2, 300; @%p2 bra L; exit; WAIT: bar.sync 0; st.global.u32 [%x3], 1;");
    j.spec.schedule_seed = seed;
    EXPECT_EQ(output(j)[31], 1u);
  }
}

TEST(Barrier, EachIsCounted) {
  EXPECT_EQ(clean(wide("bar.sync 0; bar.sync 0; bar.sync 0;", 96)).outcome.counters.barriers, 9u);
}

TEST(Barrier, TooFewThreadsNeverPass) {
  const Fault f = only_fault(wide("setp.lt.u32 %p1, %r1, 32; @%p1 bar.sync 4, 64;"));
  EXPECT_EQ(f.code, "run.deadlock");
  EXPECT_THAT(f.message, HasSubstr("32 threads wait at barrier 4"));
}

}  // namespace
}  // namespace assay::sim::testing
