// SPDX-License-Identifier: Apache-2.0
// ld.global.nc: what this launch has stored must not be read by it, in whatever order.
#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

const std::string other_word =
    "xor.b32 %r4, %r1, 1; mul.wide.u32 %x4, %r4, 4; add.u64 %x4, %x1, %x4;";

TEST(ReadOnlyPath, AStoreBeforeItIsAFaultEvenByTheSameThread) {
  Job j =
      kernel("st.global.u32 [%x3], 1; ld.global.nc.u32 %r2, [%x3]; st.global.u32 [%x3+128], %r2;");
  const Fault f = only_fault(j);
  EXPECT_EQ(f.code, "race.global");
  EXPECT_NE(f.message.find("read-only path"), std::string::npos);
  ASSERT_TRUE(f.other.has_value());
  EXPECT_NE(f.other->instruction, f.site.instruction);
}

TEST(ReadOnlyPath, ABarrierBetweenIsNoHelp) {
  Job j = kernel("st.global.u32 [%x3], 1; bar.sync 0;" + other_word +
                 "ld.global.nc.u32 %r2, [%x4]; st.global.u32 [%x3+128], %r2;");
  EXPECT_EQ(only_fault(j).code, "race.global");
}

TEST(ReadOnlyPath, AnAtomicIsAStore) {
  Job j = kernel(
      "red.global.add.u32 [%x3], 1; ld.global.nc.u32 %r2, [%x3]; st.global.u32 [%x3+128], "
      "%r2;");
  EXPECT_EQ(only_fault(j).code, "race.global");
}

TEST(ReadOnlyPath, WideAndScatteredLoadsAreSeen) {
  Job j = kernel(
      "setp.eq.u32 %p1, %r1, 3; @%p1 st.global.u32 [%x1+12], 1; bar.sync 0; and.b32 %r4, %r1, 1; "
      "mul.wide.u32 %x4, %r4, 16; add.u64 %x4, %x1, %x4; ld.global.nc.v4.u32 {%r5, %r6, %r7, %r8}, "
      "[%x4]; st.global.u32 [%x3+128], %r8;");
  EXPECT_EQ(only_fault(j).code, "race.global");
}

TEST(ReadOnlyPath, AReadBeforeTheOwnStoreIsFine) {
  Job j = kernel("ld.global.nc.u32 %r2, [%x3]; add.u32 %r2, %r2, 5; st.global.u32 [%x3], %r2;");
  for (const auto value : output(j)) EXPECT_TRUE(value == 5 || value == 0);
}

TEST(ReadOnlyPath, AnEarlierLaunchMayHaveStored) {
  Job j = kernel("ld.global.nc.u32 %r2, [%x3]; add.u32 %r2, %r2, 5; st.global.u32 [%x3], %r2;");
  Launch launch;
  launch.kernel = "k";
  launch.block = {32, 1, 1};
  launch.arguments.resize(1);
  launch.arguments[0].buffer = 0;
  j.spec.launches = {launch, launch};
  EXPECT_EQ(output(j)[0], 10u);
}

TEST(ReadOnlyPath, FaultsAreTheSameWithMoreHostThreads) {
  Job j = kernel(
      "st.global.u32 [%x3], 1; ld.global.nc.u32 %r2, [%x3]; st.global.u32 [%x3+4096], %r2;", 2048);
  j.grid = {16, 1, 1};
  const std::string one = fingerprint(run(j));
  j.spec.limits.host_threads = 2;
  EXPECT_EQ(fingerprint(run(j)), one);
}

}  // namespace
}  // namespace assay::sim::testing
