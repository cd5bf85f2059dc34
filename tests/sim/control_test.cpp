// SPDX-License-Identifier: Apache-2.0
// Divergence, loops, calls, warp-wide operations, and the same outcome whatever the number of host
// threads.
#include <numeric>

#include "sim/harness.hpp"

namespace assay::sim::testing {
namespace {

constexpr const char* head =
    ".reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %x<20>; .reg .f32 %f<9>;\n"
    "ld.param.u64 %x1, [a]; mov.u32 %r1, %tid.x; mov.u32 %r20, %ctaid.x; mov.u32 %r21, %ntid.x;\n"
    "mad.lo.u32 %r22, %r20, %r21, %r1; mul.wide.u32 %x2, %r22, 4; add.u64 %x3, %x1, %x2;\n";

Job job(const std::string& body, std::size_t words = 64, const std::string& before = "") {
  Job j;
  j.text = before + ".visible .entry k(.param .u64 a) {\n" + head + body + "\nret;\n}";
  j.buffers = {std::vector<std::uint32_t>(words, 0)};
  return j;
}

std::vector<std::uint32_t> output(const Job& j) {
  const Done done = run(j);
  for (const auto& f : done.outcome.faults)
    ADD_FAILURE() << f.code << ": " << f.message << " " << f.site.instruction;
  return done.buffers[0];
}

TEST(Control, LanesLoopAsLongAsEachWants) {
  const auto out =
      output(job("mov.u32 %r2, 0; mov.u32 %r3, 0; L: setp.ge.u32 %p1, %r2, %r1; @%p1 bra D; "
                 "add.u32 %r3, %r3, %r2;"
                 "add.u32 %r2, %r2, 1; bra L; D: st.global.u32 [%x3], %r3;"));
  for (std::uint32_t l = 0; l < 32; ++l) EXPECT_EQ(out[l], l * (l - 1) / 2);
}

TEST(Control, LanesMeetBehindALoop) {
  // A store behind the loop is one warp instruction if the lanes met.
  Job j =
      job("mov.u32 %r2, 0; L: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r1; @%p1 bra L; "
          "st.global.u32 [%x3], %r2;");
  EXPECT_EQ(run(j).outcome.counters.global_store_requests, 1u);
}

TEST(Control, BothSidesOfABranchMeetAgain) {
  Job j =
      job("and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; @%p1 bra E; mov.u32 %r3, 10; bra J; E: "
          "mov.u32 %r3, 20;"
          "J: st.global.u32 [%x3], %r3;");
  const Done done = run(j);
  EXPECT_EQ(done.outcome.counters.global_store_requests, 1u);
  EXPECT_EQ(done.outcome.counters.divergent_branches, 1u);
  EXPECT_EQ(done.buffers[0][0], 20u);
  EXPECT_EQ(done.buffers[0][1], 10u);
}

TEST(Control, SpinningOnAnotherLanesLockComesForward) {
  // Every lane takes the lock in turn; a scheduler that runs only the spinning side would hang.
  Job j =
      job("L: atom.global.cas.b32 %r2, [%x1], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra L;"
          "ld.volatile.global.u32 %r3, [%x1+4]; add.u32 %r3, %r3, 1; st.volatile.global.u32 "
          "[%x1+4], %r3; membar.gl;"
          "atom.global.exch.b32 %r2, [%x1], 0;");
  j.spec.limits.steps = 5'000'000;
  EXPECT_EQ(output(j)[1], 32u);
}

TEST(Control, TableBranches) {
  const auto out = output(job(
      "and.b32 %r2, %r1, 3; T: .branchtargets A, B, C, D; brx.idx %r2, T; A: mov.u32 %r3, 1; bra J;"
      "B: mov.u32 %r3, 2; bra J; C: mov.u32 %r3, 3; bra J; D: mov.u32 %r3, 4; J: st.global.u32 "
      "[%x3], %r3;"));
  for (std::uint32_t l = 0; l < 32; ++l) EXPECT_EQ(out[l], l % 4 + 1);
}

constexpr const char* factorial =
    ".func (.param .b32 out) fact(.param .b32 in) { .reg .pred %p; .reg .b32 %r<5>;\n"
    "ld.param.b32 %r1, [in]; setp.gt.u32 %p, %r1, 1; @%p bra MORE; st.param.b32 [out], 1; ret;\n"
    "MORE: sub.u32 %r2, %r1, 1; { .param .b32 i; .param .b32 o; st.param.b32 [i], %r2; call (o), "
    "fact, (i); ld.param.b32 %r3, [o]; }\n"
    "mul.lo.u32 %r4, %r3, %r1; st.param.b32 [out], %r4; ret; }\n";

TEST(Control, RecursionPerLane) {
  const auto out =
      output(job("and.b32 %r2, %r1, 7; { .param .b32 i; .param .b32 o; st.param.b32 [i], %r2; call "
                 "(o), fact, (i);"
                 "ld.param.b32 %r3, [o]; } st.global.u32 [%x3], %r3;",
                 64, factorial));
  std::uint32_t want[8] = {1, 1, 2, 6, 24, 120, 720, 5040};
  for (std::uint32_t l = 0; l < 32; ++l) EXPECT_EQ(out[l], want[l % 8]);
}

TEST(Control, LocalMemoryIsEachThreadsOwn) {
  const auto out = output(job(
      ".local .align 4 .b8 d[64]; .reg .b64 %SP; mov.u64 %SP, d; and.b32 %r2, %r1, 15; "
      "mul.wide.u32 %x4, %r2, 4;"
      "add.u64 %x5, %SP, %x4; st.local.u32 [%x5], %r1; cvta.local.u64 %x6, %x5; ld.u32 %r3, [%x6];"
      "st.global.u32 [%x3], %r3;"));
  for (std::uint32_t l = 0; l < 32; ++l) EXPECT_EQ(out[l], l);
}

TEST(Control, ShufflesInAllModes) {
  const auto one = [](const std::string& args) {
    return output(job("shfl.sync." + args + ", 0xffffffff; st.global.u32 [%x3], %r2;"));
  };
  const auto up = one("up.b32 %r2, %r1, 3, 0"), down = one("down.b32 %r2, %r1, 3, 31"),
             bfly = one("bfly.b32 %r2, %r1, 5, 31"), idx = one("idx.b32 %r2, %r1, 1, 0x181f");
  for (std::uint32_t l = 0; l < 32; ++l) {
    EXPECT_EQ(up[l], l < 3 ? l : l - 3);
    EXPECT_EQ(down[l], l + 3 > 31 ? l : l + 3);
    EXPECT_EQ(bfly[l], l ^ 5);
    EXPECT_EQ(idx[l], (l & 24) + 1);
  }
}

TEST(Control, ShuffleWaitsForDivergedLanes) {
  const auto out =
      output(job("setp.lt.u32 %p1, %r1, 16; @%p1 bra A; add.u32 %r3, %r1, 100; bra J; A: add.u32 "
                 "%r3, %r1, 200;"
                 "J: shfl.sync.bfly.b32 %r2, %r3, 16, 31, 0xffffffff; st.global.u32 [%x3], %r2;"));
  EXPECT_EQ(out[0], 116u);
  EXPECT_EQ(out[20], 204u);
}

TEST(Control, ReadingALaneThatIsOffIsNoted) {
  Job j =
      job("setp.ge.u32 %p1, %r1, 16; @%p1 exit; shfl.sync.bfly.b32 %r2, %r1, 16, 31, 0xffff; "
          "st.global.u32 [%x3], %r2;");
  const Done done = run(j);
  ASSERT_EQ(done.outcome.notes.size(), 1u);
  EXPECT_EQ(done.outcome.notes[0].code, "shfl.inactive");
}

TEST(Control, VotesMatchesAndReductions) {
  const auto ballot =
      output(job("setp.lt.u32 %p1, %r1, 5; vote.sync.ballot.b32 %r2, %p1, 0xffffffff; "
                 "st.global.u32 [%x3], %r2;"));
  EXPECT_EQ(ballot[9], 0x1fu);
  const auto all =
      output(job("setp.lt.u32 %p1, %r1, 50; vote.sync.all.pred %p2, %p1, 0xffffffff; selp.b32 %r2, "
                 "1, 0, %p2; st.global.u32 [%x3], %r2;"));
  EXPECT_EQ(all[31], 1u);
  const auto any = output(job(
      "and.b32 %r4, %r1, 3; match.any.sync.b32 %r2, %r4, 0xffffffff; st.global.u32 [%x3], %r2;"));
  EXPECT_EQ(any[6], 0x44444444u);
  const auto sum =
      output(job("redux.sync.add.s32 %r2, %r1, 0xffffffff; st.global.u32 [%x3], %r2;"));
  EXPECT_EQ(sum[0], 496u);
  const auto most = output(job(
      "sub.s32 %r4, 3, %r1; redux.sync.max.s32 %r2, %r4, 0xffffffff; st.global.u32 [%x3], %r2;"));
  EXPECT_EQ(most[17], 3u);
}

TEST(Control, SpecialRegistersInThreeDimensions) {
  Job j =
      job("mov.u32 %r2, %tid.y; mov.u32 %r3, %ctaid.y; mov.u32 %r4, %nctaid.y; mov.u32 %r5, "
          "%laneid; mad.lo.u32 %r6, %r3, 100, %r2;"
          "mov.u32 %r7, %ntid.y; mad.lo.u32 %r8, %r3, %r7, %r2; mov.u32 %r9, %ntid.x; mad.lo.u32 "
          "%r8, %r8, %r9, %r1;"
          "mul.wide.u32 %x4, %r8, 4; add.u64 %x4, %x1, %x4; st.global.u32 [%x4], %r6;");
  j.grid = {1, 2, 1};
  j.block = {8, 4, 1};
  const auto out = output(j);
  EXPECT_EQ(out[9], 1u);
  EXPECT_EQ(out[32 + 31], 103u);
}

TEST(Control, BarrierReductionsAndNamedBarriers) {
  Job j =
      job("and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; bar.red.popc.u32 %r3, 0, %p1; bar.sync 3, "
          "64; st.global.u32 [%x3], %r3;");
  j.block = {64, 1, 1};
  EXPECT_EQ(output(j)[40], 32u);
}

TEST(Control, AtomicsReturnWhatWasThere) {
  Job j =
      job("atom.global.inc.u32 %r2, [%x1], 4; add.u64 %x4, %x3, 128; st.global.u32 [%x4], %r2;");
  const auto out = output(j);
  EXPECT_EQ(out[0], 32u % 5);
  EXPECT_EQ(out[32 + 6], 1u);
  EXPECT_EQ(output(job("atom.global.max.s32 %r2, [%x1], %r1;"))[0], 31u);
  EXPECT_EQ(output(job("cvt.rn.f32.u32 %f1, %r1; red.global.add.f32 [%x1], %f1;"))[0], 0x43f80000u);
}

/// Blocks that work alone, blocks that race, blocks that count: the same whatever the host does.
class Determinism : public ::testing::TestWithParam<const char*> {};

TEST_P(Determinism, HostThreadsChangeNothing) {
  for (const std::uint64_t seed : {1, 2, 77}) {
    std::string first;
    for (const int threads : {1, 2, 4}) {
      Job j = job(GetParam(), 2048);
      j.grid = {24, 1, 1};
      j.block = {64, 1, 1};
      j.spec.schedule_seed = seed;
      j.spec.limits.host_threads = threads;
      j.spec.limits.steps = 200'000;
      const std::string got = fingerprint(run(j));
      if (first.empty()) first = got;
      EXPECT_EQ(got, first) << threads << " threads, seed " << seed;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, Determinism,
    ::testing::Values("st.global.u32 [%x3], %r22;", "st.global.u32 [%x1], %r22;",
                      "atom.global.add.u32 %r2, [%x1], 1; st.global.u32 [%x3+4096], %r2;",
                      "ld.global.u32 %r2, [%x3+64]; add.u32 %r2, %r2, 1; st.global.u32 [%x3], %r2;",
                      ".shared .b32 s[4]; st.shared.u32 [s], %r1; bar.sync 0; ld.shared.u32 %r2, "
                      "[s]; st.global.u32 [%x3], %r2;",
                      "mov.u32 %r2, %clock; st.global.u32 [%x3], %r2;", "L: bra L;",
                      "st.global.u32 [%x3+7200], %r1;"));

}  // namespace
}  // namespace assay::sim::testing
