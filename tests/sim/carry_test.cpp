// SPDX-License-Identifier: Apache-2.0
// Carry chains: wide sums, differences and products built from halves; what writes the carry and
// what leaves it alone.
#include "sim/harness.hpp"

namespace assay::sim::testing {
namespace {

using u64 = std::uint64_t;
using u32 = std::uint32_t;
__extension__ typedef unsigned __int128 u128;

u128 wide(u64 low, u64 high) {
  return u128(high) << 64 | low;
}

/// 128 bits from four 32-bit words each: %a, %b are one number, %c, %e the other.
std::string chain(const std::string& first, const std::string& next, const std::string& last,
                  int word) {
  const std::string text =
      "mov.b64 {%r0, %r1}, %a; mov.b64 {%r2, %r3}, %b; mov.b64 {%r4, %r5}, %c; mov.b64 {%r6, %r7}, "
      "%e;" +
      first + ".u32 %r0, %r0, %r4; " + next + ".u32 %r1, %r1, %r5; " + next +
      ".u32 %r2, %r2, %r6; " + last + ".u32 %r3, %r3, %r7;";
  return text + (word == 0 ? "mov.b64 %d, {%r0, %r1};" : "mov.b64 %d, {%r2, %r3};");
}

TEST(Carry, SumsOver128BitsInWords) {
  for (const int word : {0, 1}) {
    expect_lanes({chain("add.cc", "addc.cc", "addc", word), {64, 64, 64, 64}, 64},
                 cases({64, 64, 64, 64}, 300), [word](auto& r) {
                   return static_cast<u64>((wide(r[0], r[1]) + wide(r[2], r[3])) >> (64 * word));
                 });
  }
}

TEST(Carry, DifferencesOver128BitsInWords) {
  for (const int word : {0, 1}) {
    expect_lanes({chain("sub.cc", "subc.cc", "subc", word), {64, 64, 64, 64}, 64},
                 cases({64, 64, 64, 64}, 300), [word](auto& r) {
                   return static_cast<u64>((wide(r[0], r[1]) - wide(r[2], r[3])) >> (64 * word));
                 });
  }
}

TEST(Carry, ProductsOf64BitsInWords) {
  // The schoolbook product of two 64-bit numbers: mad.lo.cc and madc.hi.cc.
  const std::string text =
      "mov.b64 {%r0, %r1}, %a; mov.b64 {%r2, %r3}, %b; mul.lo.u32 %r4, %r0, %r2; mul.hi.u32 %r5, "
      "%r0, %r2;"
      "mad.lo.cc.u32 %r5, %r0, %r3, %r5; madc.hi.u32 %r6, %r0, %r3, 0; mad.lo.cc.u32 %r5, %r1, "
      "%r2, %r5;"
      "madc.hi.cc.u32 %r6, %r1, %r2, %r6; addc.u32 %r7, 0, 0; mad.lo.cc.u32 %r6, %r1, %r3, %r6; "
      "madc.hi.u32 %r7, %r1, "
      "%r3, %r7;";
  expect_lanes({text + "mov.b64 %d, {%r4, %r5};", {64, 64}, 64}, cases({64, 64}, 300),
               [](auto& r) { return r[0] * r[1]; });
  expect_lanes({text + "mov.b64 %d, {%r6, %r7};", {64, 64}, 64}, cases({64, 64}, 300),
               [](auto& r) { return static_cast<u64>((u128(r[0]) * r[1]) >> 64); });
}

TEST(Carry, PlainInstructionsLeaveIt) {
  expect_lanes({"add.cc.u32 %r0, %a, %b; add.u32 %r1, %a, %a; sub.u32 %r1, %r1, %b; shl.b32 %r1, "
                "%r1, 3; setp.lt.u32 %p, "
                "%r1, %a; addc.u32 %d, 0, 0;",
                {32, 32},
                32},
               cases({32, 32}, 200), [](auto& r) { return (r[0] + r[1]) >> 32; });
}

TEST(Carry, TheLastOfAChainLeavesIt) {
  // addc without .cc reads the carry and does not write it.
  expect_lanes({"add.cc.u32 %r0, %a, %b; addc.u32 %r1, -1, 1; addc.u32 %d, 0, 0;", {32, 32}, 32},
               cases({32, 32}, 200), [](auto& r) { return (r[0] + r[1]) >> 32; });
}

TEST(Carry, IsEachLanesOwn) {
  expect_lanes({"setp.eq.u32 %p, %b, 0; add.cc.u32 %r0, %a, 1; @%p add.cc.u32 %r0, -1, 1; addc.u32 "
                "%d, 0, 0;",
                {32, 32},
                32},
               {{0xffffffff, 1}, {0, 0}, {0, 1}, {0xffffffff, 0}, {7, 0}, {7, 5}},
               [](auto& r) { return r[1] == 0 || r[0] == 0xffffffff ? 1 : 0; });
}

TEST(Carry, BorrowsOfEqualNumbers) {
  expect_lanes({"sub.cc.u32 %r0, %a, %a; subc.u32 %d, 0, 0;", {32}, 32}, cases({32}),
               [](auto&) { return 0; });
  expect_lanes({"sub.cc.u32 %r0, %a, %b; subc.u32 %d, 0, 0;", {32, 32}, 32}, cases({32, 32}, 200),
               [](auto& r) { return r[0] < r[1] ? 0xffffffff : 0; });
}

}  // namespace
}  // namespace assay::sim::testing
