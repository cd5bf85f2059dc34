// SPDX-License-Identifier: Apache-2.0
// What is counted: instructions, sectors, bank conflicts, floats; the same for one and two host
// threads and for both orders in which blocks can run.
#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

using u32 = std::uint32_t;

Counters counted(const Job& j) {
  return clean(j).outcome.counters;
}

/// A load by one warp from a 128-byte aligned place, lanes `stride` elements apart.
Counters strided(int stride, int bytes) {
  const std::string type = bytes == 8 ? "u64 %x9" : bytes == 2 ? "u16 %h9" : "u32 %r9";
  return counted(kernel("add.u64 %x5, %x1, 127; and.b64 %x5, %x5, -128; mul.wide.u32 %x6, %r1, " +
                            std::to_string(stride * bytes) + "; add.u64 %x5, %x5, %x6; ld.global." +
                            type + ", [%x5];",
                        4096));
}

TEST(Counters, SectorsOfStridedLoads) {
  EXPECT_EQ(strided(1, 4).global_load_sectors, 4u);
  EXPECT_EQ(strided(2, 4).global_load_sectors, 8u);
  EXPECT_EQ(strided(8, 4).global_load_sectors, 32u);
  EXPECT_EQ(strided(32, 4).global_load_sectors, 32u);
  EXPECT_EQ(strided(1, 8).global_load_sectors, 8u);
  EXPECT_EQ(strided(1, 2).global_load_sectors, 2u);
  EXPECT_EQ(strided(0, 4).global_load_sectors, 1u);
}

TEST(Counters, TheIdealIsWhatTheBytesNeed) {
  for (const int stride : {1, 2, 32}) {
    const Counters c = strided(stride, 4);
    EXPECT_EQ(c.global_load_requests, 1u);
    EXPECT_EQ(c.global_load_bytes, 128u);
    EXPECT_EQ(c.global_ideal_sectors, 4u);
  }
  EXPECT_EQ(strided(0, 4).global_ideal_sectors, 1u);
}

/// A store into shared memory by one warp, at lane · stride words (or all at one word).
std::uint64_t wavefronts(int stride, const std::string& access = "ld.shared.u32 %r9, [%r2];") {
  const Counters c = counted(kernel(
      ".shared .align 16 .b32 s[2048]; mov.u32 %r4, 0; mov.u32 %r3, s; shl.b32 %r5, %r1, 2; "
      "add.u32 %r3, "
      "%r3, %r5; FILL: st.shared.u32 [%r3], %r4; add.u32 %r3, %r3, 128; add.u32 %r4, %r4, 1; "
      "setp.lt.u32 %p1, %r4, 64; @%p1 bra FILL; bar.sync 0; mov.u32 %r2, s; mul.lo.u32 %r6, %r1, " +
      std::to_string(4 * stride) + "; add.u32 %r2, %r2, %r6; " + access));
  EXPECT_EQ(c.shared_requests, 65u);
  return c.shared_wavefronts - 64;
}

TEST(Counters, BankConflictsOfStrides) {
  EXPECT_EQ(wavefronts(1), 1u);
  EXPECT_EQ(wavefronts(2), 2u);
  EXPECT_EQ(wavefronts(3), 1u);
  EXPECT_EQ(wavefronts(4), 4u);
  EXPECT_EQ(wavefronts(32), 32u);
  EXPECT_EQ(wavefronts(33), 1u);
  EXPECT_EQ(wavefronts(0), 1u) << "one word for all lanes is a broadcast";
}

TEST(Counters, WideSharedAccessesTakeTheirParts) {
  EXPECT_EQ(wavefronts(2, "ld.shared.u64 %x9, [%r2];"), 2u);
  EXPECT_EQ(wavefronts(4, "ld.shared.v4.u32 {%r6,%r7,%r8,%r9}, [%r2];"), 4u);
}

TEST(Counters, InstructionsOfALoop) {
  const Counters c = counted(
      kernel("mov.u32 %r2, 0; L: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 10; @%p1 bra L;"));
  const Counters none = counted(kernel(""));
  EXPECT_EQ(c.warp_instructions - none.warp_instructions, 31u);
  EXPECT_EQ(c.lane_instructions - none.lane_instructions, 31u * 32);
  EXPECT_EQ(c.steps, c.warp_instructions);
}

