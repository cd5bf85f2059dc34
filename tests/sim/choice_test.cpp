// SPDX-License-Identifier: Apache-2.0
// setp and set in every comparison, combined with predicates; selp, slct, testp, copysign;
// extremes.
#include <bit>
#include <cmath>
#include <functional>

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
std::string picked(const std::string& statement) {
  return statement + " selp.b32 %d, 1, 0, %p;";
}

struct Comparison {
  const char* name;
  std::function<bool(double, double)> holds;
};
bool unordered(double a, double b) {
  return a != a || b != b;
}
const Comparison comparisons[] = {
    {"eq", [](double a, double b) { return a == b; }},
    {"ne", [](double a, double b) { return !unordered(a, b) && a != b; }},
    {"lt", [](double a, double b) { return a < b; }},
    {"le", [](double a, double b) { return a <= b; }},
    {"gt", [](double a, double b) { return a > b; }},
    {"ge", [](double a, double b) { return a >= b; }},
    {"equ", [](double a, double b) { return unordered(a, b) || a == b; }},
    {"neu", [](double a, double b) { return a != b; }},
    {"ltu", [](double a, double b) { return !(a >= b); }},
    {"leu", [](double a, double b) { return !(a > b); }},
    {"gtu", [](double a, double b) { return !(a <= b); }},
    {"geu", [](double a, double b) { return !(a < b); }},
    {"num", [](double a, double b) { return !unordered(a, b); }},
    {"nan", [](double a, double b) { return unordered(a, b); }}};

TEST(Choice, EveryComparisonOfFloats) {
  for (const auto& c : comparisons) {
    const std::string name = c.name;
    expect_lanes({picked("setp." + name + ".f32 %p, %a, %b;"), {32, 32}, 32},
                 float_cases({32, 32}, 200), [&](auto& r) { return c.holds(f(r[0]), f(r[1])); });
    expect_lanes({picked("setp." + name + ".f64 %p, %a, %b;"), {64, 64}, 32},
                 float_cases({64, 64}, 200), [&](auto& r) { return c.holds(g(r[0]), g(r[1])); });
  }
}

TEST(Choice, EveryComparisonOfIntegers) {
  const std::pair<const char*, std::function<bool(u64, u64)>> all[] = {
      {"eq", std::equal_to<u64>()}, {"ne", std::not_equal_to<u64>()},
      {"lo", std::less<u64>()},     {"ls", std::less_equal<u64>()},
      {"hi", std::greater<u64>()},  {"hs", std::greater_equal<u64>()},
      {"lt", std::less<u64>()},     {"le", std::less_equal<u64>()},
      {"gt", std::greater<u64>()},  {"ge", std::greater_equal<u64>()}};
  for (const int w : {16, 32, 64}) {
    const std::string t = std::to_string(w);
    for (const auto& [name, holds] : all) {
      expect_lanes({picked("setp." + std::string(name) + ".u" + t + " %p, %a, %b;"), {w, w}, 32},
                   cases({w, w}, 80), [&, h = holds](auto& r) { return h(r[0], r[1]); });
    }
    expect_lanes({picked("setp.lt.s" + t + " %p, %a, %b;"), {w, w}, 32}, cases({w, w}, 80),
                 [w](auto& r) { return sx(r[0], w) < sx(r[1], w); });
    expect_lanes({picked("setp.ge.s" + t + " %p, %a, %b;"), {w, w}, 32}, cases({w, w}, 80),
                 [w](auto& r) { return sx(r[0], w) >= sx(r[1], w); });
  }
}

TEST(Choice, CombinesWithAPredicateInAllWays) {
  const std::pair<const char*, std::function<bool(bool, bool)>> ways[] = {
      {"and", std::logical_and<bool>()},
      {"or", std::logical_or<bool>()},
      {"xor", std::not_equal_to<bool>()}};
  for (const auto& [name, merge] : ways) {
    for (const bool negated : {false, true}) {
      const std::string with = std::string(negated ? "!" : "") + "%q;";
      expect_lanes(
          {"setp.ne.u32 %q, %c, 0; setp.lt." + std::string(name) + ".s32 %p|%over, %a, %b, " +
               with + " selp.b32 %r0, 1, 0, %p; selp.b32 %r1, 2, 0, %over; or.b32 %d, %r0, %r1;",
           {32, 32, 32},
           32},
          cases({32, 32, 32}, 120), [&, m = merge](auto& r) {
            const bool less = sx(r[0], 32) < sx(r[1], 32), q = (r[2] != 0) != negated;
            return (m(less, q) ? 1 : 0) | (m(!less, q) ? 2 : 0);
          });
      expect_lanes(
          {"setp.ne.u32 %q, %c, 0; set.lt." + std::string(name) + ".u32.s32 %d, %a, %b, " + with,
           {32, 32, 32},
           32},
          cases({32, 32, 32}, 120), [&, m = merge](auto& r) {
            return m(sx(r[0], 32) < sx(r[1], 32), (r[2] != 0) != negated) ? 0xffffffff : 0;
          });
    }
  }
}

