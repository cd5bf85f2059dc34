// SPDX-License-Identifier: Apache-2.0
// dp4a and dp2a in all combinations of signs, 24-bit products, sums of absolute differences.
#include <algorithm>

#include "sim/harness.hpp"

namespace assay::sim::testing {
namespace {

using u64 = std::uint64_t;
using s64 = std::int64_t;
using u32 = std::uint32_t;

s64 part(u64 v, int at, int bits, bool is_signed) {
  const u64 cut = v >> at & (~u64{0} >> (64 - bits));
  return is_signed ? static_cast<s64>(cut << (64 - bits)) >> (64 - bits) : static_cast<s64>(cut);
}
s64 sx(u64 v, int bits) {
  return part(v, 0, bits, true);
}

TEST(Dot, FourBytesInAllSigns) {
  for (const bool a : {false, true}) {
    for (const bool b : {false, true}) {
      const std::string types = std::string(a ? ".s32" : ".u32") + (b ? ".s32" : ".u32");
      expect_lanes({"dp4a" + types + " %d, %a, %b, %c;", {32, 32, 32}, 32},
                   cases({32, 32, 32}, 200), [&](auto& r) {
                     u64 sum = r[2];
                     for (int k = 0; k < 32; k += 8)
                       sum += static_cast<u64>(part(r[0], k, 8, a) * part(r[1], k, 8, b));
                     return sum;
                   });
    }
  }
}

TEST(Dot, TwoHalvesInAllSignsAndBothSides) {
  for (const bool high : {false, true}) {
    for (const bool a : {false, true}) {
      for (const bool b : {false, true}) {
        const std::string op = std::string(high ? "dp2a.hi" : "dp2a.lo") + (a ? ".s32" : ".u32") +
                               (b ? ".s32" : ".u32");
        expect_lanes({op + " %d, %a, %b, %c;", {32, 32, 32}, 32}, cases({32, 32, 32}, 200),
                     [&](auto& r) {
                       u64 sum = r[2];
                       for (int k = 0; k < 2; ++k)
                         sum += static_cast<u64>(part(r[0], 16 * k, 16, a) *
                                                 part(r[1], 8 * k + (high ? 16 : 0), 8, b));
                       return sum;
                     });
      }
    }
  }
}

TEST(Products24, LowAndHighOfBothSigns) {
  const auto all = cases({32, 32, 32}, 200);
  expect_lanes({"mul24.lo.s32 %d, %a, %b;", {32, 32, 32}, 32}, all,
               [](auto& r) { return sx(r[0], 24) * sx(r[1], 24); });
  expect_lanes({"mul24.hi.u32 %d, %a, %b;", {32, 32, 32}, 32}, all,
               [](auto& r) { return (r[0] & 0xffffff) * (r[1] & 0xffffff) >> 16; });
  expect_lanes({"mad24.lo.u32 %d, %a, %b, %c;", {32, 32, 32}, 32}, all,
               [](auto& r) { return (r[0] & 0xffffff) * (r[1] & 0xffffff) + r[2]; });
  expect_lanes({"mad24.hi.s32 %d, %a, %b, %c;", {32, 32, 32}, 32}, all, [](auto& r) {
    return static_cast<u64>((sx(r[0], 24) * sx(r[1], 24)) >> 16) + r[2];
  });
  expect_lanes({"mad24.hi.u32 %d, %a, %b, %c;", {32, 32, 32}, 32}, all,
               [](auto& r) { return ((r[0] & 0xffffff) * (r[1] & 0xffffff) >> 16) + r[2]; });
}

TEST(Differences, OfEveryWidthAndSign) {
  for (const int w : {16, 32, 64}) {
    const std::string t = std::to_string(w);
    expect_lanes({"sad.u" + t + " %d, %a, %b, %c;", {w, w, w}, w}, cases({w, w, w}, 200),
                 [](auto& r) { return r[2] + (r[0] < r[1] ? r[1] - r[0] : r[0] - r[1]); });
    expect_lanes(
        {"sad.s" + t + " %d, %a, %b, %c;", {w, w, w}, w}, cases({w, w, w}, 200),
        [w](auto& r) { return r[2] + (sx(r[0], w) < sx(r[1], w) ? r[1] - r[0] : r[0] - r[1]); });
  }
}

TEST(Products, MadSaturatesItsHighHalf) {
  expect_lanes({"mad.hi.sat.s32 %d, %a, %b, %c;", {32, 32, 32}, 32}, cases({32, 32, 32}, 300),
               [](auto& r) {
                 const s64 sum = ((sx(r[0], 32) * sx(r[1], 32)) >> 32) + sx(r[2], 32);
                 return std::clamp<s64>(sum, -2147483648LL, 2147483647LL);
               });
}

TEST(Division, OfEveryWidth) {
  for (const int w : {16, 32, 64}) {
    const std::string t = std::to_string(w);
    const u64 ones = w == 64 ? ~u64{0} : (u64{1} << w) - 1;
    expect_lanes({"div.u" + t + " %d, %a, %b;", {w, w}, w}, cases({w, w}, 200),
                 [ones](auto& r) { return r[1] == 0 ? ones : r[0] / r[1]; });
    expect_lanes({"rem.s" + t + " %d, %a, %b;", {w, w}, w}, cases({w, w}, 200),
                 [w](auto& r) -> u64 {
                   const s64 a = sx(r[0], w), b = sx(r[1], w);
                   return b == 0 ? r[0] : b == -1 ? 0 : static_cast<u64>(a % b);
                 });
  }
}

TEST(Pairs, OfSixteenBitIntegers) {
  const auto both = [](auto f) {
    return [f](auto& r) {
      return (f(r[0] >> 16 & 0xffff, r[1] >> 16 & 0xffff) & 0xffff) << 16 |
             (f(r[0] & 0xffff, r[1] & 0xffff) & 0xffff);
    };
  };
  expect_lanes({"add.u16x2 %d, %a, %b;", {32, 32}, 32}, cases({32, 32}, 200),
               both([](u64 a, u64 b) { return a + b; }));
  expect_lanes({"min.u16x2 %d, %a, %b;", {32, 32}, 32}, cases({32, 32}, 200),
               both([](u64 a, u64 b) { return std::min(a, b); }));
  expect_lanes({"min.s16x2 %d, %a, %b;", {32, 32}, 32}, cases({32, 32}, 200),
               both([](u64 a, u64 b) { return sx(a, 16) < sx(b, 16) ? a : b; }));
  expect_lanes({"max.relu.s16x2 %d, %a, %b;", {32, 32}, 32}, cases({32, 32}, 200),
               both([](u64 a, u64 b) {
                 return static_cast<u64>(std::max<s64>(0, std::max(sx(a, 16), sx(b, 16))));
               }));
}

}  // namespace
}  // namespace assay::sim::testing
