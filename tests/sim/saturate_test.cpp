// SPDX-License-Identifier: Apache-2.0
// cvt at the ends of every integer type: from floats of all widths in all roundings, and from other
// integers with .sat.
#include <algorithm>
#include <bit>
#include <cmath>

#include "num/small_float.hpp"
#include "sim/harness.hpp"

namespace assay::sim::testing {
namespace {

using u64 = std::uint64_t;
using s64 = std::int64_t;
using u32 = std::uint32_t;

struct Target {
  const char* name;
  int bits;
  bool is_signed;
};
const Target targets[] = {{"u8", 8, false},  {"s8", 8, true},    {"u16", 16, false},
                          {"s16", 16, true}, {"u32", 32, false}, {"s32", 32, true}};

double rounded(double x, const std::string& mode) {
  return mode == "rni"   ? std::nearbyint(x)
         : mode == "rzi" ? std::trunc(x)
         : mode == "rmi" ? std::floor(x)
                         : std::ceil(x);
}
/// What a float becomes; 32-bit registers extend narrow results.
u64 whole(double x, const Target& t, const std::string& mode) {
  if (x != x) return 0;
  const double least = t.is_signed ? -std::ldexp(1.0, t.bits - 1) : 0,
               most = std::ldexp(1.0, t.is_signed ? t.bits - 1 : t.bits) - 1;
  return static_cast<u64>(static_cast<s64>(std::clamp(rounded(x, mode), least, most)));
}

std::vector<Operands> doubles() {
  std::vector<Operands> rows;
  for (const double base :
       {0.0,          0.5,          1.0,          1.5,          2.5,          126.5,
        127.0,        127.5,        128.0,        254.5,        255.0,        255.5,
        32767.5,      32768.0,      65535.5,      65536.0,      2147483647.0, 2147483647.5,
        2147483648.0, 4294967295.0, 4294967295.5, 4294967296.0, 1e300}) {
    for (const double x : {base, -base, std::nextafter(base, 1e308), std::nextafter(base, -1e308)})
      rows.push_back({std::bit_cast<u64>(x)});
  }
  rows.push_back({0x7ff8000000000000});
  rows.push_back({0x7ff0000000000000});
  rows.push_back({0xfff0000000000000});
  return rows;
}

TEST(Saturate, DoublesToEveryInteger) {
  for (const auto& t : targets) {
    for (const std::string mode : {"rni", "rzi", "rmi", "rpi"}) {
      // NaN is left to the test below: its value depends on the width.
      auto rows = doubles();
      std::erase_if(rows,
                    [](const Operands& r) { return std::isnan(std::bit_cast<double>(r[0])); });
      expect_lanes({"cvt." + mode + "." + t.name + ".f64 %d, %a;", {64}, 32}, rows,
                   [&](auto& r) { return whole(std::bit_cast<double>(r[0]), t, mode); });
    }
  }
}

TEST(Saturate, SinglesToEveryInteger) {
  std::vector<Operands> rows;
  for (const auto& r : doubles())
    rows.push_back({std::bit_cast<u32>(static_cast<float>(std::bit_cast<double>(r[0])))});
  for (const auto& t : targets) {
    expect_lanes({"cvt.rzi." + std::string(t.name) + ".f32 %d, %a;", {32}, 32}, rows, [&](auto& r) {
      return whole(std::bit_cast<float>(static_cast<u32>(r[0])), t, "rzi");
    });
  }
}

TEST(Saturate, HalvesToIntegers) {
  std::vector<Operands> rows;
  for (u32 b = 0; b < 0x10000; b += 37) rows.push_back({b});
  for (const auto& t : targets) {
    expect_lanes({"cvt.rni." + std::string(t.name) + ".f16 %d, %a;", {16}, 32}, rows, [&](auto& r) {
      return whole(f16_to_f32(static_cast<std::uint16_t>(r[0])), t, "rni");
    });
  }
}

TEST(Saturate, IntegersToNarrowerOnes) {
  for (const auto& t : targets) {
    if (t.bits == 32) continue;
    const s64 least = t.is_signed ? -(s64{1} << (t.bits - 1)) : 0,
              most = (s64{1} << (t.is_signed ? t.bits - 1 : t.bits)) - 1;
    expect_lanes(
        {"cvt.sat." + std::string(t.name) + ".s32 %d, %a;", {32}, 32}, cases({32}, 200),
        [&](auto& r) { return std::clamp<s64>(static_cast<std::int32_t>(r[0]), least, most); });
    expect_lanes({"cvt.sat." + std::string(t.name) + ".u32 %d, %a;", {32}, 32}, cases({32}, 200),
                 [&](auto& r) { return std::min<s64>(static_cast<s64>(r[0]), most); });
  }
}

TEST(Saturate, FloatsToZeroAndOne) {
  expect_lanes({"cvt.sat.f32.f32 %d, %a;", {32}, 32}, float_cases({32}, 300), [](auto& r) {
    const float x = std::bit_cast<float>(static_cast<u32>(r[0]));
    return std::bit_cast<u32>(x > 0 ? std::fmin(x, 1.0F) : 0.0F);
  });
  expect_lanes({"cvt.rn.sat.f16.f32 %d, %a;", {32}, 16}, float_cases({32}, 300), [](auto& r) {
    const float x = std::bit_cast<float>(static_cast<u32>(r[0]));
    return f16_from(x > 0 ? std::fmin(x, 1.0F) : 0.0F);
  });
}

TEST(Saturate, ReluOfConversions) {
  expect_lanes({"cvt.rn.relu.f16.f32 %d, %a;", {32}, 16}, float_cases({32}, 300),
               [](auto& r) -> u64 {
                 const float x = std::bit_cast<float>(static_cast<u32>(r[0]));
                 return x != x ? 0x7fff : x > 0 ? f16_from(x) : 0;
               });
}

}  // namespace
}  // namespace assay::sim::testing
