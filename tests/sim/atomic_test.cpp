// SPDX-License-Identifier: Apache-2.0
// Integer atomics of every operation and type, in global and in shared memory, through generic
// addresses and as red.
#include <algorithm>
#include <functional>

#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

using u64 = std::uint64_t;
using u32 = std::uint32_t;
using s64 = std::int64_t;

/// One warp, one 64-bit cell: lanes act on it in ascending order; each stores what it saw.
struct Result {
  u64 cell = 0;
  std::vector<u64> seen;
};
enum class Where { global, shared, generic };

Result act(const std::string& op, int bits, u64 start, Where where) {
  const std::string b = std::to_string(bits), v = bits == 64 ? "%x20" : "%r30",
                    d = bits == 64 ? "%x21" : "%r31";
  // Operand: lane · 0x9e3779b97f4a7c15, cut to the width.
  std::string body =
      "cvt.u64.u32 %x20, %r1; mul.lo.u64 %x20, %x20, 0x9e3779b97f4a7c15; cvt.u32.u64 %r30, %x20;\n"
      "mul.wide.u32 %x22, %r1, 8; add.u64 %x22, %x1, %x22;\n";
  const std::string init = "st.shared.u64 [cell], " + std::to_string(start) + ";";
  const std::string place = where == Where::shared    ? "[cell]"
                            : where == Where::generic ? "[%x23]"
                                                      : "[%x1]";
  const std::string space = where == Where::shared    ? ".shared"
                            : where == Where::generic ? ""
                                                      : ".global";
  if (where != Where::global) {
    body += ".shared .align 8 .b64 cell; setp.eq.u32 %p1, %r1, 0; @%p1 " + init +
            " bar.warp.sync -1; mov.u64 %x23, cell; cvta.shared.u64 %x23, %x23;\n";
  }
  body += "atom" + space + "." + op + " " + d + ", " + place + ", " + v + ";\n" +
          (bits == 64 ? "" : "cvt.u64.u32 %x21, %r31;") + "st.global.u64 [%x22+8], %x21;\n";
  if (where != Where::global)
    body += "bar.warp.sync -1; @%p1 ld.shared.u64 %x24, [cell]; @%p1 st.global.u64 [%x1], %x24;";
  Job j = kernel(body, 66);
  j.buffers[0][0] = static_cast<u32>(start);
  j.buffers[0][1] = static_cast<u32>(start >> 32);
  const auto out = output(j);
  Result r;
  const auto wide = [&](std::size_t n) { return out[2 * n] | u64{out[2 * n + 1]} << 32; };
  r.cell = wide(0);
  for (std::size_t l = 0; l < 32; ++l) r.seen.push_back(wide(l + 1));
  return r;
}

void expect(const std::string& op, int bits, u64 start, const std::function<u64(u64, u64)>& next) {
  const u64 keep = bits == 64 ? ~u64{0} : 0xffffffff;
  for (const Where where : {Where::global, Where::shared, Where::generic}) {
    const Result r = act(op, bits, start, where);
    u64 cell = start & keep;
    for (u64 l = 0; l < 32; ++l) {
      ASSERT_EQ(r.seen[l], cell) << op << " lane " << l << " where " << static_cast<int>(where);
      cell = next(cell, l * 0x9e3779b97f4a7c15 & keep) & keep;
    }
    // 32-bit operations leave the upper half alone.
    EXPECT_EQ(r.cell, (start & ~keep) | cell) << op;
  }
}

u64 signed_extreme(u64 a, u64 b, int bits, bool max) {
  const auto x = static_cast<s64>(a << (64 - bits)), y = static_cast<s64>(b << (64 - bits));
  return (x < y) == max ? b : a;
}

constexpr u64 start = 0x0123456780000005;

TEST(Atomic, AddsOfAllIntegers) {
  expect("add.u32", 32, start, std::plus<u64>());
  expect("add.s32", 32, start, std::plus<u64>());
  expect("add.u64", 64, start, std::plus<u64>());
}

TEST(Atomic, Extremes) {
  expect("min.u32", 32, start, [](u64 a, u64 b) { return std::min(a, b); });
  expect("max.u32", 32, start, [](u64 a, u64 b) { return std::max(a, b); });
  expect("min.s32", 32, start, [](u64 a, u64 b) { return signed_extreme(a, b, 32, false); });
  expect("max.s32", 32, start, [](u64 a, u64 b) { return signed_extreme(a, b, 32, true); });
  expect("min.u64", 64, ~start, [](u64 a, u64 b) { return std::min(a, b); });
  expect("max.u64", 64, start, [](u64 a, u64 b) { return std::max(a, b); });
  expect("min.s64", 64, start, [](u64 a, u64 b) { return signed_extreme(a, b, 64, false); });
  expect("max.s64", 64, start, [](u64 a, u64 b) { return signed_extreme(a, b, 64, true); });
}

TEST(Atomic, Bits) {
  expect("and.b32", 32, ~u64{0}, std::bit_and<u64>());
  expect("or.b32", 32, start, std::bit_or<u64>());
  expect("xor.b32", 32, start, std::bit_xor<u64>());
  expect("and.b64", 64, ~u64{0}, std::bit_and<u64>());
  expect("or.b64", 64, start, std::bit_or<u64>());
  expect("xor.b64", 64, start, std::bit_xor<u64>());
}

