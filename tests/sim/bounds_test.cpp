// SPDX-License-Identifier: Apache-2.0
// Accesses that miss by one on each side, in every space and width; what was never written; what
// may not be written; loops without an end.
#include <gmock/gmock.h>

#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

using ::testing::HasSubstr;

Job one_thread(const std::string& body, std::size_t words = 8, const std::string& before = "") {
  Job j = kernel(body, words, before);
  j.block = {1, 1, 1};
  return j;
}
Fault fault_of(const std::string& body, std::size_t words = 8) {
  return only_fault(one_thread(body, words));
}

struct Width {
  const char* load;
  const char* store;
  int bytes;
};
const Width widths[] = {
    {"ld.global.u8 %r2, [%x1+", "st.global.u8 [%x1+", 1},
    {"ld.global.u16 %h2, [%x1+", "st.global.u16 [%x1+", 2},
    {"ld.global.u32 %r2, [%x1+", "st.global.u32 [%x1+", 4},
    {"ld.global.u64 %x5, [%x1+", "st.global.u64 [%x1+", 8},
    {"ld.global.v4.u32 {%r2,%r3,%r4,%r5}, [%x1+", "st.global.v4.u32 [%x1+", 16}};

TEST(Bounds, TheLastElementIsInAndTheNextIsOut) {
  for (const auto& w : widths) {
    const std::string value = w.bytes == 16 ? "], {%r1,%r1,%r1,%r1};" : "], 0;";
    const std::string last = std::to_string(32 - w.bytes), next = std::to_string(32);
    EXPECT_TRUE(run(one_thread(w.load + last + "];")).outcome.faults.empty()) << w.load;
    EXPECT_TRUE(run(one_thread(w.store + last + value)).outcome.faults.empty()) << w.store;
    const std::string bytes = std::to_string(w.bytes);
    EXPECT_EQ(fault_of(w.load + next + "];").message,
              "load of " + bytes + " bytes at 0 bytes past the end of 'a' (32 bytes)");
    EXPECT_EQ(fault_of(w.store + next + value).message,
              "store of " + bytes + " bytes at 0 bytes past the end of 'a' (32 bytes)");
    EXPECT_EQ(
        fault_of(w.load + ("-" + bytes) + "];").message,
        "load of " + bytes + " bytes at " + bytes + " bytes before the start of 'a' (32 bytes)");
  }
}

TEST(Bounds, AnAccessThatBeginsInsideAndEndsOutside) {
  const Fault f = fault_of("ld.global.u64 %x5, [%x1+32];", 9);
  EXPECT_EQ(f.code, "memory.out_of_bounds");
  EXPECT_EQ(f.message, "load of 8 bytes at offset 32 of 'a' (36 bytes)");
}

TEST(Bounds, OneLaneOfMany) {
  const Fault f = only_fault(kernel("ld.global.u32 %r2, [%x3]; st.global.u32 [%x3], %r1;", 17));
  EXPECT_EQ(f.site.thread[0], 17u);
  EXPECT_THAT(f.message, HasSubstr("load of 4 bytes at 0 bytes past the end of 'a' (68 bytes)"));
}

TEST(Bounds, AGuardKeepsLanesIn) {
  EXPECT_TRUE(run(kernel("setp.lt.u32 %p1, %r1, 17; @%p1 st.global.u32 [%x3], %r1;", 17))
                  .outcome.faults.empty());
}

TEST(Bounds, AnEmptyBufferHasNoBytes) {
  EXPECT_EQ(fault_of("ld.global.u8 %r2, [%x1];", 0).code, "memory.out_of_bounds");
}

TEST(Bounds, SharedMemory) {
  const std::string s = ".shared .align 8 .b32 s[6]; mov.u32 %r2, s; ";
  EXPECT_TRUE(run(one_thread(s + "st.shared.u32 [%r2+20], 1;")).outcome.faults.empty());
  EXPECT_THAT(fault_of(s + "st.shared.u32 [%r2+24], 1;").message,
              HasSubstr("0 bytes past the end of shared memory (24 bytes)"));
  EXPECT_THAT(fault_of(s + "ld.shared.u32 %r3, [%r2+-4];").message,
              HasSubstr("4 bytes before the start of shared memory"));
  EXPECT_EQ(fault_of(s + "st.shared.u64 [%r2+4], 1;").code, "memory.misaligned");
}

