// SPDX-License-Identifier: Apache-2.0
// The order of blocks: joins behind their branches, exits behind their loops; and which registers
// hold noise.
#include "sim/decode/layout.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "ptx/parse.hpp"
#include "sim/decode/liveness.hpp"

namespace assay::sim {
namespace {

ptx::Module parsed(const std::string& body) {
  auto module = ptx::parse(
      ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k() { .reg .pred %p<5>; .reg "
      ".b32 %r<9>;\n" +
      body + "\n}");
  EXPECT_TRUE(module.has_value()) << (module ? "" : module.error().message);
  return std::move(*module);
}

/// Place in the layout of the block that starts at a label.
std::size_t place(const ptx::Module& m, const std::string& label) {
  const auto& f = m.functions[0];
  const auto blocks = basic_blocks(f);
  const auto order = layout(blocks);
  for (const auto& [name, index] : f.labels) {
    if (name != label) continue;
    for (std::size_t n = 0; n < order.size(); ++n) {
      if (blocks[order[n]].begin == index) return n;
    }
  }
  ADD_FAILURE() << "no block " << label;
  return 0;
}

TEST(Layout, AJoinStandsBehindBothSidesWhereverTheTextHasIt) {
  const auto m = parsed(
      "@%p1 bra A; bra B; J: mov.u32 %r1, 1; ret; A: mov.u32 %r1, 2; bra J; B: mov.u32 %r1, 3; bra "
      "J;");
  EXPECT_GT(place(m, "J"), place(m, "A"));
  EXPECT_GT(place(m, "J"), place(m, "B"));
}

TEST(Layout, ALoopsExitStandsBehindItsBody) {
  const auto m = parsed(
      "bra H; X: mov.u32 %r1, 1; ret; H: @%p1 bra X; B: mov.u32 %r1, 2; @%p2 bra C; D: bra H; C: "
      "bra H;");
  for (const char* inside : {"H", "B", "D", "C"})
    EXPECT_GT(place(m, "X"), place(m, inside)) << inside;
}

TEST(Layout, NestedLoopsStayTogether) {
  const auto m = parsed("O: mov.u32 %r1, 1; I: mov.u32 %r1, 2; @%p1 bra I; @%p2 bra O; E: ret;");
  EXPECT_LT(place(m, "O"), place(m, "I"));
  EXPECT_LT(place(m, "I"), place(m, "E"));
}

TEST(Layout, UnreachableBlocksAreLeftOut) {
  const auto m = parsed("bra E; U: mov.u32 %r1, 1; E: ret;");
  EXPECT_EQ(layout(basic_blocks(m.functions[0])).size(), 2u);
}

std::vector<std::string> exposed(const std::string& body) {
  const auto m = parsed(body);
  const auto& f = m.functions[0];
  const auto read = read_before_written(f, basic_blocks(f));
  std::vector<std::string> names;
  for (std::size_t r = 0; r < read.size(); ++r) {
    if (read[r]) names.push_back(f.registers[r].name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Liveness, OnlyWhatMayBeReadFirstIsExposed) {
  EXPECT_TRUE(exposed("mov.u32 %r1, 1; add.u32 %r2, %r1, 1; ret;").empty());
  EXPECT_EQ(exposed("add.u32 %r2, %r1, 1; ret;"), std::vector<std::string>{"%r1"});
  EXPECT_EQ(exposed("@%p1 mov.u32 %r1, 1; add.u32 %r2, %r1, 1; ret;"),
            (std::vector<std::string>{"%p1", "%r1"}));
}

TEST(Liveness, LoopsCarryBackward) {
  EXPECT_EQ(
      exposed("L: add.u32 %r2, %r1, 1; mov.u32 %r1, 5; setp.eq.u32 %p1, %r2, 0; @%p1 bra L; ret;"),
      std::vector<std::string>{"%r1"});
}

}  // namespace
}  // namespace assay::sim
