// SPDX-License-Identifier: Apache-2.0
// Functions: arrays by value, several results, recursion, frames of their own, branch tables.
#include <gmock/gmock.h>

#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

using ::testing::HasSubstr;
using u32 = std::uint32_t;

TEST(Call, ArraysGoByValue) {
  const std::string f =
      ".func (.param .align 8 .b8 out[16]) twice(.param .align 8 .b8 in[16]) { .reg .b32 %r<6>; "
      ".reg .b64 %x<3>;\n"
      "ld.param.u32 %r1, [in]; ld.param.u32 %r2, [in+4]; ld.param.u64 %x1, [in+8]; add.u32 %r1, "
      "%r1, %r1;"
      "add.u32 %r2, %r2, %r2; add.u64 %x1, %x1, %x1; st.param.u32 [in], 0; st.param.v2.u32 [out], "
      "{%r1, %r2}; "
      "st.param.u64 [out+8], %x1; ret; }\n";
  Job j = kernel(
      "cvt.u64.u32 %x5, %r1; add.u64 %x5, %x5, 4294967296; { .param .align 8 .b8 i[16]; .param "
      ".align 8 .b8 o[16];"
      "st.param.u32 [i], %r1; st.param.u32 [i+4], 100; st.param.u64 [i+8], %x5; call (o), twice, "
      "(i);"
      "ld.param.u32 %r2, [o]; ld.param.u32 %r3, [o+4]; ld.param.u64 %x6, [o+8]; } shr.u64 %x7, "
      "%x6, 32; cvt.u32.u64 "
      "%r4, %x7; cvt.u32.u64 %r5, %x6; add.u32 %r2, %r2, %r3; mad.lo.u32 %r2, %r4, 1000, %r2; "
      "add.u32 %r2, %r2, %r5;"
      "st.global.u32 [%x3], %r2;",
      64, f);
  j.text.replace(j.text.find("st.param.u32 [in], 0; "), 22, "");
  const auto out = output(j);
  for (u32 l = 0; l < 32; ++l) EXPECT_EQ(out[l], 2 * l + 200 + 2000 + 2 * l);
}

TEST(Call, NarrowParametersKeepTheirSign) {
  const std::string f =
      ".func (.param .b32 out) widen(.param .b16 h, .param .b8 c) { .reg .b32 %r<4>; .reg .b16 "
      "%h<3>;\n"
      "ld.param.s16 %r1, [h]; ld.param.s8 %r2, [c]; add.s32 %r3, %r1, %r2; st.param.b32 [out], "
      "%r3; ret; }\n";
  const auto out =
      output(kernel("cvt.u16.u32 %h1, %r1; sub.s16 %h2, %h1, 500; { .param .b16 h; .param .b8 c; "
                    ".param .b32 o; st.param.b16 [h], %h2;"
                    "st.param.b8 [c], -3; call (o), widen, (h, c); ld.param.b32 %r2, [o]; } "
                    "st.global.u32 [%x3], %r2;",
                    64, f));
  for (u32 l = 0; l < 32; ++l)
    EXPECT_EQ(static_cast<std::int32_t>(out[l]), static_cast<std::int32_t>(l) - 503);
}

constexpr const char* fibonacci =
    ".func (.param .b32 out) fib(.param .b32 in) { .reg .pred %p; .reg .b32 %r<8>;\n"
    "ld.param.b32 %r1, [in]; setp.lt.u32 %p, %r1, 2; @%p bra SMALL;\n"
    "sub.u32 %r2, %r1, 1; { .param .b32 i; .param .b32 o; st.param.b32 [i], %r2; call (o), fib, "
    "(i); ld.param.b32 %r3, [o]; }\n"
    "sub.u32 %r4, %r1, 2; { .param .b32 i2; .param .b32 o2; st.param.b32 [i2], %r4; call (o2), "
    "fib, (i2); ld.param.b32 %r5, [o2]; }\n"
    "add.u32 %r6, %r3, %r5; st.param.b32 [out], %r6; ret;\nSMALL: st.param.b32 [out], %r1; ret; "
    "}\n";

TEST(Call, RecursionIntoTwoBranchesPerLane) {
  const auto out =
      output(kernel("and.b32 %r2, %r1, 7; { .param .b32 i; .param .b32 o; st.param.b32 [i], %r2; "
                    "call (o), fib, (i); ld.param.b32 %r3, "
                    "[o]; } st.global.u32 [%x3], %r3;",
                    64, fibonacci));
  const u32 want[] = {0, 1, 1, 2, 3, 5, 8, 13};
  for (u32 l = 0; l < 32; ++l) EXPECT_EQ(out[l], want[l % 8]);
}