TEST(Bounds, LocalMemory) {
  const std::string s = ".local .align 8 .b8 d[32]; mov.u64 %x5, d; ";
  EXPECT_TRUE(run(one_thread(s + "st.local.u32 [%x5+28], 1;")).outcome.faults.empty());
  EXPECT_THAT(fault_of(s + "st.local.u32 [%x5+32], 1;").message,
              HasSubstr("past the end of local memory (32 bytes)"));
  EXPECT_EQ(fault_of(s + "st.local.u32 [%x5+2], 1;").code, "memory.misaligned");
}

TEST(Bounds, GenericAddressesAreHeldToTheirSpace) {
  EXPECT_THAT(
      fault_of(".shared .b32 s[4]; mov.u64 %x5, s; cvta.shared.u64 %x5, %x5; st.u32 [%x5+16], 1;")
          .message,
      HasSubstr("shared memory"));
  EXPECT_THAT(
      fault_of(".local .b32 s[4]; mov.u64 %x5, s; cvta.local.u64 %x5, %x5; st.u32 [%x5+16], 1;")
          .message,
      HasSubstr("local memory"));
  EXPECT_THAT(fault_of("st.u32 [%x1+32], 1;").message, HasSubstr("past the end of 'a'"));
}

TEST(Bounds, NullPointersAndWildOnes) {
  EXPECT_THAT(fault_of("mov.u64 %x5, 0; st.global.u32 [%x5+8], 1;").message,
              HasSubstr("address 0x8, a null pointer"));
  EXPECT_THAT(fault_of("mov.u64 %x5, 0x123456789abc; ld.global.u32 %r2, [%x5];").message,
              HasSubstr("far from every buffer"));
  EXPECT_EQ(fault_of("mov.u64 %x5, -4; ld.global.u32 %r2, [%x5];").code, "memory.out_of_bounds");
}

TEST(Bounds, MisalignedNamesOffsetAndFactor) {
  EXPECT_EQ(fault_of("ld.global.u32 %r2, [%x1+6];").message,
            "load of 4 bytes at offset 6 of 'a' (32 bytes), which is not a multiple of 4");
  EXPECT_EQ(fault_of("ld.global.u16 %h2, [%x1+3];").code, "memory.misaligned");
  EXPECT_EQ(fault_of("st.global.v2.u32 [%x1+4], {%r1,%r1};").message,
            "store of 8 bytes at offset 4 of 'a' (32 bytes), which is not a multiple of 8");
}

TEST(Bounds, InputsStayAsTheyAre) {
  for (const char* body : {"st.global.u32 [%x1+4], 1;", "st.u32 [%x1+4], 1;",
                           "atom.global.add.u32 %r2, [%x1+4], 0;"}) {
    Job j = one_thread(body);
    j.read_only = {true};
    const Fault f = only_fault(j);
    EXPECT_EQ(f.code, "memory.input_modified");
    EXPECT_THAT(f.message, HasSubstr("offset 4 of 'a' (32 bytes), which is read-only"));
  }
}

TEST(Bounds, ConstantsCanNotBeWrittenThroughGenericAddresses) {
  const Fault f =
      only_fault(one_thread("mov.u64 %x5, table; cvta.const.u64 %x5, %x5; st.u32 [%x5], 1;", 8,
                            ".const .align 4 .u32 table[4] = {1, 2, 3, 4};\n"));
  EXPECT_EQ(f.code, "memory.input_modified");
}

TEST(Unwritten, LoadsAreNamedByPlace) {
  Job global = one_thread("ld.global.u32 %r2, [%x1+12];");
  global.uninitialised = {true};
  EXPECT_EQ(only_fault(global).message,
            "load of 4 bytes at offset 12 of 'a' (32 bytes), which nothing has written");
  EXPECT_EQ(fault_of(".shared .b32 s[4]; ld.shared.u32 %r2, [s+8];").message,
            "load of 4 bytes at offset 8 of shared memory (16 bytes), which nothing has written");
  EXPECT_EQ(fault_of(".local .b32 d[4]; mov.u64 %x5, d; ld.local.u32 %r2, [%x5+4];").message,
            "load of 4 bytes at offset 4 of local memory (16 bytes), which nothing has written");
}

