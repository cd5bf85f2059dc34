// SPDX-License-Identifier: Apache-2.0
// Blocks together: grid barriers, last-block reductions, look-back, dynamic shared memory, launches
// in a row; the same outcome for every number of host threads.
#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

using u32 = std::uint32_t;

/// Thread 0 of each block adds one to a word and waits until all blocks have; then each block reads
/// what the block after it wrote.
Job grid_barrier(u32 blocks) {
  Job j = kernel(
      "mov.u32 %r23, %nctaid.x; st.global.u32 [%x3], %r22; bar.sync 0; setp.ne.u32 %p1, %r1, 0;"
      "@%p1 bra MET; membar.gl; ld.global.u64 %x9, [%x1+0]; atom.global.add.u32 %r5, [count], 1;"
      "SPIN: ld.volatile.global.u32 %r6, [count]; setp.lt.u32 %p2, %r6, %r23; @%p2 bra SPIN;"
      "membar.gl; MET: bar.sync 0; add.u32 %r7, %r20, 1; rem.u32 %r7, %r7, %r23; mad.lo.u32 %r7, "
      "%r7, %r21, %r1; mul.wide.u32 %x5, %r7, 4; add.u64 %x5, %x1, %x5; ld.global.u32 %r8, [%x5];"
      "add.u64 %x6, %x3, 4096; st.global.u32 [%x6], %r8;",
      2048, ".global .align 4 .u32 count;\n");
  j.text.replace(j.text.find("ld.global.u64 %x9, [%x1+0]; "), 28, "");
  j.grid = {blocks, 1, 1};
  j.cooperative = true;
  j.spec.writable_symbols = {"count"};
  return j;
}

TEST(Grid, ABarrierOverAllBlocks) {
  for (const std::uint64_t seed : {1, 5}) {
    Job j = grid_barrier(20);
    j.spec.schedule_seed = seed;
    const auto out = output(j);
    for (u32 t = 0; t < 640; ++t) ASSERT_EQ(out[1024 + t], (t + 32) % 640);
  }
}

TEST(Grid, ReadingWithoutTheBarrierRaces) {
  Job j = grid_barrier(8);
  j.text.replace(j.text.find("setp.lt.u32 %p2, %r6, %r23"), 26, "setp.lt.u32 %p2, %r6, 0");
  bool raced = false;
  for (const auto& f : run(j).outcome.faults) raced = raced || f.code == "race.global";
  EXPECT_TRUE(raced);
}

TEST(Grid, ACooperativeLaunchMustFit) {
  Job j = kernel("", 64);
  j.grid = {132 * 32 + 1, 1, 1};
  j.cooperative = true;
  EXPECT_THROW((void)run(j), std::runtime_error);
}

TEST(Grid, TheLastBlockAddsUp) {
  Job j = kernel(
      "add.u32 %r2, %r20, 1; setp.ne.u32 %p1, %r1, 0; @%p1 exit; mul.wide.u32 %x5, %r20, 4; "
      "add.u64 "
      "%x5, %x1, %x5; st.global.u32 [%x5+64], %r2; membar.gl; atom.global.add.u32 %r3, [%x1], 1;"
      "mov.u32 %r4, %nctaid.x; sub.u32 %r5, %r4, 1; setp.ne.u32 %p2, %r3, %r5; @%p2 exit; "
      "membar.gl;"
      "mov.u32 %r6, 0; mov.u32 %r7, 0; mov.u64 %x6, %x1; L: ld.global.u32 %r8, [%x6+64]; add.u32 "
      "%r6, "
      "%r6, %r8; add.u64 %x6, %x6, 4; add.u32 %r7, %r7, 1; setp.lt.u32 %p3, %r7, %r4; @%p3 bra L;"
      "st.global.u32 [%x1+4], %r6;");
  j.grid = {40, 1, 1};
  for (const std::uint64_t seed : {1, 2, 3}) {
    j.spec.schedule_seed = seed;
    EXPECT_EQ(output(j)[1], 820u);
  }
}

TEST(Grid, AnAcquireSeesWhatCameBeforeTheRelease) {
  // Block n waits for the flag of block n - 1 and passes a sum on.
  Job j = kernel(
      "setp.ne.u32 %p1, %r1, 0; @%p1 exit; mul.wide.u32 %x5, %r20, 8; add.u64 %x5, %x1, %x5; "
      "mov.u32 "
      "%r4, 0; setp.eq.u32 %p2, %r20, 0; @%p2 bra OWN; W: ld.acquire.gpu.global.u32 %r3, [%x5+-4];"
      "setp.eq.u32 %p3, %r3, 0; @%p3 bra W; ld.global.u32 %r4, [%x5+-8]; OWN: add.u32 %r4, %r4, "
      "%r20;"
      "st.global.u32 [%x5], %r4; st.release.gpu.global.u32 [%x5+4], 1;");
  j.grid = {30, 1, 1};
  const auto out = output(j);
  for (u32 b = 0; b < 30; ++b) EXPECT_EQ(out[2 * b], b * (b + 1) / 2);
}

