// SPDX-License-Identifier: Apache-2.0
// f16 and bf16 with .ftz, .sat and .relu; extremes and signs; comparisons of pairs.
#include <bit>
#include <cmath>

#include "num/small_float.hpp"
#include "sim/harness.hpp"

namespace assay::sim::testing {
namespace {

using u64 = std::uint64_t;
using u16 = std::uint16_t;

double half(u64 bits) {
  return f16_to_f32(static_cast<u16>(bits));
}
double brain(u64 bits) {
  return bf16_to_f32(static_cast<u16>(bits));
}
u64 to_half(double v) {
  return v != v ? 0x7fff : f16_from(v);
}
u64 to_brain(double v) {
  return v != v ? 0x7fff : bf16_from(v);
}
/// Subnormal halves become zeros of their sign.
double flushed(double v) {
  return v != 0 && std::fabs(v) < 0x1p-14 ? std::copysign(0.0, v) : v;
}
u64 flushed_bits(u64 b) {
  return (b & 0x7c00) == 0 ? b & 0x8000 : b;
}
double saturated(double v) {
  return v > 0 ? std::fmin(v, 1.0) : 0.0;
}

TEST(Pair, FlushesSubnormalsWhenTold) {
  const auto rows = float_cases({16, 16}, 600);
  expect_lanes({"add.ftz.f16 %d, %a, %b;", {16, 16}, 16}, rows, [](auto& r) {
    return flushed_bits(to_half(flushed(half(r[0])) + flushed(half(r[1]))));
  });
  expect_lanes({"mul.ftz.f16 %d, %a, %b;", {16, 16}, 16}, rows, [](auto& r) {
    return flushed_bits(to_half(flushed(half(r[0])) * flushed(half(r[1]))));
  });
}

TEST(Pair, SaturatesToZeroAndOne) {
  const auto rows = float_cases({16, 16, 16}, 600);
  expect_lanes({"add.sat.f16 %d, %a, %b;", {16, 16, 16}, 16}, rows,
               [](auto& r) { return to_half(saturated(half(r[0]) + half(r[1]))); });
  expect_lanes({"fma.rn.sat.f16 %d, %a, %b, %c;", {16, 16, 16}, 16}, rows, [](auto& r) {
    return to_half(saturated(std::fma(half(r[0]), half(r[1]), half(r[2]))));
  });
}

TEST(Pair, ReluCutsNegativesAndKeepsNan) {
  const auto rows = float_cases({16, 16, 16}, 600);
  expect_lanes({"fma.rn.relu.f16 %d, %a, %b, %c;", {16, 16, 16}, 16}, rows, [](auto& r) {
    const double v = std::fma(half(r[0]), half(r[1]), half(r[2]));
    return v < 0 || v == 0 ? (v == 0 && !std::signbit(v) ? 0 : 0) : to_half(v);
  });
  expect_lanes({"fma.rn.relu.bf16 %d, %a, %b, %c;", {16, 16, 16}, 16},
               {{0xbf80, 0x3f80, 0},
                {0x3f80, 0x3f80, 0x3f80},
                {0x7fc0, 0x3f80, 0},
                {0x3f80, 0x4000, 0xc040}},
               [](auto& r) {
                 const double v = brain(r[0]) * brain(r[1]) + brain(r[2]);
                 return v < 0 ? 0 : to_brain(v);
               });
}

TEST(Pair, PairsDoBothHalves) {
  const auto both = [](auto f) {
    return
        [f](auto& r) { return f(r[0] >> 16, r[1] >> 16) << 16 | f(r[0] & 0xffff, r[1] & 0xffff); };
  };
  const auto rows = float_cases({32, 32}, 300);
  expect_lanes({"sub.f16x2 %d, %a, %b;", {32, 32}, 32}, rows,
               both([](u64 a, u64 b) { return to_half(half(a) - half(b)); }));
  expect_lanes({"mul.sat.f16x2 %d, %a, %b;", {32, 32}, 32}, rows,
               both([](u64 a, u64 b) { return to_half(saturated(half(a) * half(b))); }));
  expect_lanes({"add.ftz.f16x2 %d, %a, %b;", {32, 32}, 32}, rows, both([](u64 a, u64 b) {
                 return flushed_bits(to_half(flushed(half(a)) + flushed(half(b))));
               }));
  expect_lanes({"add.bf16x2 %d, %a, %b;", {32, 32}, 32}, rows,
               both([](u64 a, u64 b) { return to_brain(brain(a) + brain(b)); }));
}

template <class Wide>
u64 extreme(u64 a, u64 b, bool max, Wide wide) {
  const double x = wide(a), y = wide(b);
  if (x != x) return y != y ? 0x7fff : b;
  if (y != y) return a;
  if (x == y) return std::signbit(x) == max ? b : a;
  return (x > y) == max ? a : b;
}

TEST(Pair, ExtremesOfBothFormats) {
  const auto rows = float_cases({16, 16}, 500);
  for (const bool max : {false, true}) {
    const std::string op = max ? "max" : "min";
    expect_lanes({op + ".f16 %d, %a, %b;", {16, 16}, 16}, rows,
                 [&](auto& r) { return extreme(r[0], r[1], max, half); });
    expect_lanes({op + ".bf16 %d, %a, %b;", {16, 16}, 16}, rows,
                 [&](auto& r) { return extreme(r[0], r[1], max, brain); });
    expect_lanes({op + ".NaN.f16 %d, %a, %b;", {16, 16}, 16}, rows, [&](auto& r) {
      return half(r[0]) != half(r[0]) || half(r[1]) != half(r[1]) ? 0x7fff
                                                                  : extreme(r[0], r[1], max, half);
    });
  }
}

TEST(Pair, SignsAreBits) {
  const auto rows = float_cases({32}, 200);
  expect_lanes({"neg.f16x2 %d, %a;", {32}, 32}, {{0x3c00bc00}, {0x80000000}, {0x7bff0001}},
               [](auto& r) { return r[0] ^ 0x80008000; });
  expect_lanes({"abs.bf16x2 %d, %a;", {32}, 32}, {{0x3f80bf80}, {0x80000000}, {0xff800001}},
               [](auto& r) { return r[0] & 0x7fff7fff; });
}

TEST(Pair, ComparisonsGiveAPredicateForEachHalf) {
  const auto rows = float_cases({32, 32}, 300);
  expect_lanes({"setp.lt.f16x2 %p|%q, %a, %b; selp.b32 %r0, 1, 0, %p; selp.b32 %r1, 2, 0, %q; "
                "or.b32 %d, %r0, %r1;",
                {32, 32},
                32},
               rows, [](auto& r) {
                 return (half(r[0]) < half(r[1]) ? 1 : 0) |
                        (half(r[0] >> 16) < half(r[1] >> 16) ? 2 : 0);
               });
  expect_lanes({"set.ge.f16x2.f16x2 %d, %a, %b;", {32, 32}, 32}, rows, [](auto& r) {
    return (half(r[0]) >= half(r[1]) ? 0x3c00 : 0) |
           (half(r[0] >> 16) >= half(r[1] >> 16) ? 0x3c000000 : 0);
  });
  expect_lanes({"setp.neu.bf16 %p, %a, %b; selp.b32 %d, 1, 0, %p;", {16, 16}, 32},
               float_cases({16, 16}, 300), [](auto& r) { return !(brain(r[0]) == brain(r[1])); });
}

TEST(Pair, ComparisonsFlushWhenTold) {
  const std::string body = "setp.gt.ftz.f16 %p, %a, %b; selp.b32 %d, 1, 0, %p;";
  EXPECT_EQ(results({body, {16, 16}, 32}, {{1, 0}, {0x400, 0}, {0x3ff, 0x8001}}),
            (std::vector<u64>{0, 1, 0}));
  EXPECT_EQ(results({"setp.gt.f16 %p, %a, %b; selp.b32 %d, 1, 0, %p;", {16, 16}, 32}, {{1, 0}})[0],
            1u);
}

TEST(Pair, ApproximationsOfHalves) {
  EXPECT_EQ(
      results({"ex2.approx.f16 %d, %a;", {16}, 16}, {{0}, {0x3c00}, {0xbc00}, {0x7c00}, {0xfc00}}),
      (std::vector<u64>{0x3c00, 0x4000, 0x3800, 0x7c00, 0}));
  EXPECT_EQ(results({"tanh.approx.f16x2 %d, %a;", {32}, 32}, {{0x7c00fc00}})[0], 0x3c00bc00u);
}

}  // namespace
}  // namespace assay::sim::testing
