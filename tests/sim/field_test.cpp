// SPDX-License-Identifier: Apache-2.0
// Corners of the bit-field operations: fields that reach over the end, empty ones, searches that
// find nothing, every mode of prmt, shifts by their whole width.
#include <bit>

#include "sim/harness.hpp"

namespace assay::sim::testing {
namespace {

using u64 = std::uint64_t;
using u32 = std::uint32_t;
using s32 = std::int32_t;

u64 one(const std::string& text, const std::vector<int>& in, int out, const Operands& row) {
  return results({text, in, out}, {row})[0];
}
u64 bfe(const char* type, u64 a, u64 pos, u64 len) {
  const int w = std::string(type).ends_with("64") ? 64 : 32;
  return one("bfe." + std::string(type) + " %d, %a, %b, %c;", {w, 32, 32}, w, {a, pos, len});
}

TEST(Field, ExtractionAtTheEdges) {
  EXPECT_EQ(bfe("u32", 0xdeadbeef, 0, 32), 0xdeadbeefu);
  EXPECT_EQ(bfe("u32", 0xdeadbeef, 0, 0), 0u);
  EXPECT_EQ(bfe("u32", 0xdeadbeef, 28, 8), 0xdu);
  EXPECT_EQ(bfe("u32", 0xdeadbeef, 32, 4), 0u);
  EXPECT_EQ(bfe("s32", 0x80000000, 28, 8), 0xfffffff8u);
  EXPECT_EQ(bfe("s32", 0x80000000, 40, 4), 0xffffffffu) << "beyond the end the sign fills";
  EXPECT_EQ(bfe("s32", 0x00000080, 4, 4), 0xfffffff8u);
  EXPECT_EQ(bfe("s32", 0xffffffff, 4, 0), 0u);
  EXPECT_EQ(bfe("u32", 0xdeadbeef, 256 + 4, 256 + 8), 0xeeu) << "only the low byte of each counts";
  EXPECT_EQ(bfe("u64", 0xf000000000000000, 60, 64), 0xfu);
  EXPECT_EQ(bfe("s64", 0x8000000000000000, 63, 1), ~u64{0});
}

TEST(Field, InsertionAtTheEdges) {
  const auto bfi = [](u64 a, u64 b, u64 pos, u64 len) {
    return one("bfi.b32 %d, %a, %b, %c, %e;", {32, 32, 32, 32}, 32, {a, b, pos, len});
  };
  EXPECT_EQ(bfi(0xff, 0, 4, 8), 0xff0u);
  EXPECT_EQ(bfi(0xff, 0x12345678, 0, 0), 0x12345678u);
  EXPECT_EQ(bfi(0xff, 0, 28, 8), 0xf0000000u);
  EXPECT_EQ(bfi(0xff, 0x12345678, 32, 8), 0x12345678u);
  EXPECT_EQ(bfi(0xabcdef01, 0, 0, 32), 0xabcdef01u);
  EXPECT_EQ(bfi(0xabcdef01, 0, 0, 255), 0xabcdef01u);
}

TEST(Field, TheHighestBitThatIsNotTheSign) {
  const auto find = [](const char* type, u64 a) {
    const int w = std::string(type).ends_with("64") ? 64 : 32;
    return one("bfind." + std::string(type) + " %d, %a;", {w}, 32, {a});
  };
  const u64 nothing = 0xffffffff;
  EXPECT_EQ(find("u32", 0), nothing);
  EXPECT_EQ(find("u32", 1), 0u);
  EXPECT_EQ(find("u32", 0x80000000), 31u);
  EXPECT_EQ(find("s32", 0xffffffff), nothing);
  EXPECT_EQ(find("s32", 0x80000000), 30u);
  EXPECT_EQ(find("s32", 0xfffffffe), 0u);
  EXPECT_EQ(find("u64", u64{1} << 40), 40u);
  EXPECT_EQ(find("s64", ~(u64{1} << 40)), 40u);
  EXPECT_EQ(find("shiftamt.u32", 1), 31u);
  EXPECT_EQ(find("shiftamt.u64", 1), 63u);
  EXPECT_EQ(find("shiftamt.u32", 0), nothing);
}

TEST(Field, TheNthSetBitUpAndDown) {
  // PTX ISA, fns: pseudo-code.
  const auto reference = [](u64 mask, s32 base, s32 offset) -> u64 {
    s32 pos = base, count = std::abs(offset) - 1;
    if (offset == 0) return (mask >> base & 1) != 0 ? static_cast<u64>(base) : 0xffffffff;
    for (const s32 step = offset > 0 ? 1 : -1; pos >= 0 && pos < 32; pos += step) {
      if ((mask >> pos & 1) == 0) continue;
      if (count-- == 0) return static_cast<u64>(pos);
    }
    return 0xffffffff;
  };
  std::vector<Operands> rows;
  for (const u64 mask : {0ull, 1ull, 0x80000001ull, 0xf0f0f0f0ull, 0xffffffffull}) {
    for (const u64 base : {0ull, 5ull, 16ull, 31ull}) {
      for (const s32 offset : {0, 1, 2, 7, 33, -1, -2, -5})
        rows.push_back({mask, base, static_cast<u32>(offset)});
    }
  }
  expect_lanes({"fns.b32 %d, %a, %b, %c;", {32, 32, 32}, 32}, rows, [&](auto& r) {
    return reference(r[0], static_cast<s32>(r[1]), static_cast<s32>(r[2]));
  });
}

TEST(Field, PermutationsInEveryMode) {
  const auto byte = [](u64 both, u64 n) { return both >> (8 * (n & 7)) & 255; };
  struct Mode {
    const char* name;
    int picks[4][4];
  };
  // PTX ISA, prmt: the table of modes, most significant byte last here.
  const Mode modes[] = {{"f4e", {{0, 1, 2, 3}, {1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}}},
                        {"b4e", {{0, 7, 6, 5}, {1, 0, 7, 6}, {2, 1, 0, 7}, {3, 2, 1, 0}}},
                        {"rc8", {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}}},
                        {"ecl", {{0, 1, 2, 3}, {1, 1, 2, 3}, {2, 2, 2, 3}, {3, 3, 3, 3}}},
                        {"ecr", {{0, 0, 0, 0}, {0, 1, 1, 1}, {0, 1, 2, 2}, {0, 1, 2, 3}}},
                        {"rc16", {{0, 1, 0, 1}, {2, 3, 2, 3}, {0, 1, 0, 1}, {2, 3, 2, 3}}}};
  for (const auto& mode : modes) {
    expect_lanes({"prmt.b32." + std::string(mode.name) + " %d, %a, %b, %c;", {32, 32, 32}, 32},
                 cases({32, 32, 32}, 120), [&](auto& r) {
                   u64 d = 0;
                   for (int k = 0; k < 4; ++k)
                     d |= byte(r[1] << 32 | r[0], static_cast<u64>(mode.picks[r[2] & 3][k]))
                          << (8 * k);
                   return d;
                 });
  }
}

TEST(Field, FunnelShiftsByTheWholeWidth) {
  const auto shift = [](const char* op, u64 count) {
    return one("shf." + std::string(op) + ".b32 %d, %a, %b, %c;", {32, 32, 32}, 32,
               {0x11223344, 0xaabbccdd, count});
  };
  EXPECT_EQ(shift("l.clamp", 32), 0x11223344u);
  EXPECT_EQ(shift("l.clamp", 99), 0x11223344u);
  EXPECT_EQ(shift("l.wrap", 32), 0xaabbccddu);
  EXPECT_EQ(shift("l.wrap", 40), 0xbbccdd11u);
  EXPECT_EQ(shift("r.clamp", 32), 0xaabbccddu);
  EXPECT_EQ(shift("r.clamp", 99), 0xaabbccddu);
  EXPECT_EQ(shift("r.wrap", 32), 0x11223344u);
  EXPECT_EQ(shift("r.wrap", 40), 0xdd112233u);
}

TEST(Field, MasksThatWrapAndClamp) {
  const auto mask = [](const char* op, u64 a, u64 b) {
    return one("bmsk." + std::string(op) + ".b32 %d, %a, %b;", {32, 32}, 32, {a, b});
  };
  EXPECT_EQ(mask("clamp", 4, 8), 0xff0u);
  EXPECT_EQ(mask("clamp", 28, 8), 0xf0000000u);
  EXPECT_EQ(mask("clamp", 0, 32), 0xffffffffu);
  EXPECT_EQ(mask("clamp", 32, 4), 0u);
  EXPECT_EQ(mask("wrap", 36, 8), 0xff0u);
  EXPECT_EQ(mask("wrap", 0, 32), 0u);
}

TEST(Field, ALogicTableCanSetAPredicate) {
  expect_lanes(
      {"setp.gt.u32 %q, %b, %c; lop3.and.b32 %d|%p, %a, %b, %c, 0x80, %q; @%p add.u32 %d, %d, 1;",
       {32, 32, 32},
       32},
      cases({32, 32, 32}, 200), [](auto& r) {
        const u64 all = r[0] & r[1] & r[2];
        return all + (all != 0 && r[1] > r[2] ? 1 : 0);
      });
}

}  // namespace
}  // namespace assay::sim::testing
