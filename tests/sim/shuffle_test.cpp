// SPDX-License-Identifier: Apache-2.0
// shfl.sync in all modes, widths and offsets against the PTX manual's pseudo-code; partial masks
// and lanes that are not there.
#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

using u32 = std::uint32_t;

struct Expected {
  u32 value = 0;
  bool inside = false;
};

/// PTX ISA, shfl.sync: pseudo-code, for a lane's own number times three as the value.
Expected reference(const std::string& mode, int lane, int b, int c) {
  const int segment = (c >> 8) & 31, clamp = c & 31, distance = b & 31;
  const int most = (lane & segment) | (clamp & ~segment & 31), least = lane & segment;
  int j = 0;
  bool p = false;
  if (mode == "up") {
    j = lane - distance;
    p = j >= most;
  } else if (mode == "down") {
    j = lane + distance;
    p = j <= most;
  } else if (mode == "bfly") {
    j = lane ^ distance;
    p = j <= most;
  } else {
    j = least | (distance & ~segment & 31);
    p = j <= most;
  }
  if (!p) j = lane;
  return {static_cast<u32>(j * 3), p};
}

class Shuffle : public ::testing::TestWithParam<const char*> {};

TEST_P(Shuffle, FollowsTheManualInEveryWidth) {
  const std::string mode = GetParam();
  for (const int width : {32, 16, 8, 4, 2, 1}) {
    const int c = ((32 - width) << 8) | (mode == "up" ? 0 : 31);
    std::string body = "mul.lo.u32 %r2, %r1, 3; mov.u64 %x5, %x3;\n";
    std::vector<int> offsets = {0, 1, 2, 5, 15, 16, 31};
    for (const int b : offsets) {
      body += "shfl.sync." + mode + ".b32 %r3|%p1, %r2, " + std::to_string(b) + ", " +
              std::to_string(c) + ", 0xffffffff; selp.b32 %r4, 1000, 0, %p1; add.u32 %r3, %r3, " +
              "%r4; st.global.u32 [%x5], %r3; add.u64 %x5, %x5, 128;\n";
    }
    const auto out = output(kernel(body, 32 * offsets.size()));
    for (std::size_t n = 0; n < offsets.size(); ++n) {
      for (int lane = 0; lane < 32; ++lane) {
        const Expected want = reference(mode, lane, offsets[n], c);
        ASSERT_EQ(out[32 * n + static_cast<std::size_t>(lane)],
                  want.value + (want.inside ? 1000 : 0))
            << mode << " width " << width << " offset " << offsets[n] << " lane " << lane;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, Shuffle, ::testing::Values("up", "down", "bfly", "idx"));

TEST(ShuffleLanes, OffsetsMayDifferByLane) {
  const auto out = output(kernel(
      "sub.u32 %r2, 31, %r1; shfl.sync.idx.b32 %r3, %r1, %r2, 31, -1; st.global.u32 [%x3], %r3;"));
  for (u32 l = 0; l < 32; ++l) EXPECT_EQ(out[l], 31 - l);
}

TEST(ShuffleLanes, OneHalfOfTheWarpAlone) {
  const Done done =
      clean(kernel("setp.lt.u32 %p1, %r1, 16; @!%p1 bra END;"
                   "shfl.sync.bfly.b32 %r3, %r1, 8, 31, 0xffff; st.global.u32 [%x3], %r3; END:"));
  for (u32 l = 0; l < 32; ++l) EXPECT_EQ(done.buffers[0][l], l < 16 ? l ^ 8 : 0);
  EXPECT_TRUE(done.outcome.notes.empty());
}

TEST(ShuffleLanes, BothHalvesUnderTheirOwnMasks) {
  const auto out = output(
      kernel("setp.lt.u32 %p1, %r1, 16; @%p1 bra LOW;"
             "shfl.sync.down.b32 %r3, %r1, 1, 31, 0xffff0000; bra END;"
             "LOW: shfl.sync.up.b32 %r3, %r1, 1, 0, 0xffff; END: st.global.u32 [%x3], %r3;"));
  for (u32 l = 0; l < 16; ++l) EXPECT_EQ(out[l], l == 0 ? 0 : l - 1);
  for (u32 l = 16; l < 32; ++l) EXPECT_EQ(out[l], l == 31 ? 31 : l + 1);
}

TEST(ShuffleLanes, LanesThatLeftAreNotWaitedFor) {
  const Done done =
      clean(kernel("setp.ge.u32 %p1, %r1, 20; @%p1 exit;"
                   "shfl.sync.idx.b32 %r3, %r1, 4, 31, -1; st.global.u32 [%x3], %r3;"));
  for (u32 l = 0; l < 20; ++l) EXPECT_EQ(done.buffers[0][l], 4u);
  EXPECT_TRUE(done.outcome.notes.empty());
}

TEST(ShuffleLanes, ReadingAnInactiveLaneIsNotedWithItsPlace) {
  const Done done =
      clean(kernel("setp.eq.u32 %p1, %r1, 7; @%p1 bra END;"
                   "shfl.sync.idx.b32 %r3, %r1, 7, 31, 0xffffff7f; END:"));
  ASSERT_EQ(done.outcome.notes.size(), 1u);
  EXPECT_EQ(done.outcome.notes[0].code, "shfl.inactive");
  EXPECT_NE(done.outcome.notes[0].site.instruction.find("shfl.sync.idx"), std::string::npos);
}

TEST(ShuffleLanes, SumsAWarpAsReductionsDo) {
  std::string body = "add.u32 %r2, %r1, 1;";
  for (const char* d : {"16", "8", "4", "2", "1"}) {
    body += std::string("shfl.sync.down.b32 %r3, %r2, ") + d + ", 31, -1; add.u32 %r2, %r2, %r3;";
  }
  const Done done = clean(kernel(body + "setp.eq.u32 %p1, %r1, 0; @%p1 st.global.u32 [%x3], %r2;"));
  EXPECT_EQ(done.buffers[0][0], 33u * 16);
  EXPECT_EQ(done.outcome.counters.shuffles, 5u);
}

}  // namespace
}  // namespace assay::sim::testing
