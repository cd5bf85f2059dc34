// SPDX-License-Identifier: Apache-2.0
#include "ptx/cfg.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "ptx/dominators.hpp"
#include "ptx/texts.hpp"

namespace assay::ptx::testing {
namespace {

using Ids = std::vector<std::uint32_t>;
constexpr std::uint32_t none = Cfg::none;

Cfg cfg_of(std::string_view body) {
  return make_cfg(kernel(body));
}

TEST(Cfg, StraightLineIsOneBlock) {
  const Cfg cfg = cfg_of("add.s32 %r1, %r2, 1;\nret;");
  ASSERT_EQ(cfg.blocks.size(), 1U);
  EXPECT_TRUE(cfg.blocks[0].leaves);
  EXPECT_EQ(cfg.blocks[0].ipdom, none);
  EXPECT_EQ(cfg.blocks[0].end, 2U);
  EXPECT_TRUE(make_cfg(Function{}).blocks.empty());
}

TEST(Cfg, BothArmsOfAnIfMeetBehindIt) {
  const Cfg cfg = cfg_of(
      "@%p1 bra ELSE;\n add.s32 %r1, %r1, 1;\n bra END;\nELSE: add.s32 %r1, %r1, 2;\nEND: ret;");
  ASSERT_EQ(cfg.blocks.size(), 4U);
  EXPECT_EQ(cfg.blocks[0].successors, (Ids{2, 1}));
  EXPECT_EQ(cfg.blocks[3].predecessors.size(), 2U);
  EXPECT_EQ(cfg.reconvergence(0), 4U);
  EXPECT_EQ(cfg.blocks[1].idom, 0U);
  EXPECT_EQ(cfg.blocks[3].idom, 0U);
  EXPECT_EQ(cfg.block_of, (Ids{0, 1, 1, 2, 3}));
}

TEST(Cfg, AGuardedExitMakesThreadsMeetBehindIt) {
  const Cfg cfg = cfg_of("@%p1 exit;\nadd.s32 %r1, %r1, 1;\nret;");
  ASSERT_EQ(cfg.blocks.size(), 2U);
  EXPECT_TRUE(cfg.blocks[0].leaves);
  EXPECT_EQ(cfg.blocks[0].successors, Ids{1});
  EXPECT_EQ(cfg.reconvergence(0), none);  // those that left never come
}

TEST(Cfg, ALoop) {
  const Cfg cfg = cfg_of("mov.b32 %r1, 0;\nTOP: add.s32 %r1, %r1, 1;\n@%p1 bra TOP;\nret;");
  ASSERT_EQ(cfg.loops.size(), 1U);
  EXPECT_EQ(cfg.loops[0].header, 1U);
  EXPECT_EQ(cfg.loops[0].latches, Ids{1});
  EXPECT_EQ(cfg.blocks[1].loop, 0U);
  EXPECT_EQ(cfg.blocks[0].loop, none);
  EXPECT_EQ(cfg.reconvergence(2), 3U);
  EXPECT_EQ(cfg.depth_of(1), 1U);
  EXPECT_EQ(cfg.depth_of(3), 0U);
  EXPECT_TRUE(cfg.reducible);
}

TEST(Cfg, NestedLoops) {
  const Cfg cfg = cfg_of(
      "OUTER: add.s32 %r1, %r1, 1;\nINNER: add.s32 %r2, %r2, 1;\n@%p1 bra INNER;\n"
      "add.s32 %r3, %r3, 1;\n@%p2 bra OUTER;\nret;");
  ASSERT_EQ(cfg.loops.size(), 2U);
  EXPECT_EQ(cfg.loops[0].header, 0U);
  EXPECT_EQ(cfg.loops[1].header, 1U);
  EXPECT_EQ(cfg.loops[1].parent, 0U);
  EXPECT_EQ(cfg.loops[1].depth, 2U);
  EXPECT_EQ(cfg.depth_of(1), 2U);
  EXPECT_EQ(cfg.depth_of(3), 1U);
}

TEST(Cfg, TwoLoopsInARow) {
  const Cfg cfg = cfg_of("A: @%p1 bra A;\nB: @%p2 bra B;\nret;");
  ASSERT_EQ(cfg.loops.size(), 2U);
  EXPECT_EQ(cfg.loops[0].parent, none);
  EXPECT_EQ(cfg.loops[1].parent, none);
}

TEST(Cfg, TwoWaysBackAreOneLoop) {
  const Cfg cfg = cfg_of("TOP: @%p1 bra TOP;\n@%p2 bra TOP;\nret;");
  ASSERT_EQ(cfg.loops.size(), 1U);
  EXPECT_EQ(cfg.loops[0].latches.size(), 2U);
}

TEST(Cfg, ThreadsMeetInsideALoopThatNeverEnds) {
  const Cfg cfg = cfg_of(
      "TOP: @%p1 bra B;\nadd.s32 %r1, %r1, 1;\nbra C;\nB: add.s32 %r1, %r1, 2;\nC: bra TOP;");
  EXPECT_EQ(cfg.reconvergence(0), 4U);
  EXPECT_EQ(cfg.blocks.back().ipdom, none);
}

TEST(Cfg, ALoopWithoutAnExitBesideOneWithAnExit) {
  const Cfg cfg =
      cfg_of("@%p1 bra HANG;\n@%p2 bra OUT;\nadd.s32 %r1, %r1, 1;\nOUT: ret;\nHANG: bra HANG;");
  EXPECT_EQ(cfg.reconvergence(0), none);
  EXPECT_EQ(cfg.reconvergence(1), 3U);
}

TEST(Cfg, BranchTables) {
  const Cfg cfg = cfg_of(
      "T: .branchtargets A, B, A;\nbrx.idx %r1, T;\nA: mov.b32 %r1, 1;\nbra END;\nB: mov.b32 %r1, "
      "2;\nEND: ret;");
  EXPECT_EQ(cfg.blocks.at(0).successors, (Ids{1, 2}));
  EXPECT_EQ(cfg.reconvergence(0), 4U);
}

TEST(Cfg, UnreachableBlocksAreKeptApart) {
  const Cfg cfg = cfg_of("bra END;\nadd.s32 %r1, %r1, 1;\nEND: ret;");
  ASSERT_EQ(cfg.blocks.size(), 3U);
  EXPECT_EQ(cfg.reverse_post_order, (Ids{0, 2}));
  EXPECT_EQ(cfg.blocks[1].idom, none);
}

TEST(Cfg, UnreachableLoops) {
  const Cfg cfg = cfg_of("ret;\nTOP: @%p1 bra TOP;\nbra TOP;");
  EXPECT_TRUE(cfg.loops.empty());
}

TEST(Cfg, RunningOffTheEnd) {
  const Cfg cfg = cfg_of("@%p1 bra END;\nadd.s32 %r1, %r1, 1;\nEND:");
  EXPECT_TRUE(cfg.blocks.at(0).leaves);
  EXPECT_TRUE(cfg.blocks.at(1).leaves);
  EXPECT_EQ(cfg.reconvergence(0), none);
}

TEST(Cfg, CyclesWithTwoEntriesAreNoLoops) {
  const Cfg cfg = cfg_of("@%p1 bra B;\nA: @%p2 bra OUT;\nB: @%p3 bra A;\nOUT: ret;");
  EXPECT_FALSE(cfg.reducible);
  EXPECT_TRUE(cfg.loops.empty());
}

TEST(Cfg, OneLongChainIsNoProblem) {
  std::string body;
  for (int i = 0; i < 30000; ++i) body += "@%p1 bra END;\n";
  const Cfg cfg = cfg_of(body + "END: ret;");
  EXPECT_EQ(cfg.blocks.size(), 30001U);
  EXPECT_EQ(cfg.reconvergence(0), 30000U);
}

TEST(Cfg, DeeplyNestedLoopsAreNoProblem) {
  std::string body;
  for (int i = 0; i < 3000; ++i) body += "L" + std::to_string(i) + ": add.s32 %r1, %r1, 1;\n";
  for (int i = 3000; i-- > 0;) body += "@%p1 bra L" + std::to_string(i) + ";\n";
  const Cfg cfg = cfg_of(body + "ret;");
  ASSERT_EQ(cfg.loops.size(), 3000U);
  EXPECT_EQ(cfg.loops.back().depth, 3000U);
}

/// The definition itself: a dominates b if b can't be reached without a.
bool reaches_without(const Edges& successors, std::uint32_t root, std::uint32_t goal,
                     std::uint32_t removed) {
  std::vector<bool> seen(successors.size());
  Ids work{root};
  while (!work.empty()) {
    const std::uint32_t at = work.back();
    work.pop_back();
    if (at == removed || seen[at]) continue;
    seen[at] = true;
    work.insert(work.end(), successors[at].begin(), successors[at].end());
  }
  return seen[goal];
}

RC_GTEST_PROP(Dominators, AreThoseOfTheDefinition, ()) {
  const auto count = *rc::gen::inRange<std::uint32_t>(1, 12);
  const auto node = rc::gen::inRange<std::uint32_t>(0, count);
  const auto edges = *rc::gen::container<std::vector<std::pair<std::uint32_t, std::uint32_t>>>(
      rc::gen::pair(node, node));
  Edges successors(count);
  Edges predecessors(count);
  for (const auto& [from, to] : edges) {
    successors[from].push_back(to);
    predecessors[to].push_back(from);
  }
  const auto dominators = immediate_dominators(successors, predecessors, 0);
  const auto dominates = [&](std::uint32_t a, std::uint32_t b) {
    return a == b || !reaches_without(successors, 0, b, a);
  };
  for (std::uint32_t b = 1; b < count; ++b) {
    if (!reaches_without(successors, 0, b, no_node)) {
      RC_ASSERT(dominators[b] == no_node);
      continue;
    }
    const std::uint32_t idom = dominators[b];
    RC_ASSERT(idom != no_node && idom != b && dominates(idom, b));
    for (std::uint32_t a = 0; a < count; ++a) {
      if (a != b && dominates(a, b)) RC_ASSERT(dominates(a, idom));
    }
  }
}

RC_GTEST_PROP(PostOrder, LeavesSuccessorsFirstInAcyclicGraphs, ()) {
  const auto count = *rc::gen::inRange<std::uint32_t>(1, 20);
  Edges successors(count);
  for (std::uint32_t i = 0; i + 1 < count; ++i) {
    successors[i].push_back(i + 1);
    successors[i].push_back(*rc::gen::inRange<std::uint32_t>(i + 1, count));
  }
  const auto order = post_order(successors, 0);
  RC_ASSERT(order.size() == count);
  RC_ASSERT(std::ranges::is_sorted(order, std::greater{}));
}

}  // namespace
}  // namespace assay::ptx::testing
