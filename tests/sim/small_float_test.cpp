// SPDX-License-Identifier: Apache-2.0
// f16 and bf16, single and paired, against one rounding from an exact value.
#include <bit>
#include <cmath>

#include "num/small_float.hpp"
#include "sim/harness.hpp"

namespace assay::sim::testing {
namespace {

using u64 = std::uint64_t;
using u16 = std::uint16_t;

struct Format {
  const char* name;
  double (*wide)(u64);
  u64 (*narrow)(double);
};
u64 nan_or(double v, u16 bits) {
  return v != v ? 0x7fff : bits;
}
const Format half{"f16", [](u64 b) { return double{f16_to_f32(static_cast<u16>(b))}; },
                  [](double v) { return nan_or(v, f16_from(v)); }};
const Format brain{"bf16", [](u64 b) { return double{bf16_to_f32(static_cast<u16>(b))}; },
                   [](double v) { return nan_or(v, bf16_from(v)); }};

TEST(SmallFloat, AddsMultipliesAndSubtracts) {
  for (const auto& f : {half, brain}) {
    const std::string t = f.name;
    expect_lanes({"add." + t + " %d, %a, %b;", {16, 16}, 16}, float_cases({16, 16}, 600),
                 [&](auto& r) { return f.narrow(f.wide(r[0]) + f.wide(r[1])); });
    expect_lanes({"sub." + t + " %d, %a, %b;", {16, 16}, 16}, float_cases({16, 16}, 600),
                 [&](auto& r) { return f.narrow(f.wide(r[0]) - f.wide(r[1])); });
    expect_lanes({"mul." + t + " %d, %a, %b;", {16, 16}, 16}, float_cases({16, 16}, 600),
                 [&](auto& r) { return f.narrow(f.wide(r[0]) * f.wide(r[1])); });
  }
}

TEST(SmallFloat, FusesWithOneRounding) {
  expect_lanes({"fma.rn.f16 %d, %a, %b, %c;", {16, 16, 16}, 16}, float_cases({16, 16, 16}, 600),
               [](auto& r) {
                 return half.narrow(std::fma(half.wide(r[0]), half.wide(r[1]), half.wide(r[2])));
               });
  // 1.0078125 · 1.0078125 lies between two bf16; a tiny addend must still tip a tie.
  EXPECT_EQ(
      results({"fma.rn.bf16 %d, %a, %b, %c;", {16, 16, 16}, 16}, {{0x3f81, 0x3f80, 0x0001}})[0],
      0x3f81u);
  EXPECT_EQ(
      results({"fma.rn.bf16 %d, %a, %b, %c;", {16, 16, 16}, 16}, {{0x3f88, 0x3f88, 0x0001}})[0],
      0x3f91u);
}

TEST(SmallFloat, PairsAreTwoOfTheSame) {
  expect_lanes({"add.f16x2 %d, %a, %b;", {32, 32}, 32}, float_cases({32, 32}, 300), [](auto& r) {
    return half.narrow(half.wide(r[0] >> 16) + half.wide(r[1] >> 16)) << 16 |
           half.narrow(half.wide(r[0]) + half.wide(r[1]));
  });
  expect_lanes({"mul.bf16x2 %d, %a, %b;", {32, 32}, 32}, float_cases({32, 32}, 300), [](auto& r) {
    return brain.narrow(brain.wide(r[0] >> 16) * brain.wide(r[1] >> 16)) << 16 |
           brain.narrow(brain.wide(r[0]) * brain.wide(r[1]));
  });
}

TEST(SmallFloat, ReluAndExtremes) {
  EXPECT_EQ(
      results({"fma.rn.relu.f16 %d, %a, %b, %c;", {16, 16, 16}, 16}, {{0xbc00, 0x3c00, 0}})[0], 0u);
  EXPECT_EQ(results({"max.f16 %d, %a, %b;", {16, 16}, 16}, {{0x7e00, 0x3c00}})[0], 0x3c00u);
  EXPECT_EQ(results({"max.NaN.bf16 %d, %a, %b;", {16, 16}, 16}, {{0x7fc0, 0x3f80}})[0], 0x7fffu);
  EXPECT_EQ(results({"min.f16x2 %d, %a, %b;", {32, 32}, 32}, {{0x3c00bc00, 0x40004000}})[0],
            0x3c00bc00u);
  EXPECT_EQ(results({"neg.bf16x2 %d, %a;", {32}, 32}, {{0x3f80bf80}})[0], 0xbf803f80u);
}

}  // namespace
}  // namespace assay::sim::testing
