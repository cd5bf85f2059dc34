// SPDX-License-Identifier: Apache-2.0
// A plain read may begin a compare-and-swap loop, as the CUDA Programming Guide writes it; any
// other use of what it read makes it a race.
#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

const std::string loop =
    "L: add.u32 %r3, %r2, 1; atom.global.cas.b32 %r4, [%x1], %r2, %r3;\n"
    "setp.ne.s32 %p1, %r4, %r2; mov.u32 %r2, %r4; @%p1 bra L;\n";

Job of(const std::string& body, const std::string& before = "") {
  Job j = kernel(body, 256, before);
  j.block = {64, 1, 1};
  j.grid = {2, 1, 1};
  return j;
}
void expect_race(const std::string& body, const std::string& code = "race.global") {
  const Done done = run(of(body));
  ASSERT_FALSE(done.outcome.faults.empty()) << body;
  EXPECT_EQ(done.outcome.faults[0].code, code) << body;
}

TEST(CasLoops, MayBeginWithAPlainRead) {
  EXPECT_EQ(output(of("ld.global.u32 %r2, [%x1];" + loop))[0], 128u);
}

TEST(CasLoops, FindThePlaceByItsOrigin) {
  Job j =
      of("ld.global.u32 %r2, [%x1+4]; cvta.to.global.u64 %x5, %x1; add.s64 %x6, %x5, 4;\n"
         "L: add.u32 %r3, %r2, 1; atom.global.cas.b32 %r4, [%x6], %r2, %r3;\n"
         "setp.eq.s32 %p1, %r2, %r4; mov.u32 %r2, %r4; @!%p1 bra L;");
  EXPECT_EQ(output(j)[1], 128u);
}

TEST(CasLoops, InSharedMemoryToo) {
  const std::string body =
      "setp.eq.u32 %p2, %r1, 0; @%p2 st.shared.f32 [m], 0f00000000; bar.sync 0;\n"
      "ld.shared.u32 %r2, [m]; mov.u32 %r5, m;\n"
      "L: mov.b32 %f1, %r2; add.f32 %f2, %f1, 0f3F800000; mov.b32 %r3, %f2;\n"
      "atom.shared.cas.b32 %r4, [%r5], %r2, %r3;\n"
      "setp.ne.s32 %p1, %r4, %r2; mov.u32 %r2, %r4; @%p1 bra L;\n"
      "bar.sync 0; ld.shared.u32 %r6, [m]; st.global.u32 [%x3], %r6;";
  EXPECT_EQ(output(of(body, ".shared .align 4 .u32 m;\n"))[5], 0x42800000u);
}

TEST(CasLoops, OfSixteenBits) {
  Job j =
      of("ld.global.u16 %h1, [%x1];\n"
         "L: add.s16 %h2, %h1, 1; atom.global.cas.b16 %h3, [%x1], %h1, %h2;\n"
         "setp.ne.s16 %p1, %h1, %h3; mov.u16 %h1, %h3; @%p1 bra L;");
  EXPECT_EQ(output(j)[0], 128u);
}

TEST(CasLoops, MayChooseTheNewValueByTheOldOne) {
  Job j =
      of("ld.global.u32 %r2, [%x1];\n"
         "L: setp.gt.u32 %p2, %r22, %r2; selp.b32 %r3, %r22, %r2, %p2;\n"
         "atom.global.cas.b32 %r4, [%x1], %r2, %r3;\n"
         "setp.ne.s32 %p1, %r4, %r2; mov.u32 %r2, %r4; @%p1 bra L;");
  EXPECT_EQ(output(j)[0], 127u);
}

TEST(CasLoops, AValueThatIsAlsoStoredIsARace) {
  expect_race("ld.global.u32 %r2, [%x1]; mov.u32 %r7, %r2;" + loop + "st.global.u32 [%x3+4], %r7;");
}

TEST(CasLoops, AValueBeforeTheLoopThatIsUsedBehindItIsARace) {
  expect_race("ld.global.u32 %r2, [%x1];" + loop + "st.global.u32 [%x3+4], %r2;");
}

TEST(CasLoops, AFilterIsARace) {
  expect_race(
      "ld.global.u32 %r2, [%x1]; setp.gt.u32 %p1, %r22, %r2;\n"
      "@%p1 red.global.max.u32 [%x1], %r22;");
  expect_race("ld.global.u32 %r2, [%x1]; setp.eq.u32 %p2, %r2, 77; @%p2 bra E;" + loop + "E:");
  // Asks for equality with something made of a later result and of the read itself.
  expect_race(
      "ld.global.u32 %r2, [%x1];\n"
      "L: max.u32 %r3, %r2, %r22; setp.eq.u32 %p2, %r3, %r2; @%p2 bra E;\n"
      "atom.global.cas.b32 %r4, [%x1], %r2, %r3;\n"
      "setp.ne.s32 %p1, %r4, %r2; mov.u32 %r2, %r4; @%p1 bra L; E:");
}

TEST(CasLoops, AnExchangeElsewhereIsNoExcuse) {
  // The value goes into another place, where nothing checks that it was current.
  expect_race(
      "ld.global.u32 %r2, [%x1]; red.global.add.u32 [%x1], 1;\n"
      "atom.global.cas.b32 %r4, [%x1+4], %r2, %r2;");
  expect_race(
      "ld.global.u32 %r2, [%x1]; red.global.add.u32 [%x1], 1;\n"
      "atom.global.cas.b32 %r4, [%x1], 0, %r2;");
}

TEST(CasLoops, AnAddressIsNoExcuse) {
  expect_race("ld.global.u32 %r2, [%x1]; mul.wide.u32 %x5, %r2, 0; add.u64 %x6, %x3, %x5;" + loop +
              "st.global.u32 [%x6+4], 1;");
}

TEST(CasLoops, APlainStoreStaysARace) {
  expect_race("setp.eq.u32 %p2, %r22, 0; @%p2 st.global.u32 [%x1], 0; ld.global.u32 %r2, [%x1];" +
              loop);
}

}  // namespace
}  // namespace assay::sim::testing
