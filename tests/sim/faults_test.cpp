// SPDX-License-Identifier: Apache-2.0
// What a kernel must not do, and what is said about it.
#include <numeric>

#include <gmock/gmock.h>

#include "sim/harness.hpp"

namespace assay::sim::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* head =
    ".reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %x<20>; .reg .f32 %f<9>;\n"
    "ld.param.u64 %x1, [a]; mov.u32 %r1, %tid.x; mul.wide.u32 %x2, %r1, 4; add.u64 %x3, %x1, "
    "%x2;\n";

Job job(const std::string& body, std::size_t words = 64, const std::string& variables = "") {
  Job j;
  j.text = variables + ".visible .entry k(.param .u64 a) {\n" + head + body + "\nret;\n}";
  j.buffers = {std::vector<std::uint32_t>(words, 7)};
  return j;
}

Fault only_fault(const Job& j) {
  const Done done = run(j);
  EXPECT_EQ(done.outcome.faults.size(), 1u);
  return done.outcome.faults.empty() ? Fault{} : done.outcome.faults[0];
}

TEST(Faults, StorePastTheEndIsNamedByBufferAndDistance) {
  const Fault f = only_fault(job("st.global.u32 [%x3+8], %r1;", 32));
  EXPECT_EQ(f.code, "memory.out_of_bounds");
  EXPECT_EQ(f.message, "store of 4 bytes at 0 bytes past the end of 'a' (128 bytes)");
  EXPECT_EQ(f.site.thread[0], 30u);
  EXPECT_THAT(f.site.instruction, HasSubstr("st.global.u32"));
}

TEST(Faults, LoadBeforeTheStartAndNullPointers) {
  EXPECT_THAT(only_fault(job("ld.global.u32 %r2, [%x1+-4];")).message,
              HasSubstr("4 bytes before the start of 'a'"));
  EXPECT_THAT(only_fault(job("mov.u64 %x4, 0; ld.global.u32 %r2, [%x4];")).message,
              HasSubstr("null pointer"));
}

TEST(Faults, MisalignedAccess) {
  EXPECT_EQ(only_fault(job("ld.global.u32 %r2, [%x1+2];")).code, "memory.misaligned");
  EXPECT_EQ(only_fault(job("ld.global.v4.u32 {%r2,%r3,%r4,%r5}, [%x1+8];")).code,
            "memory.misaligned");
}

TEST(Faults, StoreIntoAReadOnlyBuffer) {
  Job j = job("st.global.u32 [%x3], %r1;");
  j.read_only = {true};
  const Fault f = only_fault(j);
  EXPECT_EQ(f.code, "memory.input_modified");
  EXPECT_THAT(f.message, HasSubstr("read-only"));
}

TEST(Faults, SharedMemoryEndsWhereItEnds) {
  const Fault f =
      only_fault(job(".shared .b32 s[16]; mov.u32 %r2, s; st.shared.u32 [%r2+64], %r1;"));
  EXPECT_EQ(f.code, "memory.out_of_bounds");
  EXPECT_THAT(f.message, HasSubstr("past the end of shared memory (64 bytes)"));
}

TEST(Faults, UninitialisedBytesAreAFindingAndTheRunGoesOn) {
  Job j =
      job(".shared .b32 s[32]; mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r2, %r2, %r3;"
          "ld.shared.u32 %r4, [%r2]; st.global.u32 [%x3], %r1;");
  const Done done = run(j);
  ASSERT_EQ(done.outcome.faults.size(), 1u);
  EXPECT_EQ(done.outcome.faults[0].code, "memory.uninitialised");
  EXPECT_EQ(done.outcome.faults[0].count, 32u);
  EXPECT_TRUE(done.outcome.completed);
  EXPECT_EQ(done.buffers[0][5], 5u);
}

TEST(Faults, BytesWrittenInTheRunCountAsInitialised) {
  Job j = job("st.global.u32 [%x3], %r1; ld.global.u32 %r2, [%x3]; st.global.u32 [%x3], %r2;", 32);
  j.uninitialised = {true};
  EXPECT_TRUE(run(j).outcome.faults.empty());
}

TEST(Faults, ModuleStorageMustBeDeclared) {
  Job j = job("st.global.u32 [counter], %r1;", 64, ".visible .global .align 4 .u32 counter = 5;\n");
  const Fault f = only_fault(j);
  EXPECT_EQ(f.code, "state.hidden");
  EXPECT_THAT(f.message, HasSubstr("'counter'"));
}

TEST(Faults, DeclaredStateStartsAnewEachRun) {
  Job j =
      job("ld.global.u32 %r2, [counter]; setp.ne.u32 %p1, %r1, 0; @%p1 bra END;"
          "st.global.u32 [%x1], %r2; add.u32 %r2, %r2, 1; st.global.u32 [counter], %r2; END:",
          64, ".visible .global .align 4 .u32 counter = 5;\n");
  j.text.replace(j.text.find("ld.global.u32 %r2, [counter]; "), 30, "");
  j.text.replace(j.text.find("st.global.u32 [%x1]"), 0, "ld.global.u32 %r2, [counter]; ");
  j.spec.writable_symbols = {"counter"};
  const Done done = run(j);
  EXPECT_TRUE(done.outcome.faults.empty());
  EXPECT_EQ(done.buffers[0][0], 5u);
}