TEST(Atomic, Exchanges) {
  expect("exch.b32", 32, start, [](u64, u64 b) { return b; });
  expect("exch.b64", 64, start, [](u64, u64 b) { return b; });
}

TEST(Atomic, CountersWrap) {
  expect("inc.u32", 32, 3, [](u64 a, u64 b) { return a >= b ? 0 : a + 1; });
  expect("dec.u32", 32, 3, [](u64 a, u64 b) { return a == 0 || a > b ? b : a - 1; });
}

TEST(Atomic, CompareAndSwapOfEveryWidth) {
  for (const int bits : {16, 32, 64}) {
    const std::string b = std::to_string(bits), r = bits == 64 ? "%x" : bits == 32 ? "%r" : "%h";
    const std::string t = ".u" + b;
    // Lane n swaps n for n + 1, so that exactly the lanes in a row succeed.
    const auto out = output(kernel((bits == 64   ? "cvt.u64.u32 %x5, %r1; add.u64 %x6, %x5, 1;"
                                    : bits == 32 ? "mov.u32 %r5, %r1; add.u32 %r6, %r5, 1;"
                                                 : "cvt.u16.u32 %h5, %r1; add.u16 %h6, %h5, 1;") +
                                   std::string("atom.global.cas.b") + b + " " + r + "7, [%x1], " +
                                   r + "5, " + r + "6;"));
    EXPECT_EQ(out[0], 32u) << bits;
    EXPECT_EQ(out[1], 0u) << bits;
  }
}

TEST(Atomic, CompareAndSwapOfSixteenBitsLeavesItsNeighbour) {
  Job j = kernel("mov.u16 %h1, 5; mov.u16 %h2, 9; atom.global.cas.b16 %h3, [%x1+2], %h1, %h2;");
  j.block = {1, 1, 1};
  j.buffers[0][0] = 0x0005abcd;
  EXPECT_EQ(output(j)[0], 0x0009abcdu);
}

TEST(Atomic, ReductionsGiveNothingBack) {
  EXPECT_EQ(output(kernel("red.global.add.u32 [%x1], %r1;"))[0], 496u);
  EXPECT_EQ(output(kernel("red.global.max.u32 [%x1], %r1;"))[0], 31u);
  EXPECT_EQ(output(kernel("red.global.or.b32 [%x1], %r1;"))[0], 31u);
  EXPECT_EQ(output(kernel("cvt.u64.u32 %x5, %r1; red.global.add.u64 [%x1], %x5;"))[0], 496u);
  EXPECT_EQ(output(kernel("red.relaxed.gpu.global.inc.u32 [%x1], 6;"))[0], 32u % 7);
}

TEST(Atomic, TheResultMayBeDropped) {
  EXPECT_EQ(output(kernel("atom.global.add.u32 _, [%x1], 2;"))[0], 64u);
}

TEST(Atomic, BlocksAddUpWhateverTheOrder) {
  for (const u64 seed : {1, 2, 3}) {
    Job j = kernel(
        "and.b32 %r2, %r22, 7; mul.wide.u32 %x5, %r2, 4; add.u64 %x5, %x1, %x5;"
        "atom.global.add.u32 %r3, [%x5], %r22;");
    j.grid = {16, 1, 1};
    j.block = {64, 1, 1};
    j.spec.schedule_seed = seed;
    const Done done = clean(j);
    u32 want[8] = {};
    for (u32 t = 0; t < 1024; ++t) want[t & 7] += t;
    for (u32 n = 0; n < 8; ++n) EXPECT_EQ(done.buffers[0][n], want[n]);
    EXPECT_EQ(done.outcome.counters.atomics, 32u);
  }
}

TEST(Atomic, NeedTheirAlignmentAndTheirBuffer) {
  EXPECT_EQ(only_fault(kernel("atom.global.add.u64 %x5, [%x1+4], 1;")).code, "memory.misaligned");
  const Fault f = only_fault(kernel("atom.global.add.u32 %r5, [%x1+256], 1;"));
  EXPECT_EQ(f.code, "memory.out_of_bounds");
  EXPECT_EQ(f.message, "atomic of 4 bytes at 0 bytes past the end of 'a' (256 bytes)");
  Job j = kernel("red.global.add.u32 [%x1], 1;");
  j.read_only = {true};
  EXPECT_EQ(only_fault(j).code, "memory.input_modified");
}

TEST(Atomic, OnesThatDoNotExistAreRefused) {
  for (const char* op : {"inc.s32", "min.f32", "exch.b16"}) {
    Job j = kernel("mov.u16 %h1, 0; mov.u16 %h2, 0; atom.global." + std::string(op) +
                   (std::string(op).ends_with("16") ? " %h1, [%x1], %h2;" : " %r5, [%x1], %r1;"));
    bool refused = false;
    if (auto module = ptx::parse(module_text(j.text))) {
      auto s = Simulator::load(std::move(*module));
      refused = s && !s->unsupported("k").empty();
    } else {
      refused = true;
    }
    EXPECT_TRUE(refused) << op;
  }
}

}  // namespace
}  // namespace assay::sim::testing
