// SPDX-License-Identifier: Apache-2.0
// Special registers: places in the grid, lane masks, sizes, clocks.
#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

using u32 = std::uint32_t;

/// What every thread of a launch reads from one special register.
std::vector<u32> read(const std::string& name, std::array<u32, 3> grid, std::array<u32, 3> block) {
  const std::size_t per_block = std::size_t{block[0]} * block[1] * block[2];
  Job j = kernel(
      "mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z; mov.u32 %r4, %ntid.x; mov.u32 %r5, %ntid.y; "
      "mad.lo.u32 "
      "%r6, %r3, %r5, %r2; mad.lo.u32 %r6, %r6, %r4, %r1; mov.u32 %r7, %ctaid.y; mov.u32 %r8, "
      "%ctaid.z;"
      "mov.u32 %r9, %nctaid.x; mov.u32 %r10, %nctaid.y; mad.lo.u32 %r11, %r8, %r10, %r7; "
      "mad.lo.u32 "
      "%r11, %r11, %r9, %r20; mov.u32 %r12, %ntid.z; mul.lo.u32 %r13, %r4, %r5; mul.lo.u32 %r13, "
      "%r13, "
      "%r12; mad.lo.u32 %r14, %r11, %r13, %r6; mul.wide.u32 %x5, %r14, 4; add.u64 %x5, %x1, %x5;"
      "mov.u32 %r15, " +
          name + "; st.global.u32 [%x5], %r15;",
      per_block * grid[0] * grid[1] * grid[2]);
  j.grid = grid;
  j.block = block;
  return output(j);
}

TEST(Special, PlacesInThreeDimensions) {
  const std::array<u32, 3> grid{3, 2, 2}, block{4, 3, 5};
  const char* axes[] = {".x", ".y", ".z"};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::string axis = axes[k];
    const auto tid = read("%tid" + axis, grid, block), ctaid = read("%ctaid" + axis, grid, block),
               ntid = read("%ntid" + axis, grid, block),
               nctaid = read("%nctaid" + axis, grid, block);
    for (u32 n = 0; n < tid.size(); ++n) {
      const u32 t = n % 60, b = n / 60;
      const u32 thread[] = {t % 4, t / 4 % 3, t / 12}, place[] = {b % 3, b / 3 % 2, b / 6};
      ASSERT_EQ(tid[n], thread[k]);
      ASSERT_EQ(ctaid[n], place[k]);
      ASSERT_EQ(ntid[n], block[k]);
      ASSERT_EQ(nctaid[n], grid[k]);
    }
  }
}

TEST(Special, LanesAndWarpsFollowTheLinearThread) {
  const std::array<u32, 3> block{10, 7, 1};
  const auto lane = read("%laneid", {1, 1, 1}, block), warp = read("%warpid", {1, 1, 1}, block),
             warps = read("%nwarpid", {1, 1, 1}, block);
  for (u32 n = 0; n < 70; ++n) {
    EXPECT_EQ(lane[n], n % 32);
    EXPECT_EQ(warp[n], n / 32);
    EXPECT_EQ(warps[n], 3u);
  }
}

TEST(Special, LaneMasks) {
  const auto of = [](const char* name) { return read(name, {1, 1, 1}, {32, 1, 1}); };
  const auto eq = of("%lanemask_eq"), lt = of("%lanemask_lt"), le = of("%lanemask_le"),
             gt = of("%lanemask_gt"), ge = of("%lanemask_ge");
  for (u32 l = 0; l < 32; ++l) {
    EXPECT_EQ(eq[l], 1u << l);
    EXPECT_EQ(lt[l], (1u << l) - 1);
    EXPECT_EQ(le[l], lt[l] | eq[l]);
    EXPECT_EQ(ge[l], ~lt[l]);
    EXPECT_EQ(gt[l], ~le[l]);
  }
}

TEST(Special, ProcessorsAreTheModels) {
  const auto sm = read("%smid", {140, 1, 1}, {1, 1, 1}),
             count = read("%nsmid", {1, 1, 1}, {1, 1, 1});
  EXPECT_EQ(count[0], 132u);
  for (const u32 v : sm) EXPECT_LT(v, 132u);
  EXPECT_NE(sm[0], sm[1]);
}

TEST(Special, ReadingTheProcessorIsNoted) {
  const Done done = clean(kernel("mov.u32 %r2, %smid;"));
  ASSERT_EQ(done.outcome.notes.size(), 1u);
  EXPECT_EQ(done.outcome.notes[0].code, "reads.smid");
}

TEST(Special, SizesOfSharedMemory) {
  Job j = kernel(
      ".shared .b32 s[16]; mov.u32 %r5, s; mov.u32 %r2, %total_smem_size; mov.u32 %r3, "
      "%dynamic_smem_size; mov.u32 %r4, %reserved_smem_offset_end; sub.u32 %r2, %r2, %r4;"
      "st.global.u32 [%x1], %r2; st.global.u32 [%x1+4], %r3;");
  j.block = {1, 1, 1};
  j.shared = 256;
  const auto out = output(j);
  EXPECT_EQ(out[0], 320u);
  EXPECT_EQ(out[1], 256u);
}

TEST(Special, ClocksGrowAndAreNoted) {
  Job j = kernel(
      "mov.u32 %r2, %clock; mov.u64 %x5, %clock64; mov.u64 %x6, %globaltimer; add.u32 %r4, "
      "%r4, 1; add.u32 %r4, %r4, 1; mov.u32 %r3, %clock; mov.u64 %x7, %clock64; mov.u64 "
      "%x8, %globaltimer; setp.lt.u32 %p1, %r2, %r3; setp.lt.u64 %p2, %x5, %x7; setp.lt.u64 "
      "%p3, %x6, %x8; selp.b32 %r5, 1, 0, %p1; selp.b32 %r6, 2, 0, %p2; selp.b32 %r7, 4, 0, "
      "%p3; or.b32 %r5, %r5, %r6; or.b32 %r5, %r5, %r7; st.global.u32 [%x3], %r5;");
  const Done done = clean(j);
  for (u32 l = 0; l < 32; ++l) EXPECT_EQ(done.buffers[0][l], 7u);
  ASSERT_EQ(done.outcome.notes.size(), 6u);
  for (const auto& n : done.outcome.notes) EXPECT_EQ(n.code, "reads.timer");
}

TEST(Special, ALaunchWithoutClustersIsOfClustersOfOne) {
  EXPECT_EQ(read("%cluster_nctarank", {2, 1, 1}, {1, 1, 1})[1], 1u);
  EXPECT_EQ(read("%cluster_ctarank", {2, 1, 1}, {1, 1, 1})[1], 0u);
  EXPECT_EQ(read("%clusterid.x", {3, 1, 1}, {1, 1, 1})[2], 2u);
  EXPECT_EQ(read("%cluster_nctaid.y", {3, 1, 1}, {1, 1, 1})[2], 1u);
}

}  // namespace
}  // namespace assay::sim::testing
