// SPDX-License-Identifier: Apache-2.0
// Where diverged lanes meet again, seen by how many warp instructions run behind; and that no lane
// starves.
#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

u64 stores(const std::string& body) {
  return clean(kernel(body)).outcome.counters.global_store_requests;
}

TEST(Reconverge, BehindAnIf) {
  EXPECT_EQ(stores("setp.lt.u32 %p1, %r1, 9; @%p1 bra END; add.u32 %r2, %r1, 1; END: st.global.u32 "
                   "[%x3], %r1;"),
            1u);
}

TEST(Reconverge, BehindNestedIfs) {
  EXPECT_EQ(stores("setp.lt.u32 %p1, %r1, 16; @%p1 bra LOW; setp.lt.u32 %p2, %r1, 24; @%p2 bra "
                   "MID; mov.u32 %r2, 3; bra "
                   "HIGH; MID: mov.u32 %r2, 2; HIGH: st.global.u32 [%x3], %r2; bra END; LOW: "
                   "mov.u32 %r2, 1; END: "
                   "st.global.u32 [%x3+128], %r2;"),
            2u);
}

TEST(Reconverge, BehindALoopWithBreakAndContinue) {
  EXPECT_EQ(stores("mov.u32 %r2, 0; L: add.u32 %r2, %r2, 1; and.b32 %r3, %r2, 1; setp.eq.u32 %p1, "
                   "%r3, 0; @%p1 bra L; "
                   "setp.gt.u32 %p2, %r2, %r1; @%p2 bra OUT; setp.lt.u32 %p3, %r2, 40; @%p3 bra L; "
                   "OUT: st.global.u32 "
                   "[%x3], %r2;"),
            1u);
}

TEST(Reconverge, InsideTheLoopEachTimeRound) {
  // An if inside a loop: the rest of the body must run once a round, not once a side.
  const std::string body =
      "mov.u32 %r2, 0; L: and.b32 %r3, %r1, 1; setp.eq.u32 %p1, %r3, 0; @%p1 bra SKIP; add.u32 "
      "%r4, %r4, 1; SKIP: "
      "st.global.u32 [%x3], %r2; add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 6; @%p2 bra L;";
  EXPECT_EQ(stores(body), 6u);
}

TEST(Reconverge, BlocksOutOfOrderInTheText) {
  EXPECT_EQ(stores("setp.lt.u32 %p1, %r1, 16; @%p1 bra A; bra B; END: st.global.u32 [%x3], %r2; "
                   "ret; A: mov.u32 %r2, 1; bra "
                   "END; B: mov.u32 %r2, 2; bra END;"),
            1u);
}

TEST(Reconverge, ALoopOfUnevenTripsCostsItsLongest) {
  const auto count = [](const std::string& trips) {
    return clean(kernel("mov.u32 %r2, 0; " + trips +
                        " L: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r3; @%p1 bra L; "
                        "st.global.u32 [%x3], %r2;"))
        .outcome.counters.warp_instructions;
  };
  EXPECT_EQ(count("add.u32 %r3, %r1, 1;"), count("mov.u32 %r3, 32;"));
}

TEST(Reconverge, GuardedInstructionsNeedNoBranch) {
  const Done done = clean(kernel(
      "setp.lt.u32 %p1, %r1, 7; @%p1 add.u32 %r2, %r1, 1; @!%p1 add.u32 %r2, %r1, 2; st.global.u32 "
      "[%x3], %r2;"));
  EXPECT_EQ(done.outcome.counters.divergent_branches, 0u);
  for (u32 l = 0; l < 32; ++l) EXPECT_EQ(done.buffers[0][l], l + (l < 7 ? 1 : 2));
}

TEST(Starvation, ALockInsideOneWarpIsPassedOn) {
  // Two lanes are enough: the one that spins must not keep the owner from its release.
  Job j = kernel(
      "add.u32 %r4, %r1, 1; L: atom.acquire.gpu.global.cas.b32 %r2, [%x1], 0, 1; setp.ne.u32 %p1, "
      "%r2, 0; @%p1 bra L; ld.relaxed.gpu.global.u32 %r3, [%x1+8]; add.u32 %r3, %r3, %r4; "
      "st.relaxed.gpu.global.u32 [%x1+8], %r3; st.release.gpu.global.u32 [%x1], 0;");
  j.block = {2, 1, 1};
  EXPECT_EQ(output(j)[2], 3u);
}

TEST(Starvation, ALaneThatWaitsForALaterOneIsHelped) {
  // Lane 0 spins on a flag that lane 31 sets behind the loop.
  Job j = kernel(
      "setp.eq.u32 %p1, %r1, 31; @%p1 bra SET; W: ld.volatile.global.u32 %r2, [%x1]; setp.eq.u32 "
      "%p2, %r2, 0; @%p2 "
      "bra W; bra END; SET: st.volatile.global.u32 [%x1], 1; END: st.global.u32 [%x3+128], %r1;");
  j.spec.limits.steps = 1'000'000;
  const auto out = output(j);
  for (u32 l = 0; l < 32; ++l) EXPECT_EQ(out[32 + l], l);
}

TEST(Starvation, WarpsOfABlockTakeTurns) {
  Job j = kernel(
      "setp.ge.u32 %p1, %r1, 32; @%p1 bra SET; W: ld.volatile.global.u32 %r2, [%x1]; setp.eq.u32 "
      "%p2, %r2, 0; @%p2 bra "
      "W; st.global.u32 [%x3+128], 1; ret; SET: st.volatile.global.u32 [%x1], 1;");
  j.block = {64, 1, 1};
  EXPECT_EQ(output(j)[32], 1u);
}

TEST(Starvation, BlocksThatWaitForLaterOnesAreHelpedAsFarAsTheyFit) {
  Job j = kernel(
      "setp.ne.u32 %p3, %r1, 0; @%p3 exit; setp.eq.u32 %p1, %r20, 99; @%p1 bra SET; W: "
      "ld.volatile.global.u32 %r2, [%x1]; "
      "setp.eq.u32 %p2, %r2, 0; @%p2 bra W; ret; SET: st.volatile.global.u32 [%x1], 1;");
  j.grid = {100, 1, 1};
  EXPECT_EQ(output(j)[0], 1u);
}

}  // namespace
}  // namespace assay::sim::testing
