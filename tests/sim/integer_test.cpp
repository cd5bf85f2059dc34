// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic against plain C++.
#include <algorithm>
#include <bit>

#include "sim/harness.hpp"

namespace assay::sim::testing {
namespace {

using u64 = std::uint64_t;
using s64 = std::int64_t;
using u32 = std::uint32_t;
using s32 = std::int32_t;
__extension__ typedef __int128 s128;
__extension__ typedef unsigned __int128 u128;

s64 sx(u64 v, int bits) {
  return static_cast<s64>(v << (64 - bits)) >> (64 - bits);
}

TEST(Integer, AddsAndSubtractsModuloTheWidth) {
  for (const int w : {16, 32, 64}) {
    const std::string t = std::to_string(w);
    expect_lanes({"add.s" + t + " %d, %a, %b;", {w, w}, w}, cases({w, w}),
                 [](auto& r) { return r[0] + r[1]; });
    expect_lanes({"sub.u" + t + " %d, %a, %b;", {w, w}, w}, cases({w, w}),
                 [](auto& r) { return r[0] - r[1]; });
  }
}

TEST(Integer, AddSatClampsSigned) {
  expect_lanes({"add.sat.s32 %d, %a, %b;", {32, 32}, 32}, cases({32, 32}), [](auto& r) {
    return std::clamp<s64>(sx(r[0], 32) + sx(r[1], 32), -2147483648LL, 2147483647LL);
  });
  expect_lanes({"sub.sat.s32 %d, %a, %b;", {32, 32}, 32}, cases({32, 32}), [](auto& r) {
    return std::clamp<s64>(sx(r[0], 32) - sx(r[1], 32), -2147483648LL, 2147483647LL);
  });
}

TEST(Integer, MultipliesLowHighAndWide) {
  for (const int w : {16, 32, 64}) {
    const std::string t = std::to_string(w);
    expect_lanes({"mul.lo.s" + t + " %d, %a, %b;", {w, w}, w}, cases({w, w}),
                 [](auto& r) { return r[0] * r[1]; });
    expect_lanes({"mul.hi.s" + t + " %d, %a, %b;", {w, w}, w}, cases({w, w}),
                 [w](auto& r) { return static_cast<u64>((s128(sx(r[0], w)) * sx(r[1], w)) >> w); });
    expect_lanes({"mul.hi.u" + t + " %d, %a, %b;", {w, w}, w}, cases({w, w}),
                 [w](auto& r) { return static_cast<u64>((u128(r[0]) * r[1]) >> w); });
  }
  expect_lanes({"mul.wide.s32 %d, %a, %b;", {32, 32}, 64}, cases({32, 32}),
               [](auto& r) { return sx(r[0], 32) * sx(r[1], 32); });
  expect_lanes({"mul.wide.u16 %d, %a, %b;", {16, 16}, 32}, cases({16, 16}),
               [](auto& r) { return r[0] * r[1]; });
  expect_lanes({"mad.wide.u32 %d, %a, %b, %c;", {32, 32, 64}, 64}, cases({32, 32, 64}),
               [](auto& r) { return r[0] * r[1] + r[2]; });
  expect_lanes({"mad.lo.s32 %d, %a, %b, %c;", {32, 32, 32}, 32}, cases({32, 32, 32}),
               [](auto& r) { return r[0] * r[1] + r[2]; });
  expect_lanes({"mad.hi.u32 %d, %a, %b, %c;", {32, 32, 32}, 32}, cases({32, 32, 32}),
               [](auto& r) { return ((r[0] * r[1]) >> 32) + r[2]; });
}

TEST(Integer, Multiplies24Bits) {
  expect_lanes({"mul24.lo.u32 %d, %a, %b;", {32, 32}, 32}, cases({32, 32}),
               [](auto& r) { return (r[0] & 0xffffff) * (r[1] & 0xffffff); });
  expect_lanes({"mul24.hi.s32 %d, %a, %b;", {32, 32}, 32}, cases({32, 32}),
               [](auto& r) { return (sx(r[0], 24) * sx(r[1], 24)) >> 16; });
  expect_lanes({"mad24.lo.s32 %d, %a, %b, %c;", {32, 32, 32}, 32}, cases({32, 32, 32}),
               [](auto& r) { return static_cast<u64>(sx(r[0], 24) * sx(r[1], 24)) + r[2]; });
}

TEST(Integer, DividesTowardZeroAndDefinesWhatCDoesNot) {
  for (const int w : {16, 32, 64}) {
    const std::string t = std::to_string(w);
    expect_lanes({"div.s" + t + " %d, %a, %b;", {w, w}, w}, cases({w, w}), [w](auto& r) -> u64 {
      const s64 a = sx(r[0], w), b = sx(r[1], w);
      return b == 0 ? ~u64{0} : b == -1 ? u64{0} - static_cast<u64>(a) : static_cast<u64>(a / b);
    });
    expect_lanes({"rem.u" + t + " %d, %a, %b;", {w, w}, w}, cases({w, w}),
                 [](auto& r) { return r[1] == 0 ? r[0] : r[0] % r[1]; });
  }
}

TEST(Integer, TakesExtremesAbsolutesAndDifferences) {
  expect_lanes({"min.s32 %d, %a, %b;", {32, 32}, 32}, cases({32, 32}),
               [](auto& r) { return std::min(sx(r[0], 32), sx(r[1], 32)); });
  expect_lanes({"max.u64 %d, %a, %b;", {64, 64}, 64}, cases({64, 64}),
               [](auto& r) { return std::max(r[0], r[1]); });
  expect_lanes({"max.s16x2 %d, %a, %b;", {32, 32}, 32}, cases({32, 32}), [](auto& r) {
    const u64 low = static_cast<u64>(std::max(sx(r[0], 16), sx(r[1], 16))) & 0xffff;
    return static_cast<u64>(std::max(sx(r[0] >> 16, 16), sx(r[1] >> 16, 16))) << 16 | low;
  });
  expect_lanes({"abs.s32 %d, %a;", {32}, 32}, cases({32}),
               [](auto& r) { return sx(r[0], 32) < 0 ? 0 - r[0] : r[0]; });
  expect_lanes({"neg.s64 %d, %a;", {64}, 64}, cases({64}), [](auto& r) { return 0 - r[0]; });
  expect_lanes({"sad.s32 %d, %a, %b, %c;", {32, 32, 32}, 32}, cases({32, 32, 32}), [](auto& r) {
    const s64 a = sx(r[0], 32), b = sx(r[1], 32);
    return static_cast<u64>(a < b ? b - a : a - b) + r[2];
  });
}

TEST(Integer, CarriesThroughWideSums) {
  // 128-bit sum and difference in two halves.
  expect_lanes(
      {"add.cc.u64 %x0, %a, %c; addc.u64 %d, %b, %e;", {64, 64, 64, 64}, 64},
      cases({64, 64, 64, 64}), [](auto& r) {
        return static_cast<u64>(((u128(r[1]) << 64 | r[0]) + (u128(r[3]) << 64 | r[2])) >> 64);
      });
  expect_lanes({"sub.cc.u32 %r0, %a, %c; subc.u32 %d, %b, %e;", {32, 32, 32, 32}, 32},
               cases({32, 32, 32, 32}),
               [](auto& r) { return ((r[1] << 32 | r[0]) - (r[3] << 32 | r[2])) >> 32; });
  expect_lanes({"mad.lo.cc.u32 %r0, %a, %b, %c; madc.hi.u32 %d, %a, %b, 0;", {32, 32, 32}, 32},
               cases({32, 32, 32}), [](auto& r) { return (r[0] * r[1] + r[2]) >> 32; });
}

TEST(Integer, DotProductsOfBytes) {
  expect_lanes(
      {"dp4a.s32.u32 %d, %a, %b, %c;", {32, 32, 32}, 32}, cases({32, 32, 32}), [](auto& r) {
        u64 sum = r[2];
        for (int k = 0; k < 4; ++k)
          sum +=
              static_cast<u64>(sx(r[0] >> (8 * k), 8) * static_cast<s64>((r[1] >> (8 * k)) & 255));
        return sum;
      });
  expect_lanes({"dp2a.hi.s32.s32 %d, %a, %b, %c;", {32, 32, 32}, 32}, cases({32, 32, 32}),
               [](auto& r) {
                 u64 sum = r[2];
                 for (int k = 0; k < 2; ++k)
                   sum += static_cast<u64>(sx(r[0] >> (16 * k), 16) * sx(r[1] >> (16 + 8 * k), 8));
                 return sum;
               });
}

TEST(Integer, NarrowTypesInWideRegisters) {
  expect_lanes({"add.s16 %h0, %a, %b; cvt.s32.s16 %d, %h0;", {16, 16}, 32}, cases({16, 16}),
               [](auto& r) { return sx(r[0] + r[1], 16); });
  expect_lanes({"cvt.s8.s32 %d, %a;", {32}, 32}, cases({32}), [](auto& r) { return sx(r[0], 8); });
  expect_lanes({"cvt.u32.u16 %d, %a;", {64}, 32}, cases({64}),
               [](auto& r) { return r[0] & 0xffff; });
}

}  // namespace
}  // namespace assay::sim::testing
