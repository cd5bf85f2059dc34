// SPDX-License-Identifier: Apache-2.0
// f32 and f64 arithmetic in every rounding against the host's own rounding modes.
#include <bit>
#include <cfenv>
#include <cmath>

#include "sim/harness.hpp"

namespace assay::sim::testing {
namespace {

using u64 = std::uint64_t;
using u32 = std::uint32_t;

float f(u64 bits) {
  return std::bit_cast<float>(static_cast<u32>(bits));
}
double g(u64 bits) {
  return std::bit_cast<double>(bits);
}
u64 bits(float x) {
  return x == x ? std::bit_cast<u32>(x) : 0x7fffffff;
}
u64 bits(double x) {
  return x == x ? std::bit_cast<u64>(x) : 0xfff8000000000000;
}

struct Mode {
  const char* name;
  int host;
};
const Mode modes[] = {
    {"rn", FE_TONEAREST}, {"rz", FE_TOWARDZERO}, {"rm", FE_DOWNWARD}, {"rp", FE_UPWARD}};

/// Computes with the host's rounding mode set; volatile keeps the compiler from moving it.
template <class T>
T rounded(int mode, auto operation) {
  std::fesetround(mode);
  volatile T result = operation();
  std::fesetround(FE_TONEAREST);
  return result;
}

template <class T>
void check(const char* op, int operands, const Mode& mode, T (*host)(T, T, T)) {
  constexpr int w = sizeof(T) * 8;
  const std::vector<int> widths(static_cast<std::size_t>(operands), w);
  const std::string list[] = {"", " %a", " %a, %b", " %a, %b, %c"};
  const std::string text =
      std::string(op) + "." + mode.name + ".f" + std::to_string(w) + " %d," + list[operands] + ";";
  expect_lanes({text, widths, w}, float_cases(widths, 300), [&](const Operands& r) {
    const auto value = [&](std::size_t n) {
      if constexpr (w == 32)
        return f(n < r.size() ? r[n] : 0);
      else
        return g(n < r.size() ? r[n] : 0);
    };
    volatile T a = value(0), b = value(1), c = value(2);
    return bits(rounded<T>(mode.host, [&] { return host(a, b, c); }));
  });
}

template <class T>
T add(T a, T b, T) {
  volatile T x = a, y = b;
  return x + y;
}
template <class T>
T sub(T a, T b, T) {
  volatile T x = a, y = b;
  return x - y;
}
template <class T>
T mul(T a, T b, T) {
  volatile T x = a, y = b;
  return x * y;
}
template <class T>
T div(T a, T b, T) {
  volatile T x = a, y = b;
  return x / y;
}
template <class T>
T fma3(T a, T b, T c) {
  return std::fma(a, b, c);
}
template <class T>
T root(T a, T, T) {
  return std::sqrt(a);
}
template <class T>
T inverse(T a, T, T) {
  volatile T one = 1, x = a;
  return one / x;
}

TEST(Float, RoundsAsAskedInSingle) {
  for (const auto& mode : modes) {
    check<float>("add", 2, mode, add<float>);
    check<float>("sub", 2, mode, sub<float>);
    check<float>("mul", 2, mode, mul<float>);
    check<float>("fma", 3, mode, fma3<float>);
    check<float>("div", 2, mode, div<float>);
    check<float>("sqrt", 1, mode, root<float>);
    check<float>("rcp", 1, mode, inverse<float>);
  }
}

TEST(Float, RoundsAsAskedInDouble) {
  for (const auto& mode : modes) {
    check<double>("add", 2, mode, add<double>);
    check<double>("sub", 2, mode, sub<double>);
    check<double>("mul", 2, mode, mul<double>);
    check<double>("fma", 3, mode, fma3<double>);
    check<double>("div", 2, mode, div<double>);
    check<double>("sqrt", 1, mode, root<double>);
    check<double>("rcp", 1, mode, inverse<double>);
  }
}

float flushed(float x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x;
}

TEST(Float, FlushesAndSaturatesWhenTold) {
  expect_lanes({"add.ftz.f32 %d, %a, %b;", {32, 32}, 32}, float_cases({32, 32}, 300),
               [](auto& r) { return bits(flushed(flushed(f(r[0])) + flushed(f(r[1])))); });
  expect_lanes({"mul.ftz.sat.f32 %d, %a, %b;", {32, 32}, 32}, float_cases({32, 32}, 300),
               [](auto& r) {
                 const float p = flushed(flushed(f(r[0])) * flushed(f(r[1])));
                 return bits(p > 0 ? std::fmin(p, 1.0F) : 0.0F);
               });
  expect_lanes({"fma.rn.sat.f32 %d, %a, %b, %c;", {32, 32, 32}, 32}, float_cases({32, 32, 32}, 300),
               [](auto& r) {
                 const float p = std::fma(f(r[0]), f(r[1]), f(r[2]));
                 return bits(p > 0 ? std::fmin(p, 1.0F) : 0.0F);
               });
}

template <class T>
u64 extreme(T a, T b, bool max) {
  if (a != a) return bits(b);
  if (b != b) return bits(a);
  if (a == b) return bits(std::signbit(a) == max ? b : a);
  return bits((a > b) == max ? a : b);
}

TEST(Float, ExtremesPreferNumbersAndOrderZeros) {
  expect_lanes({"max.f32 %d, %a, %b;", {32, 32}, 32}, float_cases({32, 32}, 300),
               [](auto& r) { return extreme(f(r[0]), f(r[1]), true); });
  expect_lanes({"min.f32 %d, %a, %b;", {32, 32}, 32}, float_cases({32, 32}, 300),
               [](auto& r) { return extreme(f(r[0]), f(r[1]), false); });
  expect_lanes({"max.f64 %d, %a, %b;", {64, 64}, 64}, float_cases({64, 64}, 300),
               [](auto& r) { return extreme(g(r[0]), g(r[1]), true); });
  expect_lanes({"max.NaN.f32 %d, %a, %b;", {32, 32}, 32}, float_cases({32, 32}, 300), [](auto& r) {
    return std::isnan(f(r[0])) || std::isnan(f(r[1])) ? 0x7fffffff
                                                      : extreme(f(r[0]), f(r[1]), true);
  });
  expect_lanes({"min.xorsign.abs.f32 %d, %a, %b;", {32, 32}, 32}, float_cases({32, 32}, 300),
               [](auto& r) -> u64 {
                 const u64 m = extreme(std::fabs(f(r[0])), std::fabs(f(r[1])), false),
                           sign = (r[0] ^ r[1]) & 0x80000000;
                 return std::isnan(f(m)) ? 0x7fffffff : m | sign;
               });
}

TEST(Float, SignsAndClasses) {
  expect_lanes({"abs.f32 %d, %a;", {32}, 32}, float_cases({32}),
               [](auto& r) { return bits(std::fabs(f(r[0]))); });
  expect_lanes({"neg.f64 %d, %a;", {64}, 64}, float_cases({64}),
               [](auto& r) { return bits(-g(r[0])); });
  expect_lanes({"copysign.f32 %d, %a, %b;", {32, 32}, 32}, float_cases({32, 32}),
               [](auto& r) { return (r[1] & 0x7fffffff) | (r[0] & 0x80000000); });
  expect_lanes({"testp.subnormal.f32 %p, %a; selp.b32 %d, 1, 0, %p;", {32}, 32}, float_cases({32}),
               [](auto& r) { return std::fpclassify(f(r[0])) == FP_SUBNORMAL; });
  expect_lanes({"testp.number.f64 %p, %a; selp.b32 %d, 1, 0, %p;", {64}, 32}, float_cases({64}),
               [](auto& r) { return !std::isnan(g(r[0])); });
}

/// |got − exact| within what PTX's tables promise.
void expect_near(const std::string& op, double (*exact)(double), double low, double high,
                 double relative, double absolute) {
  std::vector<Operands> rows;
  for (int n = 0; n <= 2000; ++n)
    rows.push_back({bits(static_cast<float>(low + (high - low) * n / 2000))});
  const auto got = results({op + " %d, %a;", {32}, 32}, rows);
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const double want = exact(f(rows[n][0]));
    ASSERT_NEAR(f(got[n]), want, std::fabs(want) * relative + absolute)
        << op << " of " << f(rows[n][0]);
  }
}

TEST(Float, ApproximationsStayWithinTheirBounds) {
  expect_near("ex2.approx.f32", [](double x) { return std::exp2(x); }, -126, 127, 0x1p-22, 0);
  expect_near("lg2.approx.f32", [](double x) { return std::log2(x); }, 1e-3, 2e3, 0x1p-22, 0x1p-22);
  expect_near("sin.approx.f32", [](double x) { return std::sin(x); }, -3.14, 3.14, 0, 0x1p-20);
  expect_near("cos.approx.f32", [](double x) { return std::cos(x); }, -3.14, 3.14, 0, 0x1p-20);
  expect_near("tanh.approx.f32", [](double x) { return std::tanh(x); }, -8, 8, 0x1p-11, 0);
  expect_near("rsqrt.approx.f32", [](double x) { return 1 / std::sqrt(x); }, 1e-3, 1e5, 0x1p-22, 0);
  expect_near("rcp.approx.f32", [](double x) { return 1 / x; }, 1e-3, 1e5, 0x1p-23, 0);
  expect_near("sqrt.approx.f32", [](double x) { return std::sqrt(x); }, 0, 1e5, 0x1p-23, 0);
}

TEST(Float, ApproximationsOfSpecialValues) {
  const u64 inf = 0x7f800000, minus = 0x80000000, nan = 0x7fffffff;
  const auto one = [](const char* op, u64 x) {
    return results({std::string(op) + " %d, %a;", {32}, 32}, {{x}})[0];
  };
  EXPECT_EQ(one("ex2.approx.f32", inf), inf);
  EXPECT_EQ(one("ex2.approx.f32", inf | minus), 0u);
  EXPECT_EQ(one("ex2.approx.ftz.f32", bits(-127.0F)), 0u);
  EXPECT_EQ(one("ex2.approx.f32", bits(-127.0F)), bits(std::exp2(-127.0F)));
  EXPECT_EQ(one("lg2.approx.f32", 0), inf | minus);
  EXPECT_EQ(one("lg2.approx.f32", bits(-1.0F)), nan);
  EXPECT_EQ(one("lg2.approx.f32", inf), inf);
  EXPECT_EQ(one("sin.approx.f32", inf), nan);
  EXPECT_EQ(one("sin.approx.f32", minus), minus);
  EXPECT_EQ(one("cos.approx.f32", 0), bits(1.0F));
  EXPECT_EQ(one("rsqrt.approx.f32", minus), inf | minus);
  EXPECT_EQ(one("tanh.approx.f32", inf | minus), bits(-1.0F));
}

}  // namespace
}  // namespace assay::sim::testing
