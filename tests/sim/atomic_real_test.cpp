// SPDX-License-Identifier: Apache-2.0
// Atomics on floats of every width, single and paired.
#include <bit>
#include <cmath>

#include "num/small_float.hpp"
#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

using u64 = std::uint64_t;
using u32 = std::uint32_t;
using u16 = std::uint16_t;

u32 bits(float x) {
  return std::bit_cast<u32>(x);
}

/// `body` leaves the operation to one thread on the buffer's start.
std::vector<u32> alone(const std::string& body, std::vector<u32> start) {
  Job j = kernel(body);
  j.block = {1, 1, 1};
  for (std::size_t n = 0; n < start.size(); ++n) j.buffers[0][n] = start[n];
  return output(j);
}

TEST(AtomicReal, AddsInSingleOneLaneAfterTheOther) {
  const auto out =
      output(kernel("cvt.rn.f32.u32 %f1, %r1; mul.f32 %f1, %f1, 0f3DCCCCCD; add.f32 %f1, "
                    "%f1, 0f3EAAAAAB; atom.global.add.f32 %f2, [%x1], %f1;"));
  float want = 0;
  for (int l = 0; l < 32; ++l) {
    volatile float v = static_cast<float>(l) * 0.1F;
    v = v + std::bit_cast<float>(0x3eaaaaabU);
    want += v;
  }
  EXPECT_EQ(out[0], bits(want));
}

TEST(AtomicReal, AddsInDouble) {
  const auto out =
      output(kernel("cvt.rn.f64.u32 %g1, %r1; mul.f64 %g1, %g1, 0d3FB999999999999A; "
                    "red.global.add.f64 [%x1], %g1;"));
  double want = 0;
  for (int l = 0; l < 32; ++l) want += l * 0.1;
  EXPECT_EQ(out[0] | u64{out[1]} << 32, std::bit_cast<u64>(want));
}

TEST(AtomicReal, GlobalSinglesFlushSubnormalsAndSharedOnesDoNot) {
  EXPECT_EQ(alone("mov.b32 %f1, 1; red.global.add.f32 [%x1], %f1;", {5})[0], 0u);
  EXPECT_EQ(
      alone(".shared .b32 s; st.shared.u32 [s], 5; mov.b32 %f1, 1; red.shared.add.f32 [s], %f1;"
            "ld.shared.u32 %r2, [s]; st.global.u32 [%x1], %r2;",
            {0})[0],
      6u);
}

TEST(AtomicReal, HalvesAndTheirPairs) {
  EXPECT_EQ(alone("mov.b16 %h1, 0x3c00; atom.global.add.noftz.f16 %h2, [%x1+2], %h1; st.global.b16 "
                  "[%x1+4], %h2;",
                  {0x40001234, 0}),
            alone("st.global.u32 [%x1], 0x42001234; st.global.u32 [%x1+4], 0x4000;", {0}));
  const auto pair = alone(
      "mov.b32 %r2, 0x3c004000; atom.global.add.noftz.f16x2 %r3, [%x1], %r2;"
      "st.global.u32 [%x1+4], %r3;",
      {0x40003c00, 0});
  EXPECT_EQ(pair[0], 0x42004200u);
  EXPECT_EQ(pair[1], 0x40003c00u);
}

TEST(AtomicReal, BrainFloatsRoundOnce) {
  const auto out =
      alone("mov.b32 %r2, 0x3f803b80; red.global.add.noftz.bf16x2 [%x1], %r2;", {0x3f803f80});
  const u16 low = bf16_from(1.0 + bf16_to_f32(0x3b80));
  EXPECT_EQ(out[0], 0x40000000u | low);
  EXPECT_EQ(alone("mov.b16 %h1, 0x4000; red.global.add.noftz.bf16 [%x1], %h1;", {0x3f80})[0],
            0x4040u);
}

TEST(AtomicReal, SubnormalHalvesStay) {
  EXPECT_EQ(alone("mov.b16 %h1, 1; red.global.add.noftz.f16 [%x1], %h1;", {2})[0], 3u);
}

TEST(AtomicReal, InfinitiesAndNans) {
  EXPECT_EQ(alone("mov.b32 %f1, 0x7f800000; red.global.add.f32 [%x1], %f1;", {0xff800000})[0],
            0x7fffffffu);
  EXPECT_EQ(alone("mov.b32 %f1, 0x7f800000; red.global.add.f32 [%x1], %f1;", {0})[0], 0x7f800000u);
}

TEST(AtomicReal, TheMaximumOfFloatsByIntegers) {
  // The usual trick: floats that are not negative order as signed integers.
  const auto out =
      output(kernel("mul.lo.u32 %r2, %r1, 7; rem.u32 %r2, %r2, 32; cvt.rn.f32.u32 %f1, "
                    "%r2; mov.b32 %r3, %f1; red.global.max.s32 [%x1], %r3;"));
  EXPECT_EQ(out[0], bits(31.0F));
}

TEST(AtomicReal, ALoopOfSwapsMultiplies) {
  Job j = kernel(
      "ld.relaxed.gpu.global.u32 %r2, [%x1]; L: mov.b32 %f1, %r2; mul.f32 %f2, %f1, "
      "0f3FC00000; mov.b32 %r3, %f2; atom.global.cas.b32 %r4, [%x1], %r2, %r3; setp.ne.u32 "
      "%p1, %r4, %r2; mov.u32 %r2, %r4; @%p1 bra L;");
  j.buffers[0][0] = bits(1.0F);
  float want = 1;
  for (int l = 0; l < 32; ++l) want *= 1.5F;
  EXPECT_EQ(output(j)[0], bits(want));
}

}  // namespace
}  // namespace assay::sim::testing