TEST(Call, RecursionWithoutEndIsStopped) {
  const std::string f = ".func deep() { call deep, (); ret; }\n";
  const Fault fault = only_fault(kernel("call deep, ();", 64, ".func deep();\n" + f));
  EXPECT_EQ(fault.code, "run.fault");
  EXPECT_THAT(fault.message, HasSubstr("stack overflow"));
}

TEST(Call, EachFrameHasLocalMemoryOfItsOwn) {
  const std::string f =
      ".func (.param .b32 out) keep(.param .b32 in) { .local .align 4 .b8 d[16]; .reg .b64 %x<3>; "
      ".reg .b32 %r<6>; .reg .pred %p;\n"
      "ld.param.b32 %r1, [in]; mov.u64 %x1, d; st.local.u32 [%x1], %r1; setp.eq.u32 %p, %r1, 0; "
      "mov.u32 %r3, 0; @%p bra OUT;\n"
      "sub.u32 %r2, %r1, 1; { .param .b32 i; .param .b32 o; st.param.b32 [i], %r2; call (o), keep, "
      "(i); ld.param.b32 %r3, [o]; }\n"
      "OUT: ld.local.u32 %r4, [%x1]; add.u32 %r4, %r4, %r3; st.param.b32 [out], %r4; ret; }\n";
  const auto out =
      output(kernel("{ .param .b32 i; .param .b32 o; st.param.b32 [i], 9; call (o), keep, (i); "
                    "ld.param.b32 %r3, [o]; } st.global.u32 [%x3], %r3;",
                    64, f));
  EXPECT_EQ(out[5], 45u);
}

TEST(Call, LanesThatCallFromTwoPlacesComeBackToTheirs) {
  const std::string f =
      ".func (.param .b32 out) inc(.param .b32 in) { .reg .b32 %r<3>; ld.param.b32 %r1, [in]; "
      "add.u32 "
      "%r2, %r1, 1; st.param.b32 [out], %r2; ret; }\n";
  const auto call = [](const std::string& value, const std::string& n) {
    return "{ .param .b32 i" + n + "; .param .b32 o" + n + "; st.param.b32 [i" + n + "], " + value +
           "; call (o" + n + "), inc, (i" + n + "); ld.param.b32 %r3, [o" + n + "]; }";
  };
  const auto out = output(kernel("and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; @%p1 bra E; " +
                                     call("%r1", "1") + "add.u32 %r3, %r3, 100; bra END; E: " +
                                     call("1000", "2") + "END: st.global.u32 [%x3], %r3;",
                                 64, f));
  for (u32 l = 0; l < 32; ++l) EXPECT_EQ(out[l], l % 2 == 0 ? 1001 : l + 101);
}

TEST(Call, AFunctionMayEndTheThread) {
  const std::string f =
      ".func leave(.param .b32 in) { .reg .pred %p; .reg .b32 %r<3>; ld.param.b32 %r1, [in]; "
      "setp.lt.u32 "
      "%p, %r1, 4; @%p exit; ret; }\n";
  const auto out = output(kernel(
      "{ .param .b32 i; st.param.b32 [i], %r1; call leave, (i); } st.global.u32 [%x3], 1;", 64, f));
  EXPECT_EQ(out[3], 0u);
  EXPECT_EQ(out[4], 1u);
}

TEST(Call, BranchTablesDivergeOncePerTarget) {
  Job j = kernel(
      "and.b32 %r2, %r1, 3; T: .branchtargets A, B, B, A; brx.idx %r2, T; A: mov.u32 %r3, 1; bra "
      "END;"
      "B: mov.u32 %r3, 2; END: st.global.u32 [%x3], %r3;");
  const Done done = clean(j);
  for (u32 l = 0; l < 32; ++l) EXPECT_EQ(done.buffers[0][l], l % 4 == 1 || l % 4 == 2 ? 2 : 1);
  EXPECT_EQ(done.outcome.counters.divergent_branches, 1u);
  EXPECT_EQ(done.outcome.counters.global_store_requests, 1u);
}

TEST(Call, ABranchTableHasAnEnd) {
  const Fault f =
      only_fault(kernel("T: .branchtargets A, B; brx.idx %r1, T; A: mov.u32 %r3, 1; B: ret;"));
  EXPECT_EQ(f.code, "run.fault");
  EXPECT_EQ(f.message, "brx.idx with index 2 into a table of 2");
  EXPECT_EQ(f.site.thread[0], 2u);
}

}  // namespace
}  // namespace assay::sim::testing