TEST(Choice, ComparisonsFlushWhenTold) {
  const u64 tiny = 1, zero = 0;
  EXPECT_EQ(results({picked("setp.gt.f32 %p, %a, %b;"), {32, 32}, 32}, {{tiny, zero}})[0], 1u);
  EXPECT_EQ(results({picked("setp.gt.ftz.f32 %p, %a, %b;"), {32, 32}, 32}, {{tiny, zero}})[0], 0u);
}

TEST(Choice, SelectsInEveryWidth) {
  for (const int w : {16, 32, 64}) {
    const std::string t = std::to_string(w);
    expect_lanes({"setp.lt.u32 %p, %c, 9; selp.b" + t + " %d, %a, %b, %p;", {w, w, 32}, w},
                 cases({w, w, 32}), [](auto& r) { return r[2] < 9 ? r[0] : r[1]; });
    expect_lanes({"slct.u" + t + ".s32 %d, %a, %b, %c;", {w, w, 32}, w}, cases({w, w, 32}),
                 [](auto& r) { return sx(r[2], 32) >= 0 ? r[0] : r[1]; });
  }
  expect_lanes(
      {"slct.ftz.b32.f32 %d, %a, %b, %c;", {32, 32, 32}, 32},
      {{1, 2, 0x80000001}, {1, 2, 0x80000000}, {1, 2, 0x7fc00000}, {1, 2, 0x80800000}, {1, 2, 0}},
      [](auto& r) { return std::isnan(f(r[2])) || f(r[2]) <= -0x1p-126F ? 2 : 1; });
}

TEST(Choice, ClassesOfNumbers) {
  const std::pair<const char*, std::function<bool(double, int)>> all[] = {
      {"finite", [](double x, int) { return std::isfinite(x); }},
      {"infinite", [](double x, int) { return std::isinf(x); }},
      {"number", [](double x, int) { return !std::isnan(x); }},
      {"notanumber", [](double x, int) { return std::isnan(x); }},
      {"normal", [](double, int c) { return c == FP_NORMAL || c == FP_ZERO; }},
      {"subnormal", [](double, int c) { return c == FP_SUBNORMAL; }}};
  for (const auto& [name, is] : all) {
    expect_lanes({picked("testp." + std::string(name) + ".f32 %p, %a;"), {32}, 32},
                 float_cases({32}, 200),
                 [&, i = is](auto& r) { return i(f(r[0]), std::fpclassify(f(r[0]))); });
    expect_lanes({picked("testp." + std::string(name) + ".f64 %p, %a;"), {64}, 32},
                 float_cases({64}, 200),
                 [&, i = is](auto& r) { return i(g(r[0]), std::fpclassify(g(r[0]))); });
  }
}

TEST(Choice, CopiesSigns) {
  const u64 sign = u64{1} << 63;
  expect_lanes({"copysign.f64 %d, %a, %b;", {64, 64}, 64}, float_cases({64, 64}, 200),
               [=](auto& r) { return (r[1] & ~sign) | (r[0] & sign); });
}

TEST(Choice, ExtremesFlushAndPropagate) {
  const auto run = [](const char* op, u64 a, u64 b) {
    return results({std::string(op) + " %d, %a, %b;", {32, 32}, 32}, {{a, b}})[0];
  };
  const u64 nan = 0x7fc00000, canonical = 0x7fffffff, one = 0x3f800000, minus = 0x80000000;
  EXPECT_EQ(run("max.f32", nan, one), one);
  EXPECT_EQ(run("max.f32", nan, nan), canonical);
  EXPECT_EQ(run("max.NaN.f32", nan, one), canonical);
  EXPECT_EQ(run("min.NaN.f32", one, nan), canonical);
  EXPECT_EQ(run("max.f32", minus, 0), 0u);
  EXPECT_EQ(run("min.f32", 0, minus), minus);
  EXPECT_EQ(run("max.ftz.f32", 1, minus), 0u) << "a flushed subnormal is +0";
  EXPECT_EQ(run("max.xorsign.abs.f32", one | minus, 0x40000000), 0xc0000000u);
  EXPECT_EQ(run("min.xorsign.abs.f32", one | minus, 0xc0000000), one);
}

}  // namespace
}  // namespace assay::sim::testing
