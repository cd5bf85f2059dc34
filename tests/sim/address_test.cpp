// SPDX-License-Identifier: Apache-2.0
// Generic addresses and the spaces they belong to; arrays in local memory; strengths of loads and
// stores.
#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

using u32 = std::uint32_t;

constexpr const char* spaces =
    ".shared .align 8 .b32 s[32]; .local .align 8 .b8 d[64]; mov.u64 %x5, s; cvta.shared.u64 %x5, "
    "%x5; mov.u64 "
    "%x6, d; cvta.local.u64 %x6, %x6; cvta.global.u64 %x7, %x1;";

TEST(Address, EachSpaceKnowsItsOwn) {
  const std::pair<const char*, u32> all[] = {{"shared", 1}, {"local", 2}, {"global", 4}};
  for (const auto& [space, own] : all) {
    std::string body = spaces;
    for (int n = 0; n < 3; ++n) {
      const std::string k = std::to_string(n);
      body += "isspacep." + std::string(space) + " %p" + std::to_string(n + 1) + ", %x" +
              std::to_string(5 + n) + "; selp.b32 %r" + std::to_string(2 + n) + ", " +
              std::to_string(1 << n) + ", 0, %p" + std::to_string(n + 1) + ";";
    }
    const auto out = output(
        kernel(body + "or.b32 %r2, %r2, %r3; or.b32 %r2, %r2, %r4; st.global.u32 [%x3], %r2;"));
    EXPECT_EQ(out[9], own) << space;
  }
}

TEST(Address, ThereAndBackIsTheSame) {
  const auto out = output(kernel(
      std::string(spaces) +
      "cvta.to.shared.u64 %x8, %x5; mov.u64 %x9, s; sub.u64 %x8, %x8, %x9; cvta.to.local.u64 %x10, "
      "%x6; mov.u64 %x11, d; sub.u64 %x10, %x10, %x11; or.b64 %x8, %x8, %x10; cvt.u32.u64 %r2, "
      "%x8; "
      "st.global.u32 [%x3], %r2;"));
  EXPECT_EQ(out[0], 0u);
}

TEST(Address, OneInstructionMayReachThreeSpaces) {
  // Lanes 0…9 store into shared, 10…19 into local, the others into global memory, by one st.
  const auto out = output(kernel(std::string(spaces) +
                                 "add.u64 %x8, %x3, 0; setp.lt.u32 %p1, %r1, 20; @%p1 mov.u64 %x8, "
                                 "%x6; setp.lt.u32 %p2, %r1, 10; mul.wide.u32 %x9, %r1, "
                                 "4; @%p2 add.u64 %x8, %x5, %x9; add.u32 %r2, %r1, 500; st.u32 "
                                 "[%x8], %r2; ld.u32 %r3, [%x8]; st.global.u32 [%x3+128], %r3;"));
  for (u32 l = 0; l < 32; ++l) {
    EXPECT_EQ(out[32 + l], 500 + l);
    EXPECT_EQ(out[l], l < 20 ? 0 : 500 + l);
  }
}

TEST(Address, LocalArraysAreIndexedByEachLaneForItself) {
  // Each lane reverses eight values of its own in local memory.
  const auto out =
      output(kernel(".local .align 4 .b8 d[32]; mov.u64 %x5, d; mov.u32 %r2, 0; F: mad.lo.u32 %r3, "
                    "%r1, 10, %r2; mul.wide.u32 %x6, %r2, 4; "
                    "add.u64 %x6, %x5, %x6; st.local.u32 [%x6], %r3; add.u32 %r2, %r2, 1; "
                    "setp.lt.u32 %p1, %r2, 8; @%p1 bra F; mov.u32 %r4, "
                    "0; mov.u32 %r2, 0; G: and.b32 %r5, %r1, 7; add.u32 %r5, %r5, %r2; and.b32 "
                    "%r5, %r5, 7; mul.wide.u32 %x6, %r5, 4; add.u64 "
                    "%x6, %x5, %x6; ld.local.u32 %r6, [%x6]; mad.lo.u32 %r4, %r4, 3, %r6; add.u32 "
                    "%r2, %r2, 1; setp.lt.u32 %p1, %r2, 8; @%p1 bra "
                    "G; st.global.u32 [%x3], %r4;"));
  for (u32 l = 0; l < 32; ++l) {
    u32 want = 0;
    for (u32 n = 0; n < 8; ++n) want = want * 3 + l * 10 + ((l & 7) + n) % 8;
    EXPECT_EQ(out[l], want);
  }
}