TEST(Faults, TrapStopsWithItsPlace) {
  const Fault f = only_fault(job("setp.eq.u32 %p1, %r1, 9; @%p1 trap;"));
  EXPECT_EQ(f.code, "run.fault");
  EXPECT_EQ(f.site.thread[0], 9u);
}

TEST(Faults, EndlessLoopMeetsTheStepLimit) {
  Job j = job("L: add.u32 %r2, %r2, 1; bra L;");
  j.spec.limits.steps = 10'000;
  const Fault f = only_fault(j);
  EXPECT_EQ(f.code, "run.step_limit");
  EXPECT_THAT(f.message, HasSubstr("stopped after 10000 warp instructions"));
}

TEST(Faults, RaceInSharedMemoryNamesBothSides) {
  Job j =
      job(".shared .b32 s[64]; mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3; "
          "st.shared.u32 [%r4], %r1;"
          "sub.u32 %r5, 63, %r1; shl.b32 %r5, %r5, 2; add.u32 %r5, %r2, %r5; ld.shared.u32 %r6, "
          "[%r5]; st.global.u32 [%x3], %r6;");
  j.block = {64, 1, 1};
  const Done done = run(j);
  ASSERT_FALSE(done.outcome.faults.empty());
  EXPECT_EQ(done.outcome.faults[0].code, "race.shared");
  ASSERT_TRUE(done.outcome.faults[0].other.has_value());
  EXPECT_NE(done.outcome.faults[0].site.instruction, done.outcome.faults[0].other->instruction);
}

TEST(Faults, BarrierOrdersSharedMemory) {
  Job j =
      job(".shared .b32 s[64]; mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3; "
          "st.shared.u32 [%r4], %r1; bar.sync 0;"
          "sub.u32 %r5, 63, %r1; shl.b32 %r5, %r5, 2; add.u32 %r5, %r2, %r5; ld.shared.u32 %r6, "
          "[%r5]; st.global.u32 [%x3], %r6;");
  j.block = {64, 1, 1};
  const Done done = run(j);
  EXPECT_TRUE(done.outcome.faults.empty());
  EXPECT_EQ(done.buffers[0][10], 53u);
}

TEST(Faults, BlocksThatWriteTheSameWordRace) {
  Job j = job("mov.u32 %r2, %ctaid.x; setp.eq.u32 %p1, %r1, 0; @%p1 st.global.u32 [%x1], %r2;");
  j.grid = {4, 1, 1};
  const Done done = run(j);
  ASSERT_FALSE(done.outcome.faults.empty());
  EXPECT_EQ(done.outcome.faults[0].code, "race.global");
}

TEST(Faults, AtomicsDoNotRace) {
  Job j = job("red.global.add.u32 [%x1], 1;");
  j.grid = {4, 1, 1};
  const Done done = run(j);
  EXPECT_TRUE(done.outcome.faults.empty());
  EXPECT_EQ(done.buffers[0][0], 7u + 128);
}

TEST(Faults, LanesAtDifferentBarriers) {
  const Fault f = only_fault(
      job("setp.lt.u32 %p1, %r1, 16; @%p1 bra A; bar.sync 0; bra END; A: bar.sync 0; END:"));
  EXPECT_EQ(f.code, "barrier.divergent");
}

TEST(Faults, WarpsThatWaitForNobody) {
  Job j = job("setp.lt.u32 %p1, %r1, 32; @%p1 bra A; bar.sync 1; bra END; A: bar.sync 2; END:");
  j.block = {64, 1, 1};
  EXPECT_EQ(only_fault(j).code, "run.deadlock");
}

TEST(Faults, ThreadsThatLeftDoNotHoldBarriers) {
  Job j = job("setp.lt.u32 %p1, %r1, 40; @%p1 exit; bar.sync 0; st.global.u32 [%x3], 1;");
  j.block = {64, 1, 1};
  const Done done = run(j);
  EXPECT_TRUE(done.outcome.faults.empty());
  EXPECT_EQ(done.buffers[0][63], 1u);
  EXPECT_EQ(done.buffers[0][0], 7u);
}

TEST(Faults, ShuffleWithALaneThatNeverComes) {
  const Fault f = only_fault(job(
      "setp.eq.u32 %p1, %r1, 3; @%p1 bra A; shfl.sync.idx.b32 %r2, %r1, 0, 31, 0xffffffff; bra END;"
      "A: bar.sync 0; END:"));
  EXPECT_EQ(f.code, "run.deadlock");
  EXPECT_THAT(f.message, HasSubstr("0x8"));
}

TEST(Faults, UnsupportedOperationsAreNamedBeforeTheRun) {
  Simulator s = loaded(
      module_text(".visible .entry k() { .reg .b64 %x; mov.u64 %x, 0; cp.async.wait_all; ret; }"));
  const auto refused = s.unsupported("k");
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0].operation, "cp.async.wait_all");
  EXPECT_EQ(refused[0].site.ptx_line, 4u);
}

}  // namespace
}  // namespace assay::sim::testing