TEST(Unwritten, APartlyWrittenWordIsStillUnwritten) {
  Job j = one_thread("st.global.u16 [%x1], 7; ld.global.u16 %h2, [%x1]; ld.global.u32 %r2, [%x1];");
  j.uninitialised = {true};
  const Fault f = only_fault(j);
  EXPECT_EQ(f.code, "memory.uninitialised");
  EXPECT_THAT(f.site.instruction, HasSubstr("u32"));
}

TEST(Unwritten, AnAtomicReadsToo) {
  Job j = one_thread("atom.global.add.u32 %r2, [%x1], 1; ld.global.u32 %r3, [%x1];");
  j.uninitialised = {true};
  EXPECT_THAT(only_fault(j).message, HasSubstr("atomic of 4 bytes"));
}

TEST(Unwritten, SharedMemoryIsNewForEachBlock) {
  Job j = kernel(
      ".shared .b32 s[32]; mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r2, %r2, %r3; "
      "setp.eq.u32 %p1, %r20, 0; @%p1 st.shared.u32 [%r2], %r1; @!%p1 ld.shared.u32 %r4, [%r2];");
  j.grid = {2, 1, 1};
  const Fault f = only_fault(j);
  EXPECT_EQ(f.code, "memory.uninitialised");
  EXPECT_EQ(f.site.block[0], 1u);
  EXPECT_EQ(f.count, 32u);
}

TEST(Unwritten, OffsetsThatNoLaunchWrote) {
  Simulator s =
      loaded(module_text(".visible .entry k(.param .u64 a) { .reg .b64 %x<4>; .reg .b32 %r<3>; "
                         "ld.param.u64 %x1, [a]; mov.u32 "
                         "%r1, %tid.x; mul.wide.u32 %x2, %r1, 8; add.u64 %x1, %x1, %x2; "
                         "st.global.u32 [%x1], 1; ret; }"));
  const auto id = s.allocate({"a", 64, 16, Access::read_write, false, 4}, 1);
  RunSpec spec;
  Launch launch;
  launch.kernel = "k";
  launch.arguments.emplace_back().buffer = *id;
  launch.block = {6, 1, 1};
  spec.launches = {launch};
  EXPECT_EQ(s.unwritten(*id).bytes, 64);
  ASSERT_TRUE(s.run(spec)->completed);
  EXPECT_EQ(s.unwritten(*id).bytes, 40);
  EXPECT_EQ(s.unwritten(*id).first, 4);
  const std::vector<std::byte> fresh(64);
  s.write(*id, fresh);
  EXPECT_EQ(s.unwritten(*id).bytes, 64);
}

TEST(StepLimit, NamesTheLineOfTheLoop) {
  Job j = kernel("mov.u32 %r2, 0;\nL:\nadd.u32 %r2, %r2, 1;\nbra L;");
  j.spec.limits.steps = 5000;
  const Fault f = only_fault(j);
  EXPECT_EQ(f.code, "run.step_limit");
  EXPECT_GE(f.site.ptx_line, 11u);
  EXPECT_LE(f.site.ptx_line, 13u);
  EXPECT_THAT(f.message,
              HasSubstr("line " + std::to_string(f.site.ptx_line) + " of the PTX was running"));
}

TEST(StepLimit, CountsOverAllBlocksAndIsExact) {
  Job j = kernel("mov.u32 %r2, 0; L: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 100; @%p1 bra L;");
  j.grid = {10, 1, 1};
  const auto steps = run(j).outcome.counters.steps;
  j.spec.limits.steps = steps;
  EXPECT_TRUE(run(j).outcome.completed);
  j.spec.limits.steps = steps - 1;
  const Done done = run(j);
  EXPECT_FALSE(done.outcome.completed);
  EXPECT_EQ(done.outcome.faults[0].code, "run.step_limit");
}

}  // namespace
}  // namespace assay::sim::testing