TEST(Address, LocalBytesAndVectors) {
  const auto out =
      output(kernel(".local .align 16 .b8 d[16]; mov.u64 %x5, d; add.u32 %r2, %r1, 1; add.u32 %r3, "
                    "%r1, 2; st.local.v2.u32 [%x5], {%r2, %r3}; "
                    "st.local.u8 [%x5+2], 9; ld.local.u64 %x6, [%x5]; mov.b64 {%r4, %r5}, %x6; "
                    "st.global.u32 [%x3], %r4; st.global.u32 "
                    "[%x3+128], %r5;"));
  for (u32 l = 0; l < 32; ++l) {
    EXPECT_EQ(out[l], (l + 1) | 9u << 16);
    EXPECT_EQ(out[32 + l], l + 2);
  }
}

TEST(Address, KernelParametersInEveryWidth) {
  Simulator s =
      loaded(module_text(".visible .entry k(.param .u64 a, .param .align 4 .b8 mix[12], .param "
                         ".u16 h) { .reg .b64 %x<4>; .reg .b32 %r<9>; "
                         "ld.param.u64 %x1, [a]; ld.param.s8 %r1, [mix]; ld.param.u16 %r2, "
                         "[mix+2]; ld.param.u32 %r3, [mix+4]; ld.param.u32 %r4, "
                         "[mix+8]; ld.param.u16 %r5, [h]; st.global.v4.u32 [%x1], "
                         "{%r1,%r2,%r3,%r4}; st.global.u32 [%x1+16], %r5; ret; }"));
  const auto id = s.allocate({"a", 20, 16, Access::read_write, true, 4}, 1);
  RunSpec spec;
  Launch& launch = spec.launches.emplace_back();
  launch.kernel = "k";
  launch.arguments.resize(3);
  launch.arguments[0].buffer = *id;
  for (const int b : {0xfe, 0, 0x34, 0x12, 1, 0, 0, 0x80, 2, 0, 0, 0})
    launch.arguments[1].bytes.push_back(static_cast<std::byte>(b));
  launch.arguments[2].bytes = {std::byte{0xcd}, std::byte{0xab}};
  ASSERT_TRUE(s.run(spec)->completed);
  u32 got[5];
  std::memcpy(got, s.read(*id).data(), 20);
  EXPECT_EQ(got[0], 0xfffffffeu);
  EXPECT_EQ(got[1], 0x1234u);
  EXPECT_EQ(got[2], 0x80000001u);
  EXPECT_EQ(got[3], 2u);
  EXPECT_EQ(got[4], 0xabcdu);
}

TEST(Address, EveryStrengthMovesTheSameBytes) {
  for (const char* how : {"volatile", "relaxed.cta", "relaxed.gpu", "relaxed.sys", "weak"}) {
    const std::string h = how;
    const auto out = output(kernel("st." + h + ".global.u32 [%x3], %r1; ld." + h +
                                   ".global.u32 %r2, [%x3]; add.u32 %r2, %r2, 1; st." + h +
                                   ".global.u32 [%x3], %r2;"));
    for (u32 l = 0; l < 32; ++l) EXPECT_EQ(out[l], l + 1) << how;
  }
  const auto out =
      output(kernel("st.release.gpu.global.u64 [%x1], 5; ld.acquire.gpu.global.u64 %x5, [%x1]; "
                    "cvt.u32.u64 %r2, %x5; "
                    "st.global.u32 [%x3+128], %r2;"));
  EXPECT_EQ(out[40], 5u);
}

}  // namespace
}  // namespace assay::sim::testing
