// SPDX-License-Identifier: Apache-2.0
// cvt between every kind of number, and comparisons.
#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>

#include "num/small_float.hpp"
#include "sim/harness.hpp"

namespace assay::sim::testing {
namespace {

using u64 = std::uint64_t;
using s64 = std::int64_t;
using u32 = std::uint32_t;

float f(u64 bits) {
  return std::bit_cast<float>(static_cast<u32>(bits));
}
double g(u64 bits) {
  return std::bit_cast<double>(bits);
}
s64 sx(u64 v, int bits) {
  return static_cast<s64>(v << (64 - bits)) >> (64 - bits);
}

TEST(Convert, IntegersExtendCutAndSaturate) {
  expect_lanes({"cvt.s64.s32 %d, %a;", {32}, 64}, cases({32}),
               [](auto& r) { return sx(r[0], 32); });
  expect_lanes({"cvt.u64.u32 %d, %a;", {32}, 64}, cases({32}), [](auto& r) { return r[0]; });
  expect_lanes({"cvt.u16.u32 %d, %a;", {32}, 16}, cases({32}), [](auto& r) { return r[0]; });
  expect_lanes({"cvt.sat.s8.s32 %d, %a;", {32}, 32}, cases({32}),
               [](auto& r) { return std::clamp<s64>(sx(r[0], 32), -128, 127); });
  expect_lanes({"cvt.sat.u32.s64 %d, %a;", {64}, 32}, cases({64}),
               [](auto& r) { return std::clamp<s64>(static_cast<s64>(r[0]), 0, 0xffffffff); });
}

TEST(Convert, FloatsToIntegersRoundAndClamp) {
  expect_lanes({"cvt.rzi.s32.f32 %d, %a;", {32}, 32}, float_cases({32}, 300), [](auto& r) -> s64 {
    const double x = f(r[0]);
    return x != x ? 0 : static_cast<s64>(std::clamp(std::trunc(x), -2147483648.0, 2147483647.0));
  });
  expect_lanes({"cvt.rni.u32.f32 %d, %a;", {32}, 32}, float_cases({32}, 300), [](auto& r) -> s64 {
    const double x = f(r[0]);
    return x != x ? 0 : static_cast<s64>(std::clamp(std::nearbyint(x), 0.0, 4294967295.0));
  });
  expect_lanes({"cvt.rmi.s64.f64 %d, %a;", {64}, 64}, float_cases({64}, 300), [](auto& r) -> u64 {
    const double x = std::floor(g(r[0]));
    if (x != x) return u64{1} << 63;
    return x >= 0x1p63   ? ~u64{0} >> 1
           : x < -0x1p63 ? u64{1} << 63
                         : static_cast<u64>(static_cast<s64>(x));
  });
  expect_lanes({"cvt.rpi.f32.f32 %d, %a;", {32}, 32}, float_cases({32}, 300), [](auto& r) {
    const float x = std::ceil(f(r[0]));
    return x != x ? 0x7fffffff : std::bit_cast<u32>(x);
  });
}

TEST(Convert, IntegersToFloatsInEveryRounding) {
  const std::pair<const char*, int> modes[] = {
      {"rn", FE_TONEAREST}, {"rz", FE_TOWARDZERO}, {"rm", FE_DOWNWARD}, {"rp", FE_UPWARD}};
  for (const auto& [name, mode] : modes) {
    const std::string n = name;
    const auto rounded = [mode = mode](auto operation) {
      std::fesetround(mode);
      volatile auto result = operation();
      std::fesetround(FE_TONEAREST);
      return +result;
    };
    expect_lanes({"cvt." + n + ".f32.s64 %d, %a;", {64}, 32}, cases({64}, 300), [&](auto& r) {
      volatile s64 v = static_cast<s64>(r[0]);
      return std::bit_cast<u32>(rounded([&] { return static_cast<float>(v); }));
    });
    expect_lanes({"cvt." + n + ".f64.s64 %d, %a;", {64}, 64}, cases({64}, 300), [&](auto& r) {
      volatile s64 v = static_cast<s64>(r[0]);
      return std::bit_cast<u64>(rounded([&] { return static_cast<double>(v); }));
    });
    expect_lanes({"cvt." + n + ".f32.f64 %d, %a;", {64}, 32}, float_cases({64}, 300),
                 [&](auto& r) -> u64 {
                   volatile double v = g(r[0]);
                   const float x = rounded([&] { return static_cast<float>(v); });
                   return x != x ? 0x7fffffff : std::bit_cast<u32>(x);
                 });
  }
}

TEST(Convert, SmallFloats) {
  expect_lanes({"cvt.rn.f16.f32 %d, %a;", {32}, 16}, float_cases({32}, 500),
               [](auto& r) { return f(r[0]) != f(r[0]) ? 0x7fff : f16_from(f(r[0])); });
  expect_lanes({"cvt.rn.bf16.f32 %d, %a;", {32}, 16}, float_cases({32}, 500),
               [](auto& r) { return f(r[0]) != f(r[0]) ? 0x7fff : bf16_from(f(r[0])); });
  expect_lanes({"cvt.rn.f16.f64 %d, %a;", {64}, 16}, float_cases({64}, 500),
               [](auto& r) { return g(r[0]) != g(r[0]) ? 0x7fff : f16_from(g(r[0])); });
  expect_lanes({"cvt.f32.f16 %d, %a;", {16}, 32}, float_cases({16}, 500), [](auto& r) -> u64 {
    const float x = f16_to_f32(static_cast<std::uint16_t>(r[0]));
    return x != x ? 0x7fffffff : std::bit_cast<u32>(x);
  });
  expect_lanes({"cvt.rn.f16x2.f32 %d, %a, %b;", {32, 32}, 32}, float_cases({32, 32}, 300),
               [](auto& r) {
                 const auto one = [](float x) { return x != x ? 0x7fff : u64{f16_from(x)}; };
                 return one(f(r[0])) << 16 | one(f(r[1]));
               });
  expect_lanes({"cvt.rz.bf16x2.f32 %d, %a, %b;", {32, 32}, 32}, float_cases({32, 32}, 300),
               [](auto& r) {
                 const auto one = [](u64 b) { return f(b) != f(b) ? 0x7fff : b >> 16; };
                 return one(r[0]) << 16 | one(r[1]);
               });
  expect_lanes({"cvt.rna.tf32.f32 %d, %a;", {32}, 32}, {{0x3f801000}, {0x3f800fff}, {0xbf801000}},
               [](auto& r) { return (r[0] + 0x1000) & ~0x1fffULL; });
  expect_lanes({"cvt.rn.f16.s32 %d, %a;", {32}, 16}, cases({32}, 200),
               [](auto& r) { return f16_from(static_cast<double>(sx(r[0], 32))); });
}

TEST(Compare, OrderedAndUnordered) {
  const auto picks = [](const std::string& op) {
    return op + " %p, %a, %b; selp.b32 %d, 1, 0, %p;";
  };
  expect_lanes({picks("setp.lt.f32"), {32, 32}, 32}, float_cases({32, 32}, 300),
               [](auto& r) { return f(r[0]) < f(r[1]); });
  expect_lanes({picks("setp.neu.f32"), {32, 32}, 32}, float_cases({32, 32}, 300),
               [](auto& r) { return !(f(r[0]) == f(r[1])); });
  expect_lanes({picks("setp.ne.f32"), {32, 32}, 32}, float_cases({32, 32}, 300),
               [](auto& r) { return f(r[0]) < f(r[1]) || f(r[0]) > f(r[1]); });
  expect_lanes({picks("setp.gtu.f64"), {64, 64}, 32}, float_cases({64, 64}, 300),
               [](auto& r) { return !(g(r[0]) <= g(r[1])); });
  expect_lanes({picks("setp.nan.f32"), {32, 32}, 32}, float_cases({32, 32}, 300),
               [](auto& r) { return f(r[0]) != f(r[0]) || f(r[1]) != f(r[1]); });
  expect_lanes({picks("setp.ge.s32"), {32, 32}, 32}, cases({32, 32}),
               [](auto& r) { return sx(r[0], 32) >= sx(r[1], 32); });
  expect_lanes({picks("setp.hi.u32"), {32, 32}, 32}, cases({32, 32}),
               [](auto& r) { return r[0] > r[1]; });
  expect_lanes({picks("setp.lt.f16"), {16, 16}, 32}, float_cases({16, 16}, 300), [](auto& r) {
    return f16_to_f32(static_cast<std::uint16_t>(r[0])) <
           f16_to_f32(static_cast<std::uint16_t>(r[1]));
  });
}

TEST(Compare, CombinesWithAPredicateAndGivesBothAnswers) {
  expect_lanes({"setp.gt.s32 %q, %b, 0; setp.lt.and.s32 %p|%over, %a, %b, %q; selp.b32 %r0, 1, 0, "
                "%p; selp.b32 %r1, 2, 0, %over; or.b32 %d, %r0, %r1;",
                {32, 32},
                32},
               cases({32, 32}), [](auto& r) {
                 const bool less = sx(r[0], 32) < sx(r[1], 32), q = sx(r[1], 32) > 0;
                 return (less && q ? 1 : 0) | (!less && q ? 2 : 0);
               });
  expect_lanes({"setp.eq.s32 %q, %b, 0; setp.lt.xor.s32 %p, %a, %b, !%q; selp.b32 %d, 1, 0, %p;",
                {32, 32},
                32},
               cases({32, 32}),
               [](auto& r) { return (sx(r[0], 32) < sx(r[1], 32)) != (r[1] != 0); });
}

TEST(Compare, SetAndSelect) {
  expect_lanes({"set.lt.u32.f32 %d, %a, %b;", {32, 32}, 32}, float_cases({32, 32}),
               [](auto& r) { return f(r[0]) < f(r[1]) ? 0xffffffff : 0; });
  expect_lanes({"set.ge.f32.s32 %d, %a, %b;", {32, 32}, 32}, cases({32, 32}),
               [](auto& r) { return sx(r[0], 32) >= sx(r[1], 32) ? 0x3f800000 : 0; });
  expect_lanes({"slct.b64.s32 %d, %a, %b, %c;", {64, 64, 32}, 64}, cases({64, 64, 32}),
               [](auto& r) { return sx(r[2], 32) >= 0 ? r[0] : r[1]; });
  expect_lanes({"slct.b32.f32 %d, %a, %b, %c;", {32, 32, 32}, 32}, float_cases({32, 32, 32}),
               [](auto& r) { return f(r[2]) >= 0 ? r[0] : r[1]; });
}

}  // namespace
}  // namespace assay::sim::testing