TEST(Grid, ARelaxedFlagOrdersNothing) {
  Job j = kernel(
      "setp.ne.u32 %p1, %r1, 0; @%p1 exit; setp.eq.u32 %p2, %r20, 0; @%p2 bra MAKE; W: "
      "ld.relaxed.gpu.global.u32 %r3, [%x1+4]; setp.eq.u32 %p3, %r3, 0; @%p3 bra W; ld.global.u32 "
      "%r4, "
      "[%x1]; exit; MAKE: st.global.u32 [%x1], 7; st.relaxed.gpu.global.u32 [%x1+4], 1;");
  j.grid = {2, 1, 1};
  EXPECT_EQ(only_fault(j).code, "race.global");
}

TEST(Grid, DynamicSharedMemoryIsAsLargeAsAsked) {
  const std::string before = ".extern .shared .align 16 .b8 dynamic[];\n";
  const std::string body =
      ".shared .b32 fixed[8]; mov.u32 %r2, dynamic; shl.b32 %r3, %r1, 2; add.u32 %r2, %r2, %r3;"
      "st.shared.u32 [%r2], %r1; ld.shared.u32 %r4, [%r2]; mov.u32 %r5, %dynamic_smem_size; "
      "mad.lo.u32 "
      "%r4, %r5, 1000, %r4; mov.u32 %r6, fixed; st.shared.u32 [%r6], 1; st.global.u32 [%x3], %r4;";
  Job j = kernel(body, 64, before);
  j.text.replace(j.text.find("st.shared.u32 [%r6], 1;"), 23, "");
  j.shared = 128;
  const auto out = output(j);
  for (u32 l = 0; l < 32; ++l) EXPECT_EQ(out[l], 128000 + l);
  j.shared = 124;
  EXPECT_EQ(only_fault(j).code, "memory.out_of_bounds");
}

TEST(Grid, MoreSharedMemoryThanABlockHasIsMisuse) {
  Job j = kernel("");
  j.shared = 232449;
  EXPECT_THROW((void)run(j), std::runtime_error);
}

/// A kernel with atomics, races, a clock and divergence in one.
Job mixed() {
  Job j = kernel(
      "atom.global.add.u32 %r2, [%x1], 1; and.b32 %r3, %r2, 7; mov.u32 %r4, 0; L: add.u32 %r4, "
      "%r4, "
      "1; setp.lt.u32 %p1, %r4, %r3; @%p1 bra L; st.global.u32 [%x1+128], %r22; mov.u32 %r5, "
      "%clock;"
      "add.u32 %r5, %r5, %r4; st.global.u32 [%x3+512], %r5;",
      4096);
  j.grid = {33, 1, 1};
  j.block = {96, 1, 1};
  return j;
}

TEST(Grid, HostThreadsChangeNothingWhateverTheSeed) {
  std::string of_first_seed;
  bool seeds_differ = false;
  for (const std::uint64_t seed : {0, 1, 2, 3, 12345}) {
    std::string first;
    for (const int threads : {1, 2, 3, 8}) {
      Job j = mixed();
      j.spec.schedule_seed = seed;
      j.spec.limits.host_threads = threads;
      const std::string got = fingerprint(run(j));
      if (first.empty()) first = got;
      ASSERT_EQ(got, first) << threads << " threads, seed " << seed;
    }
    if (of_first_seed.empty()) of_first_seed = first;
    seeds_differ = seeds_differ || first != of_first_seed;
  }
  EXPECT_TRUE(seeds_differ) << "the seed does not reach the schedule";
}

TEST(Grid, LaunchesSeeWhatEarlierOnesWrote) {
  Simulator s = loaded(module_text(
      ".visible .entry add(.param .u64 a, .param .u32 n) { .reg .b64 %x<3>; .reg .b32 %r<4>;"
      "ld.param.u64 %x1, [a]; ld.param.u32 %r1, [n]; ld.global.u32 %r2, [%x1]; add.u32 %r2, %r2, "
      "%r1;"
      "st.global.u32 [%x1], %r2; ret; }"));
  const auto id = s.allocate({"a", 4, 16, Access::read_write, true, 4}, 1);
  RunSpec spec;
  for (const u32 n : {1u, 10u, 100u}) {
    Launch& launch = spec.launches.emplace_back();
    launch.kernel = "add";
    launch.arguments.resize(2);
    launch.arguments[0].buffer = *id;
    launch.arguments[1].bytes.resize(4);
    std::memcpy(launch.arguments[1].bytes.data(), &n, 4);
  }
  const auto outcome = s.run(spec);
  ASSERT_TRUE(outcome && outcome->completed);
  u32 got = 0;
  std::memcpy(&got, s.read(*id).data(), 4);
  EXPECT_EQ(got, 111u);
}

TEST(Grid, AnEmptyGridIsDone) {
  Job j = kernel("trap;");
  j.grid = {0, 1, 1};
  const Done done = run(j);
  EXPECT_TRUE(done.outcome.completed);
  EXPECT_EQ(done.outcome.counters.steps, 0u);
}

}  // namespace
}  // namespace assay::sim::testing