TEST(Counters, DivergedLanesCountAlone) {
  // Eight lanes add three times; the others jump over it.
  const std::string rest = "setp.ge.u32 %p1, %r1, 8; @%p1 bra END; END:";
  const std::string body =
      "setp.ge.u32 %p1, %r1, 8; @%p1 bra END; add.u32 %r2, %r1, 1; add.u32 %r2, "
      "%r2, 1; add.u32 %r2, %r2, 1; END:";
  const Counters with = counted(kernel(body)), without = counted(kernel(rest));
  EXPECT_EQ(with.lane_instructions - without.lane_instructions, 24u);
  EXPECT_EQ(with.warp_instructions - without.warp_instructions, 3u);
  EXPECT_EQ(with.divergent_branches, 1u);
}

TEST(Counters, FloatOperations) {
  EXPECT_EQ(counted(kernel("mov.f32 %f1, 0f3F800000; add.f32 %f2, %f1, %f1;")).float_operations,
            32u);
  EXPECT_EQ(
      counted(kernel("mov.f32 %f1, 0f3F800000; fma.rn.f32 %f2, %f1, %f1, %f1;")).float_operations,
      64u);
  EXPECT_EQ(counted(kernel("mov.b32 %r2, 0; fma.rn.f16x2 %r3, %r2, %r2, %r2;")).float_operations,
            128u);
  EXPECT_EQ(
      counted(
          kernel("mov.f32 %f1, 0f3F800000; setp.lt.u32 %p1, %r1, 5; @%p1 mul.f32 %f2, %f1, %f1;"))
          .float_operations,
      5u);
  EXPECT_EQ(
      counted(kernel("mov.f32 %f1, 0f3F800000; ex2.approx.f32 %f2, %f1; rcp.rn.f32 %f3, %f1;"))
          .special_operations,
      64u);
}

TEST(Counters, LocalMemoryFencesAndShuffles) {
  const Counters c = counted(kernel(
      ".local .align 4 .b8 d[16]; mov.u64 %x5, d; st.local.u32 [%x5], %r1; ld.local.u32 %r2, [%x5];"
      "membar.gl; fence.acq_rel.cta; shfl.sync.bfly.b32 %r3, %r1, 1, 31, -1;"));
  EXPECT_EQ(c.local_requests, 2u);
  EXPECT_EQ(c.fences, 2u);
  EXPECT_EQ(c.shuffles, 1u);
}

/// Loads, divergence, shared memory and floats; `tail` may force the serial order.
Job everything(const std::string& tail) {
  Job j = kernel(
      ".shared .b32 s[64]; and.b32 %r2, %r22, 15; mov.u32 %r3, 0; mov.f32 %f1, 0f3F800000; L: "
      "fma.rn.f32 %f1, %f1, %f1, "
      "%f1; add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, %r2; @%p1 bra L; mov.u32 %r4, s; mul.lo.u32 "
      "%r5, "
      "%r1, 4; add.u32 %r4, %r4, %r5; st.shared.u32 [%r4], %r3; bar.sync 0; ld.shared.u32 %r6, "
      "[%r4];"
      "ld.global.u32 %r7, [%x3]; add.u32 %r7, %r7, %r6; st.global.u32 [%x3], %r7;" +
          tail,
      4096);
  j.grid = {40, 1, 1};
  j.block = {64, 1, 1};
  return j;
}

TEST(Counters, AreTheSameWithMoreHostThreads) {
  Job j = everything("");
  const std::string one = fingerprint(run(j));
  j.spec.limits.host_threads = 2;
  EXPECT_EQ(fingerprint(run(j)), one);
}

TEST(Counters, AreTheSameInBothOrders) {
  const Counters fast = counted(everything(""));
  // An atomic takes the serial order; apart from itself it changes no count.
  const Counters serial = counted(everything("red.global.add.u32 [%x3], 0;"));
  EXPECT_EQ(serial.warp_instructions, fast.warp_instructions + 80);
  EXPECT_EQ(serial.lane_instructions, fast.lane_instructions + 2560);
  EXPECT_EQ(serial.float_operations, fast.float_operations);
  EXPECT_EQ(serial.divergent_branches, fast.divergent_branches);
  EXPECT_EQ(serial.global_load_requests, fast.global_load_requests);
  EXPECT_EQ(serial.global_load_bytes, fast.global_load_bytes);
  EXPECT_EQ(serial.atomics, fast.atomics + 80);
  EXPECT_EQ(serial.global_store_sectors, fast.global_store_sectors);
  EXPECT_EQ(serial.shared_requests, fast.shared_requests);
  EXPECT_EQ(serial.shared_wavefronts, fast.shared_wavefronts);
  EXPECT_EQ(serial.barriers, fast.barriers);
}

}  // namespace
}  // namespace assay::sim::testing
