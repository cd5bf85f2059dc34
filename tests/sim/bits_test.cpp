// SPDX-License-Identifier: Apache-2.0
// Bit operations against plain C++.
#include <bit>

#include "sim/harness.hpp"

namespace assay::sim::testing {
namespace {

using u64 = std::uint64_t;
using u32 = std::uint32_t;

TEST(Bits, LogicOnEveryWidth) {
  for (const int w : {16, 32, 64}) {
    const std::string t = std::to_string(w);
    expect_lanes({"and.b" + t + " %d, %a, %b;", {w, w}, w}, cases({w, w}),
                 [](auto& r) { return r[0] & r[1]; });
    expect_lanes({"or.b" + t + " %d, %a, %b;", {w, w}, w}, cases({w, w}),
                 [](auto& r) { return r[0] | r[1]; });
    expect_lanes({"xor.b" + t + " %d, %a, %b;", {w, w}, w}, cases({w, w}),
                 [](auto& r) { return r[0] ^ r[1]; });
    expect_lanes({"not.b" + t + " %d, %a;", {w}, w}, cases({w}), [](auto& r) { return ~r[0]; });
    expect_lanes({"cnot.b" + t + " %d, %a;", {w}, w}, cases({w}),
                 [](auto& r) { return r[0] == 0 ? 1 : 0; });
  }
}

TEST(Bits, ShiftsClampTheirCount) {
  for (const int w : {16, 32, 64}) {
    const std::string t = std::to_string(w);
    expect_lanes({"shl.b" + t + " %d, %a, %b;", {w, 32}, w}, cases({w, 32}),
                 [w](auto& r) { return r[1] >= static_cast<u64>(w) ? 0 : r[0] << r[1]; });
    expect_lanes({"shr.u" + t + " %d, %a, %b;", {w, 32}, w}, cases({w, 32}),
                 [w](auto& r) { return r[1] >= static_cast<u64>(w) ? 0 : r[0] >> r[1]; });
    expect_lanes({"shr.s" + t + " %d, %a, %b;", {w, 32}, w}, cases({w, 32}), [w](auto& r) {
      const auto v = static_cast<std::int64_t>(r[0] << (64 - w)) >> (64 - w);
      return v >> std::min<u64>(r[1], 63);
    });
  }
}

TEST(Bits, FunnelShifts) {
  const auto both = [](auto& r) { return r[1] << 32 | r[0]; };
  expect_lanes({"shf.l.wrap.b32 %d, %a, %b, %c;", {32, 32, 32}, 32}, cases({32, 32, 32}),
               [&](auto& r) { return both(r) << (r[2] & 31) >> 32; });
  expect_lanes({"shf.r.wrap.b32 %d, %a, %b, %c;", {32, 32, 32}, 32}, cases({32, 32, 32}),
               [&](auto& r) { return both(r) >> (r[2] & 31); });
  expect_lanes({"shf.r.clamp.b32 %d, %a, %b, %c;", {32, 32, 32}, 32}, cases({32, 32, 32}),
               [&](auto& r) { return both(r) >> std::min<u64>(r[2], 32); });
  expect_lanes({"shf.l.clamp.b32 %d, %a, %b, %c;", {32, 32, 32}, 32}, cases({32, 32, 32}),
               [&](auto& r) { return both(r) << std::min<u64>(r[2], 32) >> 32; });
}

/// PTX ISA's own pseudo-code of bfe.
u64 bfe(u64 a, u64 b, u64 c, int msb, bool is_signed) {
  const int pos = static_cast<int>(b & 0xff), len = static_cast<int>(c & 0xff);
  u64 sbit = 0;
  if (is_signed && len != 0) sbit = (a >> std::min(pos + len - 1, msb)) & 1;
  u64 d = 0;
  for (int i = 0; i <= msb; ++i)
    d |= ((i < len && pos + i <= msb) ? (a >> (pos + i)) & 1 : sbit) << i;
  return d;
}

TEST(Bits, ExtractsFields) {
  for (const int w : {32, 64}) {
    const std::string t = std::to_string(w);
    expect_lanes({"bfe.u" + t + " %d, %a, %b, %c;", {w, 32, 32}, w}, cases({w, 32, 32}, 400),
                 [w](auto& r) { return bfe(r[0], r[1], r[2], w - 1, false); });
    expect_lanes({"bfe.s" + t + " %d, %a, %b, %c;", {w, 32, 32}, w}, cases({w, 32, 32}, 400),
                 [w](auto& r) { return bfe(r[0], r[1], r[2], w - 1, true); });
  }
}

TEST(Bits, InsertsFields) {
  for (const int w : {32, 64}) {
    expect_lanes({"bfi.b" + std::to_string(w) + " %d, %a, %b, %c, %e;", {w, w, 32, 32}, w},
                 cases({w, w, 32, 32}, 400), [w](auto& r) {
                   u64 f = r[1];
                   const int pos = static_cast<int>(r[2] & 0xff),
                             len = static_cast<int>(r[3] & 0xff);
                   for (int i = 0; i < len && pos + i < w; ++i)
                     f = (f & ~(u64{1} << (pos + i))) | ((r[0] >> i & 1) << (pos + i));
                   return f;
                 });
  }
}

TEST(Bits, CountsAndFinds) {
  expect_lanes({"popc.b64 %d, %a;", {64}, 32}, cases({64}),
               [](auto& r) { return std::popcount(r[0]); });
  expect_lanes({"clz.b32 %d, %a;", {32}, 32}, cases({32}),
               [](auto& r) { return std::countl_zero(static_cast<u32>(r[0])); });
  expect_lanes({"clz.b64 %d, %a;", {64}, 32}, cases({64}),
               [](auto& r) { return std::countl_zero(r[0]); });
  expect_lanes({"bfind.u32 %d, %a;", {32}, 32}, cases({32}),
               [](auto& r) { return r[0] == 0 ? ~u64{0} : std::bit_width(r[0]) - 1; });
  expect_lanes({"bfind.shiftamt.s32 %d, %a;", {32}, 32}, cases({32}), [](auto& r) -> u64 {
    const u32 v = (r[0] >> 31) != 0 ? ~static_cast<u32>(r[0]) : static_cast<u32>(r[0]);
    return v == 0 ? ~u64{0} : 32 - std::bit_width(v);
  });
  expect_lanes({"brev.b32 %d, %a;", {32}, 32}, cases({32}), [](auto& r) {
    u64 v = 0;
    for (int i = 0; i < 32; ++i) v |= (r[0] >> i & 1) << (31 - i);
    return v;
  });
  expect_lanes({"fns.b32 %d, %a, 4, 2;", {32}, 32}, cases({32}), [](auto& r) -> u64 {
    int seen = 0;
    for (u64 i = 4; i < 32; ++i) {
      if ((r[0] >> i & 1) != 0 && ++seen == 2) return i;
    }
    return ~u64{0};
  });
}

TEST(Bits, AnyTruthTableOfThree) {
  for (const int table : {0x00, 0x96, 0xe8, 0xca, 0x1b, 0xff}) {
    expect_lanes({"lop3.b32 %d, %a, %b, %c, " + std::to_string(table) + ";", {32, 32, 32}, 32},
                 cases({32, 32, 32}), [table](auto& r) {
                   u64 d = 0;
                   for (int i = 0; i < 32; ++i) {
                     const u64 index =
                         (r[0] >> i & 1) << 2 | (r[1] >> i & 1) << 1 | (r[2] >> i & 1);
                     d |= static_cast<u64>(table >> index & 1) << i;
                   }
                   return d;
                 });
  }
}

TEST(Bits, PermutesBytes) {
  const auto pick = [](u64 both, u64 selector) {
    u64 d = 0;
    for (int k = 0; k < 4; ++k) {
      const u64 s = selector >> (4 * k) & 15, byte = both >> (8 * (s & 7)) & 255;
      d |= ((s & 8) != 0 ? ((byte & 128) != 0 ? 255 : 0) : byte) << (8 * k);
    }
    return d;
  };
  expect_lanes({"prmt.b32 %d, %a, %b, %c;", {32, 32, 32}, 32}, cases({32, 32, 32}),
               [&](auto& r) { return pick(r[1] << 32 | r[0], r[2]); });
  expect_lanes({"prmt.b32.f4e %d, %a, %b, %c;", {32, 32, 32}, 32}, cases({32, 32, 32}),
               [&](auto& r) { return (r[1] << 32 | r[0]) >> (8 * (r[2] & 3)); });
}

TEST(Bits, MasksAndExtensions) {
  expect_lanes({"bmsk.clamp.b32 %d, %a, %b;", {32, 32}, 32}, cases({32, 32}), [](auto& r) -> u64 {
    if (r[0] >= 32) return 0;
    return (r[1] >= 32 ? 0xffffffff : (u64{1} << r[1]) - 1) << r[0];
  });
  expect_lanes({"szext.wrap.s32 %d, %a, %b;", {32, 32}, 32}, cases({32, 32}), [](auto& r) -> u64 {
    const int n = static_cast<int>(r[1] & 31);
    return n == 0 ? 0 : static_cast<u64>(static_cast<std::int64_t>(r[0] << (64 - n)) >> (64 - n));
  });
}

TEST(Bits, PacksAndUnpacks) {
  expect_lanes({"mov.b64 %d, {%a, %b};", {32, 32}, 64}, cases({32, 32}),
               [](auto& r) { return r[1] << 32 | r[0]; });
  expect_lanes({"mov.b64 {%r0, %r1}, %a; mov.b32 %d, %r1;", {64}, 32}, cases({64}),
               [](auto& r) { return r[0] >> 32; });
  expect_lanes({"mov.b32 {%h0, %h1}, %a; mov.b32 %d, {%h1, %h0};", {32}, 32}, cases({32}),
               [](auto& r) { return r[0] >> 16 | r[0] << 16; });
  expect_lanes({"mov.b64 {_, %r1}, %a; mov.b32 %d, %r1;", {64}, 32}, cases({64}),
               [](auto& r) { return r[0] >> 32; });
}

}  // namespace
}  // namespace assay::sim::testing
