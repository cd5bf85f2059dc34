// SPDX-License-Identifier: Apache-2.0
// Lanes of a warp as threads of their own: what trusts in step comes out wrong and is told, what
// waits as the language allows goes on.
#include <set>

#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

using u32 = std::uint32_t;

/// The sum of 0 to 31 over lanes of shared memory, halving; `between` stands after each load and
/// each store. The last 32 words of the array stay 0.
Job tail(const std::string& between) {
  std::string body =
      ".shared .align 4 .b32 s[64]; mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r2, %r2, %r3; "
      "st.shared.u32 [%r2], %r1; st.shared.u32 [%r2+128], 0; bar.sync 0;";
  for (const char* offset : {"64", "32", "16", "8", "4"}) {
    body += std::string("ld.volatile.shared.u32 %r5, [%r2+") + offset + "];" + between +
            "ld.volatile.shared.u32 %r4, [%r2]; add.u32 %r4, %r4, %r5; "
            "st.volatile.shared.u32 [%r2], %r4;" +
            between;
  }
  return kernel(body + "st.global.u32 [%x3], %r4;");
}

std::size_t notes_of(const Done& done, std::string_view code) {
  std::size_t n = 0;
  for (const auto& note : done.outcome.notes) n += note.code == code;
  return n;
}

TEST(WarpExchange, TrustInStepComesOutWrongAndIsTold) {
  std::set<u32> sums;
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    Job j = tail("");
    j.spec.schedule_seed = seed;
    const Done done = clean(j);
    sums.insert(done.buffers[0][0]);
    ASSERT_GT(notes_of(done, "exchange.shared"), 0u);
    for (const auto& note : done.outcome.notes)
      EXPECT_EQ(note.other.has_value(), note.code == "exchange.shared");
  }
  EXPECT_GT(sums.size(), 1u) << "the lanes ran in step";
}

TEST(WarpExchange, SyncwarpMakesItRight) {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    Job j = tail("bar.warp.sync -1;");
    j.spec.schedule_seed = seed;
    const Done done = clean(j);
    EXPECT_EQ(done.buffers[0][0], 496u);
    EXPECT_EQ(notes_of(done, "exchange.shared"), 0u);
  }
}

TEST(WarpExchange, IsTheSameWithMoreHostThreads) {
  Job j = tail("");
  j.grid = {6, 1, 1};
  j.buffers = {std::vector<u32>(192, 0)};
  const std::string one = fingerprint(run(j));
  j.spec.limits.host_threads = 2;
  EXPECT_EQ(fingerprint(run(j)), one);
}

/// Lane 0 waits for a flag that lane 5 sets, by `wait`; nobody minds the order in the text.
Job flag(const std::string& wait) {
  return kernel(
      "setp.eq.u32 %p1, %r1, 0; setp.ne.u32 %p2, %r1, 5; @%p1 bra W; @%p2 bra J;"
      "st.relaxed.gpu.global.u32 [%x1+256], 7; bra J; W: " +
          wait + " setp.eq.u32 %p3, %r5, 0; @%p3 bra W; st.global.u32 [%x1], %r5; J:",
      128);
}

TEST(WarpExchange, AFlagWithinTheWarpIsSeenAndNoExchange) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    for (const char* wait :
         {"ld.volatile.global.u32 %r5, [%x1+256];", "ld.acquire.gpu.global.u32 %r5, [%x1+256];",
          "atom.global.or.b32 %r5, [%x1+256], 0;", "atom.global.cas.b32 %r5, [%x1+256], 9, 9;"}) {
      Job j = flag(wait);
      j.spec.schedule_seed = seed;
      j.spec.limits.steps = 4000;
      const Done done = clean(j);
      EXPECT_EQ(done.buffers[0][0], 7u) << wait;
    }
  }
}

/// All lanes of all blocks take one lock and count.
Job lock(u32 blocks) {
  Job j = kernel(
      "L: atom.acquire.gpu.global.cas.b32 %r5, [%x1], 0, 1; setp.ne.u32 %p1, %r5, 0; @%p1 bra L; "
      "ld.global.u32 %r6, [%x1+4]; add.u32 %r6, %r6, 1; st.global.u32 [%x1+4], %r6;"
      "atom.release.gpu.global.exch.b32 %r7, [%x1], 0;");
  j.grid = {blocks, 1, 1};
  return j;
}

TEST(Waiting, ALockOfAllLanesTakesFewSteps) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Job j = lock(4);
    j.spec.schedule_seed = seed;
    const Done done = clean(j);
    EXPECT_EQ(done.buffers[0][1], 128u);
    // 128 turns at 13 instructions; what is spent in vain is a small multiple of it.
    EXPECT_LT(done.outcome.counters.steps, 40'000u);
  }
}

TEST(Waiting, StepsAreTheSameWithMoreHostThreads) {
  Job j = lock(3);
  const std::string one = fingerprint(run(j));
  j.spec.limits.host_threads = 2;
  EXPECT_EQ(fingerprint(run(j)), one);
}

TEST(Waiting, ALockWithoutAcquireStillRaces) {
  Job j = lock(2);
  for (const char* order : {".acquire.gpu", ".release.gpu"})
    j.text.replace(j.text.find(order), std::string(order).size(), "");
  bool raced = false;
  for (const auto& f : run(j).outcome.faults) raced |= f.code == "race.global";
  EXPECT_TRUE(raced);
}

TEST(Waiting, AValueGivenAnewIsAcquiredAnew) {
  // Two threads hand one word back and forth: the consumer finds 1 each time, and each time there
  // is more behind it.
  Job j = kernel(
      "setp.ne.u32 %p9, %r1, 0; @%p9 exit; mov.u32 %r9, 0; mov.u32 %r8, 0; setp.eq.u32 %p1, %r20, "
      "0; @%p1 bra MAKE; USE: ld.acquire.gpu.global.u32 %r5, [%x1]; setp.ne.u32 %p2, %r5, 1; @%p2 "
      "bra USE; ld.global.u32 %r6, [%x1+4]; add.u32 %r8, %r8, %r6; st.release.gpu.global.u32 "
      "[%x1], 0; add.u32 %r9, %r9, 1; setp.lt.u32 %p3, %r9, 20; @%p3 bra USE; st.global.u32 "
      "[%x1+8], %r8; exit; MAKE: ld.acquire.gpu.global.u32 %r5, [%x1]; setp.ne.u32 %p2, %r5, 0; "
      "@%p2 bra MAKE; st.global.u32 [%x1+4], %r9; st.release.gpu.global.u32 [%x1], 1; add.u32 %r9, "
      "%r9, 1; setp.lt.u32 %p3, %r9, 20; @%p3 bra MAKE;");
  j.grid = {2, 1, 1};
  for (const std::uint64_t seed : {1, 2, 3}) {
    j.spec.schedule_seed = seed;
    EXPECT_EQ(output(j)[2], 190u);
  }
}

}  // namespace
}  // namespace assay::sim::testing
